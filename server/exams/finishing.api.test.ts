import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { closeOverdue, closingOverdue } from './finishing.ts';

const server = useTestServer();
const twin = useTestServer({ database: server });
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 3 });
});

const begun = () => aRunningExam(server, custom);
/** The same person through another process. */
const elsewhere = (exam: RunningExam) => twin.caller(exam.student.token);
const ends = async (exam: RunningExam) => (await exam.events()).filter(({ kind }) => kind === 'f');

async function examRow(exam: RunningExam) {
  const [row] = await server.database.sql<
    { finished: boolean; cause: string | null; score: string | null }[]
  >`
    select finished_at is not null as finished, finish_cause as cause, score::text from exams where id = ${exam.exam.id}`;
  return row;
}
/** The shown position of a correct answer; the test bank lists its five correct answers first. */
async function correctIndexes(exam: RunningExam, index: number): Promise<number[]> {
  const { answerOrder } = await exam.storedAt(index);
  return answerOrder.flatMap((bankIndex, shownAt) => (bankIndex < 5 ? [shownAt] : []));
}

describe('ending an exam', () => {
  it('[EXAM-7] a second call returns the same, from any process', async () => {
    const exam = await begun();
    const first = await exam.finish();
    expect(first.json()).toMatchObject({
      id: exam.exam.id,
      status: 'Finished',
      remainingSeconds: 0,
      writer: null,
    });
    const again = await elsewhere(exam).put(`examFinish/?examId=${exam.exam.id}`);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await ends(exam)).toHaveLength(1);
  });

  it('[EXAM-7] refuses another student’s exam and one that has not begun', async () => {
    const [exam, other] = [await begun(), await begun()];
    const response = await other.student.put(`examFinish/?examId=${exam.exam.id}`);
    expect(errorOf(response)).toEqual([404, 'resource.notFound']);
    expect((await server.caller().put(`examFinish/?examId=${exam.exam.id}`)).statusCode).toBe(401);
    expect(await examRow(exam)).toMatchObject({ finished: false });
  });

  it('[SAFE-8] concurrent calls through two processes end it once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const exam = await begun();
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          (n % 2 ? elsewhere(exam) : exam.student).put(`examFinish/?examId=${exam.exam.id}`),
        ),
      );
      expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
      expect(await ends(exam)).toHaveLength(1);
    }
  });

  it('[SAFE-3] is one-way: nothing changes a finished exam', async () => {
    const exam = await begun();
    await exam.save(1, await correctIndexes(exam, 1), { seq: 1 });
    await exam.finish();
    const before = [await examRow(exam), await exam.stored()];
    await exam.save(1, [], { seq: 2 });
    await exam.next(2, [0]);
    await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`);
    await exam.student.post('prepareExam/');
    await server.database.sql`update appointments set extra_minutes = 60 where id = ${exam.appointment.id}`;
    await exam.finish();
    await closeOverdue(server.database);
    expect([await examRow(exam), await exam.stored()]).toEqual(before);
  });

  it('[SAFE-8] waits for a save that another process is committing, and scores it', async () => {
    const exam = await begun();
    const correct = await correctIndexes(exam, 1);
    const ticks = correct.reduce((bits, index) => bits | (1 << index), 0);
    let finishing: Promise<unknown> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`select from exams where id = ${exam.exam.id} for no key update`;
      await tx`insert into exam_events (exam_id, save_id, kind, position, ticks, seq)
               values (${exam.exam.id}, ${randomUUID()}, 's', 1, ${ticks}, 1)`;
      await tx`update exam_questions set ticks = ${ticks}, seq = 1 where exam_id = ${exam.exam.id} and position = 1`;
      finishing = exam.finish().then((response) => response.statusCode);
      await untilWaiting(server.database.sql, 1);
      expect(await examRow(exam)).toMatchObject({ finished: false });
    });
    await finishing;
    expect(await examRow(exam)).toMatchObject({ finished: true, score: '10.00' });
  });

  it('[SAFE-8] rejects a save that arrives while another process is ending the exam', async () => {
    const exam = await begun();
    let saving: Promise<[number, string]> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`select from exams where id = ${exam.exam.id} for no key update`;
      saving = exam.save(1, [0], { seq: 1 }).then((response) => [response.statusCode, response.json().error]);
      await untilWaiting(server.database.sql, 1);
      await tx`update exams set finished_at = now(), finish_cause = 'student', score = 0, grade = 1
                where id = ${exam.exam.id}`;
    });
    expect(await saving).toEqual([409, 'exam.finished']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 0, seq: 0 });
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b', 'l']);
  });

  it('[SAFE-8] [OPS-2] racing with saves through two processes, scores exactly the acknowledged ones', async () => {
    for (let round = 0; round < 12; round += 1) {
      const exam = await begun();
      const sent = Array.from({ length: 10 }, (_, n) => ({ index: (n % 3) + 1, seq: n + 1, tick: n % 5 }));
      const [responses] = await Promise.all([
        Promise.all(
          sent.map(async ({ index, seq, tick }) => {
            await pause(seq * 2);
            const caller = seq % 2 ? exam.student : elsewhere(exam);
            const response = await caller.put(
              'examSave/',
              exam.body(index, [tick], { seq, saveId: randomUUID() }),
            );
            return { index, seq, tick, status: response.statusCode };
          }),
        ),
        pause(round * 2).then(() => elsewhere(exam).put(`examFinish/?examId=${exam.exam.id}`)),
      ]);
      const stored = await exam.stored();
      for (const { position, seq, ticks } of stored) {
        const taken = responses.filter((one) => one.index === position && one.status === 200);
        const last = taken.toSorted((one, other) => other.seq - one.seq)[0];
        expect([seq, ticks]).toEqual(last ? [last.seq, 1 << last.tick] : [0, 0]);
      }
      expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    }
    expect((await rescored(server.database.sql)).problems).toEqual([]);
  });
});

describe('expired exams', () => {
  it('[SAFE-5] are closed after the grace and scored with what arrived in time', async () => {
    const exam = await begun();
    await exam.save(1, await correctIndexes(exam, 1), { seq: 1 });
    await exam.endIn(-50);
    await exam.save(2, await correctIndexes(exam, 2), { seq: 2 });
    const third = await correctIndexes(exam, 3);
    await exam.endIn(-61);
    expect((await exam.save(3, third, { seq: 3 })).statusCode).toBe(409);
    await exam.endIn(-61);
    await closeOverdue(server.database);
    expect(await examRow(exam)).toMatchObject({ finished: false });
    await exam.endIn(-66);
    await closeOverdue(server.database);
    expect(await examRow(exam)).toEqual({ finished: true, cause: 'deadline', score: '20.00' });
    expect((await exam.finish()).json()).toMatchObject({ status: 'Finished' });
  });

  it('[EXAM-7] count as ended by the deadline when the student ends them after it', async () => {
    const exam = await begun();
    await exam.endIn(-5);
    await exam.finish();
    expect(await examRow(exam)).toMatchObject({ cause: 'deadline' });
    const quick = await begun();
    await quick.finish();
    expect(await examRow(quick)).toMatchObject({ cause: 'student' });
  });

  it('[SAFE-8] are closed exactly once by processes that run the job at the same time', async () => {
    const { sql } = server.database;
    const exam = await begun();
    // Inserted directly: enough exams for several rounds of the job.
    await sql`
      with made as (
        insert into exam_groups (kind, user_id, student_id, custom_exam_id, name, duration_s, seed, started_at)
        select 'simulation', g.user_id, g.student_id, g.custom_exam_id, 'Rest', 3600, 'seed', now() - interval '2 hours'
          from exam_groups g, generate_series(1, 130) where g.id = ${exam.exam.groupId} returning id, user_id
      ), rest as (
        insert into exams (group_id, position, user_id, name, questions, scoring_mode, max_points, started_at, deadline, writer)
        select id, row_number() over (), user_id, 'Rest', 3, 'FULL_MATCH', 30, now() - interval '2 hours', now() - interval '90 seconds', gen_random_uuid()
          from made returning id
      )
      insert into exam_questions (exam_id, position, question_version_id, kind, slots)
      select rest.id, q.position, q.question_version_id, q.kind, q.slots from rest, exam_questions q where q.exam_id = ${exam.exam.id}`;
    const closed = await Promise.all([
      closeOverdue(server.database),
      closeOverdue(twin.database),
      closeOverdue(server.database),
      closeOverdue(twin.database),
    ]);
    // Each process skips what another has locked; the next run finds nothing left.
    const left = await closeOverdue(server.database);
    expect(closed.reduce((all, one) => all + one, left)).toBe(130);
    const [counted] = await sql<{ exams: number; events: number }[]>`
      select count(distinct e.id)::int as exams, count(*)::int as events from exams e join exam_events v on v.exam_id = e.id
       where e.name = 'Rest' and e.finish_cause = 'deadline' and v.kind = ${eventLetters.finished}`;
    expect(counted).toEqual({ exams: 130, events: 130 });
  });

  it('[SAFE-5] are skipped while a save or finish holds them, without delaying the others', async () => {
    const [held, free] = [await begun(), await begun()];
    for (const exam of [held, free]) await exam.endIn(-90);
    await server.database.sql.begin(async (tx) => {
      await tx`select from exams where id = ${held.exam.id} for no key update`;
      await closeOverdue(twin.database);
      expect(await examRow(held)).toMatchObject({ finished: false });
      expect(await examRow(free)).toMatchObject({ finished: true });
    });
    await closeOverdue(twin.database);
    expect(await examRow(held)).toMatchObject({ finished: true });
  });

  it('[SAFE-5] [EXAM-7] are closed by a freshly started process with no browser connected', async () => {
    const exam = await begun();
    await exam.save(1, await correctIndexes(exam, 1));
    await exam.endIn(-600);
    const fresh = await testServer({ database: server });
    const job = closingOverdue.start(fresh, fresh.app.log);
    await expect.poll(() => examRow(exam)).toMatchObject({ finished: true, score: '10.00' });
    await job.stop();
    await fresh.close();
  });
});
