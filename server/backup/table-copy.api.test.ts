import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connect } from '#server/db/connection.ts';
import { testDatabase } from '#server/testing/database.ts';
import { copySettings, copyToFile, hashOfTable } from './table-copy.ts';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** The message after which PostgreSQL sends how many rows it copied. */
const copyDone = Buffer.from('c\0\0\0\u0004', 'latin1');

/** The address of a database behind a network that delivers the count of copied rows after all rows. */
async function withLateCounts(databaseUrl: string): Promise<string> {
  const { hostname, port } = new URL(databaseUrl);
  const proxy = createServer((client) => {
    const server = connectTo(Number(port), hostname);
    client.pipe(server);
    server.on('data', (chunk: Buffer) => {
      const end = chunk.indexOf(copyDone) + copyDone.length;
      if (end < copyDone.length) client.write(chunk);
      else {
        client.write(chunk.subarray(0, end));
        setTimeout(() => client.write(chunk.subarray(end)), 100);
      }
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  stops.push(() => new Promise((closed) => proxy.close(closed)));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return url.href;
}

it('[OPS-4] counts the rows of a table however late the database sends their number, line feeds in values aside', async () => {
  const { url } = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'exam-table-copy-'));
  stops.push(() => rm(folder, { recursive: true }));
  const connection = await connect(await withLateCounts(url), { name: 'test', settings: copySettings });
  stops.push(() => connection.close());
  await connection.command(
    "create table copied as select n, E'two\\nlines' as text from generate_series(1, 30) n",
  );
  const table = { name: 'copied', columns: ['n', 'text'] };
  const { rows, sha256 } = await copyToFile(connection, table, join(folder, 'copied.gz'));
  expect(rows).toBe(30);
  expect(await hashOfTable(connection, table)).toEqual({ rows: 30, sha256 });
});
