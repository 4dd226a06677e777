import { ApiError } from '#web/base/api-error.ts';
import { signedIn } from '#web/base/sign-in-state.ts';
import { callUrl, refusalOf } from './client.ts';

type UploadOptions = {
  /** Called with the share of bytes sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
};

/** Uploads a file as the form field `file` and reports progress; the caller shows a refusal itself. */
export function upload<T>(path: string, file: Blob, options: UploadOptions = {}): Promise<T> {
  const token = signedIn()?.token;
  // Only XMLHttpRequest reports upload progress.
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.append('file', file, file instanceof File ? file.name : 'image');
  return new Promise<T>((resolve, reject) => {
    const finish = async () => {
      const ok = request.status >= 200 && request.status < 300;
      if (ok) return resolve(JSON.parse(request.responseText) as T);
      const response = new Response(request.responseText, { status: request.status });
      reject(await refusalOf(response, token, true));
    };
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => void finish().catch(reject));
    request.addEventListener('error', () => reject(new ApiError('server.unavailable')));
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was given up', 'AbortError')),
    );
    options.signal?.addEventListener('abort', () => request.abort());
    request.open('POST', callUrl(path));
    request.setRequestHeader('accept', 'application/json');
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.send(body);
  });
}
