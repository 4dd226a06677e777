import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 6 });
});

const begun = () => aRunningExam(server, custom);
const many = (count: number) => Promise.all(Array.from({ length: count }, begun));
const statusOf = async (response: Promise<{ statusCode: number }>) => (await response).statusCode;

/** Makes the commit fail for any save of an exam's third question. */
async function failingAtCommit(exam: RunningExam, work: () => Promise<void>): Promise<void> {
  const { sql } = server.database;
  await sql.unsafe(`
    create function fails() returns trigger language plpgsql as $$ begin
      raise notice 'told before the commit is over';
      raise exception 'the commit fails';
    end $$;
    create constraint trigger fails after insert on exam_events deferrable initially deferred
      for each row when (new.exam_id = ${exam.exam.id} and new.position = 3) execute function fails()`);
  try {
    await work();
  } finally {
    await sql.unsafe('drop trigger fails on exam_events; drop function fails()');
  }
}

async function commitsOf(exams: readonly RunningExam[]): Promise<number> {
  const [written] = await server.database.sql<{ commits: number }[]>`
    select count(distinct xmin::text)::int as commits from exam_events
     where kind = ${eventLetters.saved} and exam_id = any(${exams.map(({ exam }) => exam.id)})`;
  return written?.commits ?? 0;
}

