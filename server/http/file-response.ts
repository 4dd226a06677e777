import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file returned by a call, in one of the media types the call declares. */
export type FileResponse<T extends string = string> = {
  readonly type: T;
  readonly content: Buffer | Readable;
  /** The download name; without one the browser displays the file. */
  readonly fileName?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
};

export function sendFile(reply: FastifyReply, { type, content, fileName, headers }: FileResponse) {
  void reply.type(type).headers(headers ?? {});
  if (fileName !== undefined) void reply.header('content-disposition', `attachment; filename="${fileName}"`);
  return content;
}
