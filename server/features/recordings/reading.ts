import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Refusal, refuse } from '#domain/errors.ts';
import { maxPartBytes } from '#domain/exam-taking/recording-budget.ts';
import { createOutlineBuilder, type RecordingOutline } from '#domain/exam-taking/recording-outline.ts';
import { createEventChecker } from './recorded-events.ts';

/** The events of one part, gzipped as stored. */
export type ReadRecording = {
  readonly content: Buffer;
  readonly unpackedBytes: number;
  /** Undefined when there are no events. */
  readonly outline: RecordingOutline | undefined;
};

type Chunks = AsyncIterable<Buffer>;

/** Passes chunks through; the first has at least two bytes if the stream does. */
async function* withFullStart(stream: Chunks): Chunks {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (start) {
      start = Buffer.concat([start, chunk]);
      if (start.length < 2) continue;
      yield start;
      start = undefined;
    } else yield chunk;
  }
  if (start) yield start;
}

/** Passes chunks through and refuses a stream beyond the limit. */
function bounded(maxBytes: number, tell: (chunk: Buffer) => void) {
  let bytes = 0;
  const pass = async function* (chunks: Chunks): Chunks {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) refuse('request.tooLarge');
      tell(chunk);
      yield chunk;
    }
  };
  return { pass, bytes: () => bytes };
}

async function drain(chunks: Chunks): Promise<void> {
  for await (const _ of chunks);
}

/** Turns errors of the content into a refusal; rethrows others, such as a lost connection. */
function refuseContent(thrown: unknown): never {
  if (thrown instanceof Refusal) throw thrown;
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (code.startsWith('Z_') || code === 'ERR_TRAILING_JUNK_AFTER_STREAM_END') refuse('recording.unreadable');
  throw thrown;
}

/** Notes the bytes that were unpacked. */
type Note = (bytes: number) => void;

async function readGzip(chunks: Chunks, signal: AbortSignal, note: Note): Promise<ReadRecording> {
  const content: Buffer[] = [];
  const outline = createOutlineBuilder();
  const events = createEventChecker(outline.add);
  const packed = bounded(maxPartBytes.packed, (chunk) => content.push(chunk));
  const unpacked = bounded(maxPartBytes.unpacked, (chunk) => {
    note(chunk.length);
    events.take(chunk);
  });
  const gunzip = createGunzip();
  await pipeline(packed.pass(chunks), gunzip, unpacked.pass, drain, { signal });
  events.end();
  // Bytes after the gzipped list were not checked.
  if (gunzip.bytesWritten !== packed.bytes()) refuse('recording.unreadable');
  return { content: Buffer.concat(content), unpackedBytes: unpacked.bytes(), outline: outline.finish() };
}

async function readPlain(chunks: Chunks, signal: AbortSignal, note: Note): Promise<ReadRecording> {
  const content: Buffer[] = [];
  const outline = createOutlineBuilder();
  const events = createEventChecker(outline.add);
  const unpacked = bounded(maxPartBytes.unpacked, (chunk) => {
    note(chunk.length);
    events.take(chunk);
  });
  const packed = bounded(maxPartBytes.packed, (chunk) => content.push(chunk));
  await pipeline(unpacked.pass(chunks), createGzip(), packed.pass, drain, { signal });
  events.end();
  return { content: Buffer.concat(content), unpackedBytes: unpacked.bytes(), outline: outline.finish() };
}

const isGzip = (start: Buffer) => start[0] === 0x1f && start[1] === 0x8b;

/**
 * Reads an uploaded recording, gzipped or not. It is checked while streaming, so memory stays within the
 * limit of a part, whatever its unpacked size.
 */
export async function readRecording(stream: Chunks, signal: AbortSignal, note: Note): Promise<ReadRecording> {
  const chunks = withFullStart(stream)[Symbol.asyncIterator]();
  try {
    const first = await chunks.next();
    if (first.done) refuse('recording.unreadable');
    const all = (async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => chunks };
    })();
    return await (isGzip(first.value) ? readGzip : readPlain)(all, signal, note);
  } catch (thrown) {
    return refuseContent(thrown);
  }
}
