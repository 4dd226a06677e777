import { beforeAll, describe, expect, it, test } from 'vitest';
import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Sql } from '#server/db/database.ts';
import { closeOverdue } from '#server/exams/finishing.ts';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { findingsAfter, findingsOf, sealAll } from '#server/testing/tampering.ts';

const server = useTestServer();
const twin = useTestServer({ database: server });
let custom: CustomExam;
/** An exam that was taken, ended by its student and sealed. */
let sat: RunningExam;
let id: number;

beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 3 });
  // Somebody an exam could be given to.
  await aCandidate(server, custom);
  sat = await aRunningExam(server, custom);
  id = sat.exam.id;
  await sat.save(1, [0], { seq: 1 });
  await sat.save(2, [1], { seq: 2 });
  await sat.next(1, [2], { seq: 3 });
  await sat.finish();
  await sealAll(server);
});

describe('[SAFE-20] normal operation gives no finding', () => {
  it('[SAFE-20] with running exams, takeovers, deadlines, late answers and two sealing processes', async () => {
    expect(await findingsOf(server)).toEqual([]);
    const running = await aRunningExam(server, custom);
    await running.save(1, [1], { seq: 1 });
    const takenOver = await aRunningExam(server, custom);
    await takenOver.student.get(`exam/${takenOver.exam.id}`);
    await takenOver.save(1, [1], { seq: 1 });
    const overdue = await aRunningExam(server, custom);
    await overdue.save(2, [0], { seq: 1 });
    await overdue.endIn(-70);
    await overdue.save(1, [1], { seq: 5 });
    expect(await findingsOf(server)).toEqual([]);
    await closeOverdue(server.database);
    await overdue.save(1, [1], { seq: 6 });
    expect(await findingsOf(server)).toEqual([]);
    await Promise.all([sealAll(server), sealAll(twin), findingsOf(server), sealAll(server)]);
    await sealAll(twin);
    await overdue.save(3, [1], { seq: 7 });
    await takenOver.finish();
    expect(await findingsOf(twin)).toEqual([]);
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
    const kinds = new Set((await overdue.events()).map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['b', 's', 'l', 'f']));
  });
});

describe('[SAFE-20] the end of an exam is recorded', () => {
  it('[SAFE-20] the final event carries score, grade and maximum points, and the audit log the result', async () => {
    const { sql } = server.database;
    const [row] = await sql<Record<string, string>[]>`
      select score::text, grade::text, max_points::text as "maxPoints" from exams where id = ${id}`;
    const end = (await sat.events()).find(({ kind }) => kind === 'f');
    expect(end?.client).toEqual({
      cause: 'student',
      score: Number(row?.score),
      grade: Number(row?.grade),
      maxPoints: Number(row?.maxPoints),
    });
    const entries = await sql`
      select before, after from audit_log where entity = 'exams' and entity_id = ${String(id)} and action = 'result'`;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      before: null,
      after: {
        id,
        finish_cause: 'student',
        score: Number(row?.score),
        grade: Number(row?.grade),
        max_points: Number(row?.maxPoints),
      },
    });
  });

  it('[SAFE-20] beginning, saving and loading add no audit entry', async () => {
    const { sql } = server.database;
    const running = await aRunningExam(server, custom);
    const count = async () =>
      (await sql<{ n: number }[]>`select count(*) as n from audit_log where entity = 'exams'`)[0]?.n;
    const before = await count();
    await running.save(1, [1]);
    await running.student.get(`exam/${running.exam.id}`);
    expect(await count()).toBe(before);
  });
});

/** Repeats the end of the exam with a better grade, as an event of the given kind, and seals it. */
async function gradeBetter(sql: Sql, kind: string): Promise<void> {
  await sql`insert into exam_events (exam_id, save_id, kind, client)
    select exam_id, gen_random_uuid(), ${kind}::"char", client || '{"grade":10}' from exam_events
     where exam_id = ${id} and kind = ${eventLetters.finished}`;
  await sql`update exams set grade = 10 where id = ${id}`;
  await sql`select seal_exam_events(20)`;
}