describe('concurrent saves', () => {
  it('[SAFE-1] are acknowledged only after the commit; a failed commit is refused and stores nothing', async () => {
    const exam = await begun();
    await failingAtCommit(exam, async () => {
      expect(await statusOf(exam.save(3, [0]))).toBe(503);
      expect(await exam.storedAt(3)).toMatchObject({ ticks: 0, seq: 0 });
    });
    expect(await statusOf(exam.save(3, [0]))).toBe(200);
  });

  it('[SAFE-1] are not acknowledged before the database has committed', async () => {
    const exam = await begun();
    let acknowledged = false;
    let saving: Promise<unknown> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`select from exams where id = ${exam.exam.id} for no key update`;
      saving = exam.save(1, [0]).then(() => {
        acknowledged = true;
      });
      await untilWaiting(server.database.sql, 1);
      expect(acknowledged).toBe(false);
      expect(
        (await tx`select from exam_events where exam_id = ${exam.exam.id} and kind = ${eventLetters.saved}`)
          .count,
      ).toBe(0);
    });
    await saving;
    expect(acknowledged).toBe(true);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1 });
  });

  it('[SAFE-1] one bad save never fails its neighbours', async () => {
    const exams = await many(8);
    const [bad] = exams;
    await failingAtCommit(bad as RunningExam, async () => {
      const statuses = await Promise.all(exams.map((exam) => statusOf(exam.save(3, [1], { seq: 1 }))));
      expect(statuses).toEqual([503, 200, 200, 200, 200, 200, 200, 200]);
    });
    const stored = await Promise.all(exams.map((exam) => exam.storedAt(3)));
    expect(stored.map(({ ticks }) => ticks)).toEqual([0, 2, 2, 2, 2, 2, 2, 2]);
    for (const exam of exams.slice(1))
      expect((await exam.events()).filter(({ kind }) => kind === 's')).toHaveLength(1);
  });

  it('[SAFE-4] of one exam run in order, each with its own response', async () => {
    const exam = await begun();
    const responses = await Promise.all(
      [0, 1, 2, 3, 4].map((index) => exam.next(index + 1, [index], { saveId: randomUUID() })),
    );
    expect(responses.map((response) => response.json().index)).toEqual([2, 3, 4, 5, 6]);
    const again = await Promise.all([0, 1, 2, 3, 4].map((index) => exam.save(1, [index])));
    expect(again.map((response) => response.json().seq)).toEqual([2, 3, 4, 5, 6]);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 16, seq: 6 });
    const saved = (await exam.events()).filter(({ kind }) => kind === 's');
    expect(saved.slice(5).map(({ ticks }) => ticks)).toEqual([1, 2, 4, 8, 16]);
  });

  it('[SAFE-4] of a locked exam wait and do not delay other exams', async () => {
    const [held, other] = [await begun(), await begun()];
    let saving: Promise<{ json(): { seq: number } }[]> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`select from exams where id = ${held.exam.id} for no key update`;
      const first = held.save(1, [0]);
      await untilWaiting(server.database.sql, 1);
      saving = Promise.all([first, held.save(1, [1]), held.save(1, [2])]);
      expect(await statusOf(other.save(1, [0]))).toBe(200);
      // By now the other saves of the locked exam have arrived too.
      expect(await statusOf(other.save(1, [1]))).toBe(200);
    });
    expect((await saving)?.map((response) => response.json().seq)).toEqual([1, 2, 3]);
    expect(await held.storedAt(1)).toMatchObject({ ticks: 4, seq: 3 });
  });

  it('[SAFE-4] the newer of two concurrent saves of a question wins', async () => {
    const exams = await many(6);
    for (const order of [
      [1, 2],
      [4, 3],
    ]) {
      await Promise.all(
        exams.flatMap((exam) =>
          order.map((seq) => statusOf(exam.save(1, [seq], { seq, saveId: randomUUID() }))),
        ),
      );
      const highest = Math.max(...order);
      for (const exam of exams)
        expect(await exam.storedAt(1)).toMatchObject({ seq: highest, ticks: 1 << highest });
    }
  });

  it('[SAFE-4] a save that waited while another process committed a newer one returns the newer state', async () => {
    const exam = await begun();
    let saving: Promise<{ seq: number }> | undefined;
    let showing: Promise<{ seq: number; haveAnyAnswer: boolean }> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`select from exams where id = ${exam.exam.id} for no key update`;
      await tx`update exam_questions set ticks = 4, seq = 9 where exam_id = ${exam.exam.id} and position = 1`;
      saving = exam.save(1, [0], { seq: 3 }).then((response) => response.json());
      showing = exam.student
        .put('examQuestion/?questionIndex=1', exam.body(1, [0], { seq: 4 }))
        .then((response) => response.json());
      await untilWaiting(server.database.sql, 1);
    });
    expect(await saving).toMatchObject({ seq: 9 });
    expect(await showing).toMatchObject({ seq: 9, haveAnyAnswer: true });
  });

  it('[SAFE-4] the same save sent twice at once is one event with equal responses', async () => {
    const exam = await begun();
    const twin = await testServer({ database: server });
    const body = exam.body(1, [2], { saveId: randomUUID(), seq: 3 });
    const callers = [exam.student, twin.caller(exam.student.token)];
    const responses = await Promise.all(
      [...callers, ...callers, ...callers].map((caller) => caller.put('examNext/', body)),
    );
    const outcomes = responses.map((response) => {
      const { remainingSeconds: _, ...question } = response.json();
      return question;
    });
    for (const one of outcomes) expect(one).toEqual(outcomes[0]);
    expect((await exam.events()).filter(({ kind }) => kind === 's')).toHaveLength(1);
    await twin.close();
  });

  it('share commits', async () => {
    const exams = await many(12);
    const statuses = await Promise.all(exams.map((exam) => statusOf(exam.save(2, [0]))));
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect(await commitsOf(exams)).toBeLessThan(exams.length / 2);
  });

  it('[SAFE-18] share a commit every 20 ms while sign-ins need every processor', async () => {
    const exams = await many(20);
    const { hashing } = server.services;
    const storedHash = await hashing.hash('a password');
    let isOver = false;
    const signIns = Array.from({ length: 3 }, async () => {
      while (!isOver) await hashing.verify(storedHash, 'a password');
    });
    await expect.poll(hashing.isRush, { timeout: 20_000 }).toBe(true);
    const began = performance.now();
    for (const exam of exams) expect(await statusOf(exam.save(2, [0]))).toBe(200);
    const took = performance.now() - began;
    isOver = true;
    await Promise.all(signIns);
    expect(await commitsOf(exams)).toBeLessThanOrEqual(1 + took / 20);
  });

  it('[SAFE-1] a broken connection loses no acknowledged save and blocks no later one', async () => {
    const exams = await many(6);
    const { sql } = server.database;
    const acknowledged: Promise<{ exam: RunningExam; seq: number; status: number }>[] = [];
    for (let seq = 1; seq <= 15; seq += 1) {
      for (const exam of exams)
        acknowledged.push(
          statusOf(exam.save(1, [seq % 5], { seq, saveId: randomUUID() })).then((status) => ({
            exam,
            seq,
            status,
          })),
        );
      if (seq % 5 === 0)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
                   where datname = current_database() and application_name = 'exam-platform-saves'`;
      await pause(5);
    }
    const responses = await Promise.all(acknowledged);
    expect(responses.every(({ status }) => status === 200 || status === 503)).toBe(true);
    for (const exam of exams) {
      const highest = Math.max(
        0,
        ...responses.filter((one) => one.exam === exam && one.status === 200).map(({ seq }) => seq),
      );
      expect((await exam.storedAt(1)).seq).toBeGreaterThanOrEqual(highest);
      await expect.poll(() => statusOf(exam.save(2, [0]))).toBe(200);
    }
  });
});
