import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuse } from '#domain/errors.ts';
import { tooMany } from '#server/http/concurrency-limiter.ts';
import { heldBytes, type MemoryBudget, memoryBudget, uploadOf } from '#server/http/memory-budget.ts';

/** Errors of the form parser have a status when a limit is exceeded; otherwise the form is malformed. */
function refuseForm(thrown: unknown): never {
  if (thrown instanceof Error && 'statusCode' in thrown) throw thrown;
  refuse('request.malformed');
}

async function filePart(request: FastifyRequest, maxBytes: number): Promise<MultipartFile> {
  const limits = {
    fileSize: maxBytes,
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

async function* chunksOf(part: MultipartFile): AsyncIterable<Buffer> {
  try {
    yield* part.file;
  } catch (thrown) {
    refuseForm(thrown);
  }
}

/** Allowance for the form around the file. */
const formBytes = 64 * 1024;

/** Refuses a form by its declared length before reading it. */
function refuseTooLong({ headers }: FastifyRequest, maxBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes + formBytes) refuse('request.tooLarge');
}

export type IncomingFile = { readonly chunks: AsyncIterable<Buffer>; readonly fileName: string };

/**
 * Streams the single file of a form. `read` enforces the limit: a larger file ends one byte after `maxBytes`.
 * When `read` stops early, the rest is drained within `boundBodyTime`, so the client receives the response.
 */
export async function readUploadedFile<T>(
  request: FastifyRequest,
  maxBytes: number,
  read: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  refuseTooLong(request, maxBytes);
  const part = await filePart(request, maxBytes + 1);
  try {
    return await read({ chunks: chunksOf(part), fileName: part.filename });
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
}

const mebibyte = 1024 * 1024;
/** Memory for complete files, shared by the process. Uploads that wait too long are refused. */
const wholeFileBytes = 64 * mebibyte;
/** What one person holds: the largest file. */
const largestFileBytes = 20 * mebibyte;
/** Room for an ordinary file of a network that holds nothing. */
const reserveBytes = 8 * mebibyte;
/** What a small file counts, because each is also work. */
const leastBytes = mebibyte;
/** Shorter than the idle timeout of a connection, because nothing is read while an upload waits. */
const timeoutMilliseconds = 5000;

export const wholeFileMemory = (): MemoryBudget =>
  memoryBudget({
    maxBytes: wholeFileBytes,
    maxBytesPerPerson: largestFileBytes,
    reserveBytes,
    timeoutMilliseconds,
    refusal: tooMany,
  });

async function wholeOf(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) refuse('request.tooLarge');
    held.push(chunk);
  }
  return Buffer.concat(held);
}

type WholeFile = { readonly content: Buffer; readonly fileName: string };
type UploadOptions = { readonly person: number; readonly maxBytes: number; readonly memory: MemoryBudget };

/**
 * Holds the single file of a form in memory while it is used. Refuses a form without a file and a file beyond
 * `maxBytes`. Confirms the caller.
 */
export async function withUploadedFile<T>(
  request: FastifyRequest,
  { person, maxBytes, memory }: UploadOptions,
  use: (file: WholeFile) => Promise<T>,
): Promise<T> {
  refuseTooLong(request, maxBytes);
  const bytes = Math.max(leastBytes, heldBytes(request, maxBytes));
  const release = await memory.reserve(uploadOf(request, person, bytes));
  try {
    return await readUploadedFile(request, maxBytes, async ({ chunks, fileName }) => {
      const content = await wholeOf(chunks, maxBytes);
      await request.confirmCaller();
      return use({ content, fileName });
    });
  } finally {
    release();
  }
}