/** Manipulations of the exam and the finding each must give; each names the exam. */
const tampering: readonly (readonly [string, 'on' | 'off', (sql: Sql) => Promise<unknown>, string[]])[] = [
  [
    'a grade changed with the console',
    'on',
    (sql) => sql`update exams set grade = 10 where id = ${id}`,
    ['scoreChanged'],
  ],
  [
    'a grade changed with all triggers off',
    'off',
    (sql) => sql`update exams set grade = 10 where id = ${id}`,
    ['scoreChanged', 'rowChanged'],
  ],
  [
    'a score changed with all triggers off',
    'off',
    (sql) => sql`update exams set score = score + 0.01 where id = ${id}`,
    ['scoreChanged', 'rowChanged'],
  ],
  [
    'the most points changed',
    'off',
    (sql) => sql`update exams set max_points = max_points + 1 where id = ${id}`,
    ['scoreChanged', 'rowChanged'],
  ],
  [
    'a finished exam opened again',
    'off',
    (sql) =>
      sql`update exams set finished_at = null, finish_cause = null, score = null, grade = null where id = ${id}`,
    ['scoreChanged', 'rowChanged'],
  ],
  [
    'how it ended changed',
    'off',
    (sql) => sql`update exams set finish_cause = 'staff' where id = ${id}`,
    ['rowChanged'],
  ],
  [
    'a grade changed in the row and in the event that ends the exam',
    'off',
    async (sql) => {
      await sql`update exams set grade = 10 where id = ${id}`;
      await sql`update exam_events set client = client || '{"grade":10}' where exam_id = ${id} and kind = ${eventLetters.finished}`;
    },
    ['eventsChanged', 'rowChanged'],
  ],
  [
    'a grade changed in the row, in the event and in the log',
    'off',
    async (sql) => {
      await sql`update exams set grade = 10 where id = ${id}`;
      await sql`update exam_events set client = client || '{"grade":10}' where exam_id = ${id} and kind = ${eventLetters.finished}`;
      await sql`update audit_log set after = after || '{"grade":10}' where entity = 'exams' and entity_id = ${String(id)} and action = 'result'`;
    },
    ['eventsChanged', 'entryChanged'],
  ],
  [
    'a second event with a better score added',
    'off',
    async (sql) => {
      await sql`update exams set grade = 10 where id = ${id}`;
      await sql`insert into exam_events (exam_id, save_id, kind, client)
        select exam_id, gen_random_uuid(), ${eventLetters.finished}::"char", client || '{"grade":10}' from exam_events where exam_id = ${id} and kind = ${eventLetters.finished}`;
    },
    ['rowChanged', 'eventsUnsealed'],
  ],
  [
    'the event that ends it taken away',
    'off',
    (sql) => sql`delete from exam_events where exam_id = ${id} and kind = ${eventLetters.finished}`,
    ['eventsChanged', 'scoreWithoutEvent'],
  ],
  [
    'the last events cut off together with their seals',
    'off',
    async (sql) => {
      await sql`delete from exam_events v using exam_event_seals s
        where s.exam_id = ${id} and s.number > 3 and v.exam_id = s.exam_id and v.save_id = s.save_id`;
      await sql`delete from exam_event_seals where exam_id = ${id} and number > 3`;
    },
    ['eventsCut', 'scoreWithoutEvent'],
  ],
  [
    'all seals taken away',
    'off',
    (sql) => sql`delete from exam_event_seals where exam_id = ${id}`,
    ['eventsCut', 'eventsUnsealed'],
  ],
  [
    'a save taken away',
    'off',
    (sql) => sql`delete from exam_events where exam_id = ${id} and seq = 3`,
    ['eventsChanged', 'ticksChanged'],
  ],
  [
    'a save added',
    'off',
    (sql) => sql`insert into exam_events (exam_id, save_id, kind, position, ticks, seq)
      values (${id}, gen_random_uuid(), 's', 3, 2, 9)`,
    ['eventsUnsealed', 'ticksChanged'],
  ],
  [
    'two saves that change places',
    'off',
    (sql) => sql`update exam_events a set at = b.at from exam_events b
      where a.exam_id = ${id} and b.exam_id = ${id} and a.seq in (1, 2) and b.seq = 3 - a.seq`,
    ['eventsChanged'],
  ],
  [
    'ticks changed after the end',
    'off',
    (sql) => sql`update exam_questions set ticks = 3 where exam_id = ${id} and position = 2`,
    ['ticksChanged'],
  ],
  [
    'the answers put in another order under the same ticks',
    'on',
    (sql) =>
      sql`update exam_questions set slots = slots[2:] || slots[1:1] where exam_id = ${id} and position = 1`,
    ['paperChanged'],
  ],
  [
    'another question put under the same ticks, and sealed with a new event',
    'on',
    async (sql) => {
      await sql`update exam_questions q set question_version_id = o.question_version_id from exam_questions o
        where q.exam_id = ${id} and q.position = 1 and o.exam_id = ${id} and o.position = 2`;
      await sql`insert into exam_events (exam_id, save_id, kind, position) values (${id}, gen_random_uuid(), ${eventLetters.late}, 1)`;
      await sql`select seal_exam_events(20)`;
    },
    ['paperChanged'],
  ],
  [
    'the exam given to another student',
    'on',
    (sql) => sql`update exam_groups g set student_id = p.id, user_id = p.user_id from students p
      where g.id = ${sat.exam.groupId} and p.id = (select min(id) from students where id <> g.student_id)`,
    ['paperChanged'],
  ],
  [
    'another scoring mode',
    'on',
    (sql) => sql`update exams set scoring_mode = 'JUST_CORRECT' where id = ${id}`,
    ['paperChanged'],
  ],
  [
    'a better answer saved after the end, graded and sealed',
    'on',
    async (sql) => {
      await sql`insert into exam_events (exam_id, save_id, kind, position, ticks, seq)
        values (${id}, gen_random_uuid(), ${eventLetters.saved}, 3, 2, 9)`;
      await sql`update exam_questions set ticks = 2, seq = 9 where exam_id = ${id} and position = 3`;
      await gradeBetter(sql, eventLetters.regraded);
    },
    ['eventsAdded'],
  ],
  [
    'a second end with a better grade, sealed',
    'on',
    (sql) => gradeBetter(sql, eventLetters.finished),
    ['eventsAdded'],
  ],
  [
    'the exam taken away',
    'off',
    async (sql) => {
      await sql`delete from exam_questions where exam_id = ${id}`;
      await sql`delete from exams where id = ${id}`;
    },
    ['rowMissing'],
  ],
];

