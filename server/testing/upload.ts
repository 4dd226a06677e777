import type { Caller } from './server.ts';

type Upload = { readonly fileName?: string; readonly type?: string; readonly field?: string };

/** Uploads a file like a browser form. */
export function upload(
  caller: Caller,
  path: string,
  content: Uint8Array,
  { fileName = 'image.png', type = 'image/png', field = 'file' }: Upload = {},
) {
  const boundary = 'a-boundary-that-no-file-holds';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return caller.post(path, body, { 'content-type': `multipart/form-data; boundary=${boundary}` });
}
