import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { projectRoot } from '#server/project-root.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { sealAll } from '#server/testing/tampering.ts';
import { checkRecords } from './check.ts';
import { type Head, signerOf } from './head.ts';
import { checkTonight, nightlyRounds } from './nightly.ts';
import { auditSealing } from './sealing.ts';

const secret = 'a secret for this test only, as long as it has to be';
const allDay = { from: 0, to: 24 };
const never = { from: 0, to: 0 };

const server = useTestServer({ environment: { TOKEN_SECRET: secret } });
let examId: number;
let head: Head | undefined;

beforeAll(async () => {
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  examId = exam.exam.id;
  await exam.save(1, [0], { seq: 1 });
  await exam.finish();
  head = await sealAll(server);
});

type Line = { readonly level: string; readonly [name: string]: unknown };
/** Collects the lines of a log. */
function listener(): { log: FastifyBaseLogger; lines: Line[] } {
  const lines: Line[] = [];
  const at =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push({ level, message, ...fields });
    };
  return { lines, log: { info: at('info'), error: at('error') } as unknown as FastifyBaseLogger };
}

async function command(...args: string[]): Promise<{ code: number; output: string }> {
  const tsx = join(projectRoot, 'node_modules/tsx/dist/cli.mjs');
  const env = { ...process.env, DATABASE_URL: server.databaseUrl, TOKEN_SECRET: secret };
  return promisify(execFile)(process.execPath, [tsx, join(projectRoot, 'server/audit/command.ts'), ...args], {
    env,
  }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

const forgeGrade = (grade: number) =>
  server.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update exams set grade = ${grade} where id = ${examId}`;
  });
const gradeNow = async () =>
  (
    await server.database.sql<
      { grade: number }[]
    >`select grade::float8 as grade from exams where id = ${examId}`
  )[0]?.grade ?? 0;

it('[SAFE-20] each round of sealing logs the head', async () => {
  const { log, lines } = listener();
  await server.set({ displayFullExam: true });
  const sealing = auditSealing.start(server.services, log);
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  await sealing.stop();
  const [line] = lines;
  const [stored] = await server.database.sql<
    Head[]
  >`select count, encode(hash, 'hex') as hash from audit_head`;
  expect(line).toEqual({ level: 'info', message: 'audit log sealed', audit: stored });
  head = stored;
});

it('[SAFE-20] the nightly check runs once, in one process, and logs findings as errors', async () => {
  const { log, lines } = listener();
  const sign = signerOf(server.services.tokens);
  expect(await checkTonight(server.database, sign, log, never)).toBeUndefined();
  const grade = await gradeNow();
  await forgeGrade(9.99);
  const checks = await Promise.all([
    checkTonight(server.database, sign, log, allDay),
    checkTonight(server.database, sign, log, allDay),
  ]);
  expect(checks.filter(Boolean)).toHaveLength(1);
  expect(await checkTonight(server.database, sign, log, allDay)).toBeUndefined();
  expect(lines.every(({ level }) => level === 'error')).toBe(true);
  expect(lines.map(({ finding }) => finding)).toContainEqual(
    expect.objectContaining({ kind: 'scoreChanged', exam: examId }),
  );
  const [stored] = await server.database.sql<{ findings: unknown[] }[]>`
    select findings from audit_checks where finished_at is not null`;
  expect(stored?.findings).toContainEqual(expect.objectContaining({ kind: 'scoreChanged', exam: examId }));
  await forgeGrade(grade);
  // A process that died is replaced.
  await server.database
    .sql`update audit_checks set finished_at = null, started_at = now() - interval '2 hours'`;
  expect((await checkTonight(server.database, sign, log, allDay))?.findings).toEqual([]);
  expect(lines.at(-1)).toMatchObject({ level: 'info' });
});

it('[SAFE-20] [OPS-5] a process that stops during the nightly check leaves the night to another', async () => {
  const { log } = listener();
  const sign = signerOf(server.services.tokens);
  await server.database.sql`delete from audit_checks`;
  const stopping = AbortSignal.abort();
  await expect(checkTonight(server.database, sign, log, allDay, { stopping })).rejects.toBe(stopping.reason);
  expect((await checkTonight(server.database, sign, log, allDay))?.findings).toEqual([]);
});

it('[SAFE-20] a process leaves the nightly check to a newer version that is being installed', async () => {
  const { log } = listener();
  const { sql } = server.database;
  await sql`delete from audit_checks`;
  const round = nightlyRounds(server.services, log, allDay);
  await sql`insert into schema_migrations values ('9999_newer.sql', '')`;
  expect(await round()).toBeUndefined();
  expect(await sql`select from audit_checks`).toHaveLength(0);
  await sql`delete from schema_migrations where name = '9999_newer.sql'`;
  expect((await nightlyRounds(server.services, log, allDay)())?.findings).toEqual([]);
});

it('[SAFE-20] a nightly check that fails on a table which an upgrade changed is left to the newer version', async () => {
  const { log, lines } = listener();
  const { sql } = server.database;
  await sql`delete from audit_checks`;
  const { checking } = await sql.begin(async (tx) => {
    await tx`lock table exams in access exclusive mode`;
    const running = nightlyRounds(server.services, log, allDay)();
    await untilWaiting(sql, 1);
    await tx`insert into schema_migrations values ('9999_newer.sql', '')`;
    await tx`alter table exams rename column grade to later_grade`;
    return { checking: running };
  });
  const result = await checking.finally(async () => {
    await sql`alter table exams rename column later_grade to grade`;
    await sql`delete from schema_migrations where name = '9999_newer.sql'`;
  });
  expect(result).toBeUndefined();
  expect(lines).toEqual([]);
  expect(await sql`select from audit_checks`).toHaveLength(0);
});

it('[SAFE-20] a nightly check during which an upgrade begins is left to the newer version', async () => {
  const { log, lines } = listener();
  const { sql } = server.database;
  await sql`delete from audit_checks`;
  const grade = await gradeNow();
  const round = nightlyRounds(server.services, log, allDay);
  const result = await sql.begin(async (tx) => {
    // The check has read the migrations when it waits for the exams.
    await tx`lock table exams in access exclusive mode`;
    const checking = round();
    await untilWaiting(sql, 1);
    await tx`insert into schema_migrations values ('9999_newer.sql', '')`;
    await tx`set local session_replication_role = replica`;
    await tx`update exams set grade = 9.99 where id = ${examId}`;
    return { checking };
  });
  expect(await result.checking).toBeUndefined();
  expect(lines).toEqual([]);
  expect(await sql`select from audit_checks`).toHaveLength(0);
  // It leaves the next rounds to it too.
  expect(await round()).toBeUndefined();
  await sql`delete from schema_migrations where name = '9999_newer.sql'`;
  await forgeGrade(grade);
  expect((await nightlyRounds(server.services, log, allDay)())?.findings).toEqual([]);
});

it('[SAFE-20] the command reports no finding, or names the exam and fails', {
  timeout: 180_000,
}, async () => {
  const well = await command('--check', '--head', `${head?.count}:${head?.hash}`);
  expect(well).toMatchObject({ code: 0 });
  expect(well.output).toContain('Nothing was found.');
  expect(well.output).toContain(`ends at ${head?.count}:${head?.hash}`);
  const grade = await gradeNow();
  await forgeGrade(9.99);
  const ill = await command('--check', '--head', `9999:${'0'.repeat(64)}`);
  expect(ill.code).toBe(1);
  expect(ill.output).toMatch(new RegExp(`^scoreChanged .*exam ${examId} `, 'm'));
  expect(ill.output).toMatch(/^headCut .*position 9999/m);
  await forgeGrade(grade);
  expect(await command('--check', '--head', 'nonsense')).toMatchObject({ code: 2 });
});

it('[SAFE-20] a copy of the database checks like the original', async () => {
  const url = new URL(server.databaseUrl);
  const copy = `${url.pathname.slice(1)}_copy`;
  const administration = openDatabase(inject('postgresUrl'), { max: 1 });
  const original = await testServer({ environment: { TOKEN_SECRET: secret } });
  const exam = await aRunningExam(original, await aCustomExam(original, { questions: 2 }));
  await exam.finish();
  await sealAll(original);
  await original.set({ displayFullExam: true });
  const name = new URL(original.databaseUrl).pathname.slice(1);
  // Only an unused database can be copied.
  await administration.sql.unsafe(`alter database ${name} allow_connections false`);
  await administration.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid()`;
  await administration.sql.unsafe(`create database ${copy} template ${name}`);
  await administration.sql.unsafe(`alter database ${name} allow_connections true`);
  url.pathname = copy;
  const database = openDatabase(url.href, { max: 1 });
  const check = () => checkRecords(database, signerOf(original.services.tokens), { rest: async () => {} });
  expect((await check()).findings).toEqual([]);
  await database.sql`update exams set grade = 9.99 where id = ${exam.exam.id}`;
  expect((await check()).findings).toEqual([
    expect.objectContaining({ kind: 'scoreChanged', exam: exam.exam.id }),
  ]);
  await database.close();
  await administration.sql.unsafe(`drop database ${copy} with (force)`);
  await administration.close();
  await original.close();
});