describe('[SAFE-20] a score or grade changed outside the product is found, and the exam named', () => {
  test.each(tampering)('[SAFE-20] %s', async (_, triggers, change, expected) => {
    expect(await findingsOf(server)).toEqual([]);
    const findings = await findingsAfter(server, change, triggers);
    const kinds = new Set<string>(findings.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(expected));
    expect(findings.filter(({ kind }) => expected.includes(kind)).map(({ exam }) => exam)).toEqual(
      findings.filter(({ kind }) => expected.includes(kind)).map(() => id),
    );
  });

  it('[SAFE-20] an exam whose events were removed from the sealing queue', async () => {
    const ended = await aRunningExam(server, custom);
    await ended.finish();
    const findings = await findingsAfter(
      server,
      (sql) => sql`delete from exam_seal_pending where exam_id = ${ended.exam.id}`,
    );
    expect(findings).toEqual([
      { kind: 'eventsUnsealed', table: 'exams', row: String(ended.exam.id), exam: ended.exam.id },
    ]);
    await sealAll(server);
  });

  it('[SAFE-20] client data in an event never counts as a score', async () => {
    const inflated = await aRunningExam(server, custom);
    const score = { score: 100, grade: 10, maxPoints: 100 };
    const response = await inflated.save(1, [1], { seq: 1, user: score });
    expect(response.statusCode).toBe(200);
    await inflated.finish();
    await inflated.save(1, [1], { seq: 2, user: score });
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
  });
});
