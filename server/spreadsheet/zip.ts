import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, produced in chunks. */
export type ZipEntry = { readonly name: string; readonly content: AsyncIterable<string> | Iterable<string> };

type DirectoryEntry = { name: Buffer; checksum: number; packed: number; unpacked: number; offset: number };

const VERSION = 20;
/** Sizes follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the earliest date of a zip, so the same content gives the same file. */
const DAY = 0x0021;

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DAY, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function sizes({ checksum, packed, unpacked }: DirectoryEntry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(checksum, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(unpacked, 12);
  return descriptor;
}

function directoryEntry({ name, checksum, packed, unpacked, offset }: DirectoryEntry): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(DAY, 14);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(unpacked, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function directoryEnd(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Compresses the content as a stream. */
async function* packed(content: ZipEntry['content'], entry: DirectoryEntry): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const feed = (async () => {
    for await (const text of content) {
      const bytes = Buffer.from(text, 'utf8');
      entry.checksum = crc32(bytes, entry.checksum);
      entry.unpacked += bytes.length;
      if (!deflate.write(bytes)) await once(deflate, 'drain');
    }
    deflate.end();
  })();
  feed.catch((error: unknown) => deflate.destroy(error as Error));
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    entry.packed += chunk.length;
    yield chunk;
  }
  await feed;
}

/** Streams a zip archive in constant memory. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: DirectoryEntry[] = [];
  let offset = 0;
  const count = (chunk: Buffer) => {
    offset += chunk.length;
    return chunk;
  };
  for (const { name, content } of entries) {
    const entry = { name: Buffer.from(name, 'utf8'), checksum: 0, packed: 0, unpacked: 0, offset };
    directory.push(entry);
    yield count(localHeader(entry.name));
    for await (const chunk of packed(content, entry)) yield count(chunk);
    yield count(sizes(entry));
  }
  const list = Buffer.concat(directory.map(directoryEntry));
  yield list;
  yield directoryEnd(directory.length, list.length, offset);
}
