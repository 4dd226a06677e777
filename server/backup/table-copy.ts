import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Connection } from '#server/db/connection.ts';
import { quoted } from '#server/db/sql.ts';

/** The settings that decide how PostgreSQL formats values; the same for backup, restore and check. */
export const copySettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: 1,
  // Returns rows in stored order.
  synchronize_seqscans: 'off',
} as const;

/** Passes bytes on and computes their hash. */
function hashing(): { readonly stream: Transform; readonly digest: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}

const lineFeed = 0x0a;

/** Passes rows on and counts them: a row is a line, and line feeds in values are escaped. The output may end before its count arrives. */
function counting(): { readonly stream: Transform; readonly rows: () => number } {
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  return { stream, rows: () => rows };
}

/** Reads to the end and discards everything. */
const nowhere = () =>
  new Transform({
    transform(_chunk, _encoding, done) {
      done();
    },
  }).resume();

type Table = { readonly name: string; readonly columns: readonly string[] };
const listed = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(', ')})`;
const outOf = (table: Table) => `copy ${listed(table)} to stdout`;

export type CopiedTable = { readonly rows: number; readonly sha256: string; readonly fileSha256: string };

/** Writes the rows of a table into a compressed file. */
export async function copyToFile(connection: Connection, table: Table, file: string): Promise<CopiedTable> {
  const counted = counting();
  const [plain, packed] = [hashing(), hashing()];
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(
    connection.copyOut(outOf(table)),
    counted.stream,
    plain.stream,
    createGzip({ level: 6 }),
    packed.stream,
    target,
  );
  return { rows: counted.rows(), sha256: plain.digest(), fileSha256: packed.digest() };
}

/** Loads a file into an empty table. */
export async function copyFromFile(connection: Connection, table: Table, file: string): Promise<void> {
  await pipeline(
    createReadStream(file),
    createGunzip(),
    connection.copyIn(`copy ${listed(table)} from stdin`),
  );
}

/** The hash of a table's current rows, and their number. */
export async function hashOfTable(
  connection: Connection,
  table: Table,
): Promise<Omit<CopiedTable, 'fileSha256'>> {
  const counted = counting();
  const { stream, digest } = hashing();
  await pipeline(connection.copyOut(outOf(table)), counted.stream, stream, nowhere());
  return { rows: counted.rows(), sha256: digest() };
}

export async function hashOfFile(file: string): Promise<string> {
  const { stream, digest } = hashing();
  await pipeline(createReadStream(file), stream, nowhere());
  return digest();
}
