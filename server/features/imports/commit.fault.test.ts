import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StudentImport, WholeImport } from '#contract/imports.ts';
import { aSeries } from '#server/testing/accounts.ts';
import { type ChildServer, childServer } from '#server/testing/child-server.ts';
import { type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { aFileQuestion, aQuestionFile } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aStudentRow, namesOf, studentCsv, uploadedStudents } from '#server/testing/student-files.ts';

const server = useTestServer();
let setup: ImportSetup;
const started: ChildServer[] = [];

beforeAll(async () => {
  setup = await importSetup(server);
});
afterAll(async () => {
  for (const child of started) await child.kill();
});

/** A separate server process on the same database. */
async function startProcess(): Promise<ChildServer> {
  const child = await childServer({ databaseUrl: server.databaseUrl });
  started.push(child);
  return child;
}

/** Uploads a student file to a process and waits until its rows are checked. */
function sendStudents({ port }: ChildServer, rows: readonly (readonly string[])[]): Promise<Response> {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(studentCsv(...rows))], 'studenti.csv'));
  const headers = { authorization: `Bearer ${setup.admin.token}` };
  return fetch(`http://127.0.0.1:${port}/api/umfst/imports/students`, { method: 'POST', headers, body });
}

/** Rows per import: several batches. */
const total = 500;

/** Starts the job in a process, kills it while it inserts the given row, and lets another process complete it. */
async function killInTheMiddle(importId: number, table: string, row: string): Promise<void> {
  const { sql } = server.database;
  const read = async () => (await setup.admin.get(`imports/${importId}`)).json<WholeImport>();
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(77, 1); return new; end $$;
    create trigger planted before insert on ${table} for each row when (${row}) execute function planted()`);
  await setup.admin.post(`imports/${importId}/commit`);
  expect((await read()).written).toBe(0);
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(77, 1)`;
    const first = await startProcess();
    await untilWaiting(sql, 1);
    const halfway = await read();
    expect(halfway.state).toBe('writing');
    expect(halfway.written).toBeGreaterThan(0);
    expect(halfway.written).toBeLessThan(total);
    await first.kill();
  });
  await sql.unsafe(`drop trigger planted on ${table}; drop function planted()`);
  const second = await startProcess();
  await expect.poll(async () => (await read()).state, { timeout: 120_000, interval: 50 }).toBe('done');
  await second.stop();
  expect(await read()).toMatchObject({ written: total, counts: { waiting: 0, failed: 0 } });
}

it('[UX-13] [IMP-2] an import survives a killed process: no row is lost or written twice', async () => {
  const questions = Array.from({ length: total }, (_, index) =>
    aFileQuestion(index, { text: `Rândul ${index}` }),
  );
  const { importId } = await setup.uploaded(await aQuestionFile(questions));
  await setup.admin.put(`imports/${importId}`, { chapterId: setup.chapterId });
  await killInTheMiddle(importId, 'questions', `new.text like '%Rândul 230%'`);
  const texts = await server.database.sql<{ text: string }[]>`
    select text from questions where chapter_id = ${setup.chapterId}`;
  expect(texts).toHaveLength(total);
  expect(new Set(texts.map(({ text }) => text)).size).toBe(total);
});

it('[UX-13] [IMP-1] a check survives a killed process: the request that waits for it is lost, and the next process ends it', async () => {
  const { sql } = server.database;
  const names = await namesOf(server, await aSeries(server, { year: 2, name: 'Seria verificată' }));
  const rows = Array.from({ length: total }, (_, index) => aStudentRow(names, 1000 + (index % 400)));
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(77, 2); return new; end $$;
    create trigger planted before update on student_import_rows for each row when (new.position = 230)
      execute function planted()`);
  const read = async () =>
    (
      await setup.admin.get(`imports/${(await setup.admin.get('imports')).json()[0].id}`)
    ).json<StudentImport>();
  const first = await startProcess();
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(77, 2)`;
    const lost = sendStudents(first, rows).catch(() => 'lost');
    await untilWaiting(sql, 1);
    expect(await read()).toMatchObject({
      state: 'checking',
      rows: total,
      counts: { create: 200, unchecked: 300 },
    });
    await first.kill();
    expect(await lost).toBe('lost');
  });
  await sql.unsafe('drop trigger planted on student_import_rows; drop function planted()');
  const second = await startProcess();
  await expect.poll(async () => (await read()).state, { timeout: 120_000, interval: 50 }).toBe('ready');
  await second.stop();
  expect(await read()).toMatchObject({ rows: total, counts: { create: 400, refused: 100, unchecked: 0 } });
});

it('[UX-13] [OPS-5] a process that stops leaves the rest of a check to a job, and tells the caller what is checked', async () => {
  const { sql } = server.database;
  const names = await namesOf(server, await aSeries(server, { year: 2, name: 'Seria oprită' }));
  const rows = Array.from({ length: total }, (_, index) => aStudentRow(names, 3000 + index));
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(77, new.position); return new; end $$;
    create trigger planted before update on student_import_rows for each row when (new.position in (230, 330))
      execute function planted()`);
  const first = await startProcess();
  const isServing = () =>
    fetch(`http://127.0.0.1:${first.port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  const { importId, stopped } = await sql.begin(async (later) => {
    await later`select pg_advisory_xact_lock(77, 330)`;
    const { answer, stopped } = await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(77, 230)`;
      const answer = sendStudents(first, rows);
      await untilWaiting(sql, 1);
      const stopped = first.stop();
      await expect.poll(isServing, { timeout: 20_000, interval: 20 }).toBe(false);
      return { answer, stopped };
    });
    // The next row still waits for its lock.
    const response = await answer;
    const { importId, ...counted } = (await response.json()) as { importId: number };
    expect([response.status, counted]).toEqual([201, { rows: total, problems: 0 }]);
    return { importId, stopped };
  });
  await stopped;
  await sql.unsafe('drop trigger planted on student_import_rows; drop function planted()');
  const read = async () => (await setup.admin.get(`imports/${importId}`)).json<StudentImport>();
  const second = await startProcess();
  await expect.poll(async () => (await read()).state, { timeout: 120_000, interval: 50 }).toBe('ready');
  await second.stop();
  expect(await read()).toMatchObject({ rows: total, counts: { create: total, unchecked: 0 } });
});

it('[UX-13] [IMP-1] an import of students survives a killed process in the same way', async () => {
  const studyPlace = await aSeries(server, { year: 2, name: 'Seria ucisă' });
  const names = await namesOf(server, studyPlace);
  const rows = Array.from({ length: total }, (_, index) => aStudentRow(names, index + 1));
  const importId = await uploadedStudents(setup.admin, studentCsv(...rows));
  await killInTheMiddle(importId, 'students', `new.email = 'ana.230@exam.test'`);
  const students = await server.database.sql<{ email: string; accounts: number }[]>`
    select s.email::text, (select count(*) from users u where u.email = s.email) as accounts
      from students s where s.series_id = ${studyPlace.seriesId}`;
  expect(students).toHaveLength(total);
  expect(new Set(students.map(({ email }) => email)).size).toBe(total);
  expect(students.every(({ accounts }) => accounts === 1)).toBe(true);
});
