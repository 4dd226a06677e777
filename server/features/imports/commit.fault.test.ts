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
let desk: ImportSetup;
const started: ChildServer[] = [];

beforeAll(async () => {
  desk = await importSetup(server);
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

/** Rows per import: several batches. */
const total = 500;

/** Starts the job in a process, kills it while it inserts the given row, and lets another process complete it. */
async function killInTheMiddle(importId: number, table: string, row: string): Promise<void> {
  const { sql } = server.database;
  const read = async () => (await desk.admin.get(`imports/${importId}`)).json<WholeImport>();
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(77, 1); return new; end $$;
    create trigger planted before insert on ${table} for each row when (${row}) execute function planted()`);
  await desk.admin.post(`imports/${importId}/commit`);
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
  const { importId } = await desk.uploaded(await aQuestionFile(questions));
  await desk.admin.put(`imports/${importId}`, { chapterId: desk.chapterId });
  await killInTheMiddle(importId, 'questions', `new.text like '%Rândul 230%'`);
  const texts = await server.database.sql<{ text: string }[]>`
    select text from questions where chapter_id = ${desk.chapterId}`;
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
    (await desk.admin.get(`imports/${(await desk.admin.get('imports')).json()[0].id}`)).json<StudentImport>();
  const first = await startProcess();
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(77, 2)`;
    const form = new FormData();
    form.set('file', new File([new Uint8Array(studentCsv(...rows))], 'studenti.csv'));
    const lost = fetch(`http://127.0.0.1:${first.port}/api/umfst/imports/students`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.admin.token}` },
      body: form,
    }).catch(() => 'lost');
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

it('[UX-13] [IMP-1] an import of students survives a killed process in the same way', async () => {
  const place = await aSeries(server, { year: 2, name: 'Seria ucisă' });
  const names = await namesOf(server, place);
  const rows = Array.from({ length: total }, (_, index) => aStudentRow(names, index + 1));
  const importId = await uploadedStudents(desk.admin, studentCsv(...rows));
  await killInTheMiddle(importId, 'students', `new.email = 'ana.230@exam.test'`);
  const students = await server.database.sql<{ email: string; accounts: number }[]>`
    select s.email::text, (select count(*) from users u where u.email = s.email) as accounts
      from students s where s.series_id = ${place.seriesId}`;
  expect(students).toHaveLength(total);
  expect(new Set(students.map(({ email }) => email)).size).toBe(total);
  expect(students.every(({ accounts }) => accounts === 1)).toBe(true);
});
