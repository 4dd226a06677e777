import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuse } from '#domain/errors.ts';

/** What the form parser throws has a status when it is a limit of ours; otherwise the form itself is broken. */
function refuseForm(thrown: unknown): never {
  if (thrown instanceof Error && 'statusCode' in thrown) throw thrown;
  refuse('request.malformed');
}

async function filePart(request: FastifyRequest, mostBytes: number): Promise<MultipartFile> {
  const limits = {
    fileSize: mostBytes,
    files: 1,
    fields: 5,
    parts: 6,
    fieldNameSize: 100,
    fieldSize: 10_000,
    headerPairs: 20,
  };
  const part = await request.file({ limits }).catch(refuseForm);
  if (!part) refuse('request.malformed');
  return part;
}

/** The one file of a form, held in memory; none, several, or more than `mostBytes` are refused. Confirms the caller. */
export async function uploadedFile(
  request: FastifyRequest,
  mostBytes: number,
): Promise<{ content: Buffer; fileName: string }> {
  const part = await filePart(request, mostBytes);
  const content = await part.toBuffer().catch(refuseForm);
  await request.confirmCaller();
  return { content, fileName: part.filename };
}

async function* chunksOf(part: MultipartFile): AsyncIterable<Buffer> {
  try {
    yield* part.file;
  } catch (thrown) {
    refuseForm(thrown);
  }
}

export type Arriving = { readonly chunks: AsyncIterable<Buffer>; readonly fileName: string };

/**
 * Reads the one file of a form as it arrives. The reader counts: a file beyond `mostBytes` ends after one byte more. Where it
 * stops early, the rest is let by unread, so that the connection is free for the response.
 */
export async function readUploadedFile<T>(
  request: FastifyRequest,
  mostBytes: number,
  read: (file: Arriving) => Promise<T>,
): Promise<T> {
  const part = await filePart(request, mostBytes + 1);
  try {
    return await read({ chunks: chunksOf(part), fileName: part.filename });
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
}
