import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, test } from 'vitest';
import type { Sql } from '#server/db/database.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { sealExamEvents } from './event-sealing.ts';

const server = useTestServer();
let examId: number;
let sealed: number;

beforeAll(async () => {
  const student = await aCandidate(server, await aCustomExam(server, { questions: 3 }));
  const exam = (await student.post('prepareExam/')).json();
  examId = exam.id;
  for (let index = 1; index <= 3; index += 1)
    await student.put(`examSave/`, {
      examId,
      prevQuestId: examId * 1000 + index,
      currentAnswerChekedIds: [(examId * 1000 + index) * 100],
      writer: exam.writer,
      saveId: randomUUID(),
      seq: index,
    });
  await student.put(`examFinish/?examId=${examId}`);
  sealed = await sealExamEvents(server.database);
});

const firstBreak = async (sql: Sql) =>
  (await sql<{ at: number | null }[]>`select exam_events_first_break(${examId}) as at`)[0]?.at;

/** Tampers as a database superuser could, runs the check, and undoes it. */
async function afterTampering(change: (sql: Sql) => Promise<unknown>) {
  let found: number | null | undefined;
  const undo = new Error('undo');
  await server.database.sql
    .begin(async (tx) => {
      await tx`alter table exam_events disable trigger all`;
      await change(tx as unknown as Sql);
      found = await firstBreak(tx as unknown as Sql);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return found;
}

it('[SAFE-13] the events of a finished exam are chained, and the head is in the audit log', async () => {
  const { sql } = server.database;
  const [head] = await sql<{ number: number; hash: string }[]>`
    select number, encode(hash, 'hex') as hash from exam_event_seals where exam_id = ${examId} order by number desc limit 1`;
  const [entry] = await sql<{ after: unknown }[]>`
    select after from audit_log where entity = 'exams' and entity_id = ${String(examId)} and action = 'sealed'`;
  expect(sealed).toBe(1);
  expect(head?.number).toBe(5);
  expect(entry?.after).toEqual({
    events: 5,
    hash: head?.hash,
    paper_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await firstBreak(sql)).toBeNull();
});

test.each([
  [
    'edited',
    (sql: Sql) => sql`update exam_events set ticks = ticks + 1 where exam_id = ${examId} and seq = 2`,
    3,
  ],
  ['removed', (sql: Sql) => sql`delete from exam_events where exam_id = ${examId} and seq = 3`, 4],
])('[SAFE-13] an %s event is found', async (_, change, at) => {
  expect(await afterTampering(change)).toBe(at);
});

it('[SAFE-13] events cannot be changed or removed by mistake', async () => {
  const { sql } = server.database;
  await expect(sql`update exam_events set seq = 1 where exam_id = ${examId}`).rejects.toThrow('appended');
  await expect(sql`delete from exam_events where exam_id = ${examId}`).rejects.toThrow('appended');
});

test('every column of an event is in its digest', async () => {
  const columns = await server.database.sql<{ name: string; digested: boolean }[]>`
    select attname as name, strpos(pg_get_functiondef('exam_event_digest'::regproc), 'event.' || attname) > 0 as digested
      from pg_attribute where attrelid = 'exam_events'::regclass and attnum > 0 and not attisdropped`;
  expect(columns.length).toBeGreaterThan(8);
  expect(columns.filter(({ digested }) => !digested)).toEqual([]);
});
