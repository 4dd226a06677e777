import { inflateRawSync } from 'node:zlib';
import { refuseFile } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';

type Entry = {
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
};

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

/** Files that operating systems add to archives. */
const byTheWay = /(?:^|\/)(?:__MACOSX|\.[^/]+|Thumbs\.db)(?:\/|$)/;

/** An archive with a checked directory; its files are unpacked one by one, on demand. */
export type ZipArchive = {
  readonly names: readonly string[];
  readonly read: (name: string) => Uint8Array | undefined;
};

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

function endOfDirectory(file: Buffer): number {
  const earliest = Math.max(0, file.length - 22 - 0xffff);
  for (let index = file.length - 22; index >= earliest; index -= 1) {
    if (file.readUInt32LE(index) === END) return index;
  }
  return refuseFile('import.zipBroken');
}

/** A name that may lead out of the archive: absolute, with a drive, or with parent folders. */
const leadsOut = (name: string) =>
  name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..') || name.includes('\0');

function directoryOf(file: Buffer): Map<string, Entry> {
  const end = endOfDirectory(file);
  const count = file.readUInt16LE(end + 10);
  if (count > importLimits.zipEntries || count === 0xffff) refuseFile('import.zipTooLarge');
  const entries = new Map<string, Entry>();
  let total = 0;
  let offset = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (offset + 46 > end || file.readUInt32LE(offset) !== DIRECTORY) refuseFile('import.zipBroken');
    const flags = file.readUInt16LE(offset + 8);
    const method = file.readUInt16LE(offset + 10);
    const packed = file.readUInt32LE(offset + 20);
    const unpacked = file.readUInt32LE(offset + 24);
    const nameLength = file.readUInt16LE(offset + 28);
    const rest = file.readUInt16LE(offset + 30) + file.readUInt16LE(offset + 32);
    const rawName = file.subarray(offset + 46, offset + 46 + nameLength);
    const name = rawName.toString((flags & 0x0800) !== 0 || !rawName.includes(0xff) ? 'utf8' : 'latin1');
    const path = name.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
    if (leadsOut(path)) refuseFile('import.zipPath', { name: name.slice(0, 100) });
    if ((flags & 1) !== 0) refuseFile('import.zipEncrypted');
    total += unpacked;
    if (unpacked > importLimits.zipEntryBytes || total > importLimits.zipBytes)
      refuseFile('import.zipTooLarge');
    if (entries.has(path) && !path.endsWith('/') && !byTheWay.test(path))
      refuseFile('import.zipRepeated', { name: path.slice(0, 100) });
    entries.set(path, { method, packed, unpacked, offset: file.readUInt32LE(offset + 42) });
    offset += 46 + nameLength + rest;
  }
  if (total > importLimits.zipSmall && total > file.length * importLimits.zipRatio)
    refuseFile('import.zipTooLarge');
  return entries;
}

function unpack(file: Buffer, { method, packed, unpacked, offset }: Entry): Uint8Array {
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL) refuseFile('import.zipBroken');
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  const content = file.subarray(start, start + packed);
  if (method === STORED && packed === unpacked) return content;
  if (method !== DEFLATED) refuseFile('import.zipBroken');
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(unpacked, 1) });
  } catch {
    return refuseFile('import.zipBroken');
  }
}

/**
 * Opens an archive after checking its directory: the number of files, their declared sizes, the compression ratio,
 * their paths. Unpacking stops when a file exceeds its declared size.
 */
export function openZip(bytes: Uint8Array): ZipArchive {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 22) refuseFile('import.zipBroken');
  const entries = directoryOf(file);
  let left: number = importLimits.zipBytes;
  return {
    names: [...entries.keys()].filter((name) => !name.endsWith('/') && !byTheWay.test(name)),
    read: (name) => {
      const entry = entries.get(name);
      if (!entry) return undefined;
      left -= entry.unpacked;
      if (left < 0) refuseFile('import.zipTooLarge');
      return unpack(file, entry);
    },
  };
}
