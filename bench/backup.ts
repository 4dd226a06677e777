import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { restoreBackup } from '#server/backup/restoring.ts';
import { takeBackup } from '#server/backup/taking.ts';
import type { Sql } from '#server/db/database.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { onOwnCluster } from './bench-server.ts';
import { Candidates } from './exam/candidates.ts';
import { papersDrawn } from './exam/ending.ts';
import { Connection, requestText } from './exam/http-load.ts';
import { benchSecret, startServer } from './exam/server-process.ts';
import { loadBank, loadStudents, questionsPerExam, settle } from './exam/sittings-data.ts';

/**
 * Disk space of finished exams, and how long a backup and a verified restore of them take. The exams are taken through the product
 * (papers drawn, loaded, a save for each question, handed in), so that seals, log and scores are those of real ones.
 */
const EXAMS = Number(process.env.EXAMS ?? 5_000);
const CONNECTIONS = 64;

const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** Runs a step and prints how long it took. */
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

async function sitOne(connection: Connection, candidates: Candidates, student: number): Promise<void> {
  const token = candidates.tokenOf(student);
  const send = async (request: string) => {
    const { status, body } = await connection.send(request);
    if (status >= 300) throw new Error(`student ${student}: ${status} ${body}`);
    return body;
  };
  const begun = await send(requestText({ method: 'POST', path: 'prepareExam/', token }));
  const { groupId } = JSON.parse(begun) as { groupId: number };
  const loaded = await send(requestText({ method: 'GET', path: `getExamById?groupId=${groupId}`, token }));
  const { writer } = JSON.parse(loaded) as { writer: string };
  for (let position = 1; position < questionsPerExam; position += 1)
    await send(candidates.saveOf(student, writer, position).request);
  await send(candidates.finishOf(student, writer));
}

async function sitAll(port: number, candidates: Candidates): Promise<void> {
  let last = 0;
  const work = async () => {
    const connection = new Connection(port);
    for (;;) {
      last += 1;
      if (last > EXAMS) break;
      await sitOne(connection, candidates, last);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** Waits until the events of all exams and the whole log are sealed. */
async function sealed(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ open: number }[]>`
      select (select count(*) from exam_seal_pending) + (select count(*) from audit_pending) as open`;
    if (Number(row?.open) === 0) return;
    await pause(250);
  }
}

async function bytesOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
  return row?.bytes ?? 0;
}

async function printTables(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string; bytes: number; rows: number }[]>`
    select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes, c.reltuples::float8 as rows
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 2 desc limit 8`;
  for (const { name, bytes, rows } of tables)
    console.log(`  ${name.padEnd(24)} ${mebibytes(bytes).padStart(12)}  ${rows} rows`);
}

process.exitCode = await onOwnCluster('backup', async ({ database, tokens }, _start, databaseUrl) => {
  const { sql } = database;
  await buildIfNeeded();
  await loadBank(database, true);
  await settle(database);
  const before = await bytesOf(sql);
  await timed(`${EXAMS} students with appointments`, () => loadStudents(database, 1, EXAMS, true));
  await settle(database);
  const signedIn = await Candidates.signedIn(tokens, EXAMS);
  // Papers contain simple questions, which accept one tick.
  const candidates = new Candidates(
    Array.from({ length: EXAMS }, (_, index) => signedIn.tokenOf(index + 1)),
    1,
  );
  const server = await startServer(databaseUrl);
  await timed('papers drawn', () => papersDrawn(database));
  await timed(`${EXAMS} exams of ${questionsPerExam} questions`, () => sitAll(server.port, candidates));
  await timed('sealed', () => sealed(sql));
  await settle(database);
  const after = await bytesOf(sql);
  console.log(`${mebibytes(after)}; ${mebibytes(((after - before) / EXAMS) * 1000)} per 1,000 exams`);
  await printTables(sql);

  const folder = await mkdtemp(join(tmpdir(), 'exam-bench-folder-'));
  try {
    await timed('backup while it is served', () => takeBackup(databaseUrl, folder, 'bench', console.log));
    await server.stop();
    await sql`create database restored`;
    const target = Object.assign(new URL(databaseUrl), { pathname: '/restored' }).href;
    const found = await timed('restore and verification', () =>
      restoreBackup(target, folder, { TOKEN_SECRET: benchSecret }, console.log),
    );
    for (const line of found.slice(0, 10)) console.log(line);
    console.log(`${found.length} findings`);
    return found.length === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
