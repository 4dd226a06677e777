import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuse } from '#domain/errors.ts';
import { tooMany } from '#server/http/turnstile.ts';
import { heldBytes, type MemoryBudget, memoryBudget } from './memory-budget.ts';

/** Errors of the form parser have a status when a limit is exceeded; otherwise the form is malformed. */
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
function refuseTooLong({ headers }: FastifyRequest, mostBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > mostBytes + formBytes) refuse('request.tooLarge');
}

export type Arriving = { readonly chunks: AsyncIterable<Buffer>; readonly fileName: string };

/**
 * Streams the single file of a form. `read` enforces the limit: a larger file ends one byte after `mostBytes`.
 * When `read` stops early, the rest is drained within `boundBodyTime`, so the client receives the response.
 */
export async function readUploadedFile<T>(
  request: FastifyRequest,
  mostBytes: number,
  read: (file: Arriving) => Promise<T>,
): Promise<T> {
  refuseTooLong(request, mostBytes);
  const part = await filePart(request, mostBytes + 1);
  try {
    return await read({ chunks: chunksOf(part), fileName: part.filename });
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** Memory for complete files, shared by the process. Uploads that wait too long are refused. */
const wholeFileBytes = 64 * 1024 * 1024;
/** Shorter than the idle timeout of a connection, because nothing is read while an upload waits. */
const patienceMilliseconds = 5000;

export const wholeFileMemory = (): MemoryBudget =>
  memoryBudget({ mostBytes: wholeFileBytes, patienceMilliseconds, refusal: tooMany });

async function wholeOf(chunks: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) refuse('request.tooLarge');
    held.push(chunk);
  }
  return Buffer.concat(held);
}

type WholeFile = { readonly content: Buffer; readonly fileName: string };
type Holding = { readonly person: number; readonly mostBytes: number; readonly memory: MemoryBudget };

/**
 * Holds the single file of a form in memory while it is used. Refuses a form without a file and a file beyond
 * `mostBytes`. Confirms the caller.
 */
export async function withUploadedFile<T>(
  request: FastifyRequest,
  { person, mostBytes, memory }: Holding,
  use: (file: WholeFile) => Promise<T>,
): Promise<T> {
  refuseTooLong(request, mostBytes);
  const giveBack = await memory.reserve(person, heldBytes(request, mostBytes));
  try {
    return await readUploadedFile(request, mostBytes, async ({ chunks, fileName }) => {
      const content = await wholeOf(chunks, mostBytes);
      await request.confirmCaller();
      return use({ content, fileName });
    });
  } finally {
    giveBack();
  }
}
