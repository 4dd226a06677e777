import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { maxUnanswered } from '#server/exams/personal-limits.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 6 });
});

const begun = () => aRunningExam(server, custom);

describe('repeated and reordered saves', () => {
  it('[SAFE-4] count as one save with one response per saveId, even after newer ones', async () => {
    const exam = await begun();
    const saveId = randomUUID();
    const first = await exam.next(1, [0], { saveId });
    await exam.save(1, [1], { saveId: randomUUID() });
    const again = await exam.next(1, [0], { saveId });
    const { remainingSeconds: _, ...question } = first.json();
    expect(again.json()).toMatchObject(question);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 2, seq: 2 });
    expect((await exam.events()).filter((event) => event.saveId === saveId)).toHaveLength(1);
  });

  it('[SAFE-4] return the same response with examSave and when no question is left', async () => {
    const exam = await begun();
    const [stays, last] = [randomUUID(), randomUUID()];
    for (let time = 0; time < 2; time += 1) {
      expect((await exam.save(1, [0], { saveId: stays, seq: 4 })).json()).toMatchObject({ seq: 4 });
      expect((await exam.next(6, [0], { saveId: last, seq: 5 })).statusCode).toBe(204);
    }
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b', 's', 's']);
  });

  it('[SAFE-4] are separate in another exam, even with the same saveId', async () => {
    const [mine, other] = [await begun(), await begun()];
    const saveId = randomUUID();
    await other.save(1, [0], { saveId });
    expect((await mine.save(1, [1], { saveId })).statusCode).toBe(200);
    expect(await mine.storedAt(1)).toMatchObject({ ticks: 2 });
    expect(await other.storedAt(1)).toMatchObject({ ticks: 1 });
  });

  it('[SAFE-4] are acknowledged even after the exam was taken over or finished', async () => {
    const exam = await begun();
    const saveId = randomUUID();
    await exam.save(1, [0], { saveId, seq: 1 });
    await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`);
    expect((await exam.save(1, [0], { saveId, seq: 1 })).statusCode).toBe(200);
    await exam.finish();
    expect((await exam.save(1, [0], { saveId, seq: 1 })).statusCode).toBe(200);
    expect((await exam.next(1, [0], { saveId, seq: 1 })).statusCode).toBe(204);
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b', 's', 'r', 'f']);
  });

  it('[SAFE-4] compare sequences per question, so a delayed tick of another question counts', async () => {
    const exam = await begun();
    await exam.save(2, [1], { seq: 9 });
    expect((await exam.save(1, [0], { seq: 3 })).json()).toMatchObject({ seq: 3 });
    expect((await exam.stored()).slice(0, 2).map(({ ticks, seq }) => [ticks, seq])).toEqual([
      [1, 3],
      [2, 9],
    ]);
  });

  it('[SAFE-4] acknowledge an older sequence of the same question without changing it', async () => {
    const exam = await begun();
    await exam.save(1, [1], { seq: 9 });
    for (const seq of [8, 9]) expect((await exam.save(1, [0], { seq })).json()).toMatchObject({ seq: 9 });
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 2, seq: 9 });
    expect((await exam.events()).filter(({ kind }) => kind === 's')).toHaveLength(3);
  });

  it('[SAFE-4] do not reopen a question when its skip arrives after the answer', async () => {
    const exam = await begun();
    await exam.save(2, [1], { seq: 9 });
    await exam.save(2, undefined, { isSkiped: true, seq: 8 });
    expect(await exam.storedAt(2)).toMatchObject({ ticks: 2, marks: 0 });
    expect((await exam.next(6, [0], { seq: 10 })).statusCode).toBe(204);
  });

  it('[SAFE-3] overwrite with a blank only when it has a newer sequence', async () => {
    const exam = await begun();
    await exam.save(1, [0], { seq: 3 });
    await exam.save(1, []);
    await exam.save(1);
    await exam.save(1, undefined, { currentAnswerChekedIds: null });
    await exam.save(1, [], { seq: 2 });
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1, seq: 3 });
    await exam.save(1, [], { seq: 4 });
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 0, seq: 4 });
  });

  it('[SAFE-4] keep the highest sequence of each question when sent concurrently', async () => {
    const exam = await begun();
    const sent = Array.from({ length: maxUnanswered }, (_, n) => ({
      index: (n % 3) + 1,
      seq: ((n * 7) % maxUnanswered) + 1,
      shownAt: n % 5,
    }));
    const responses = await Promise.all(
      sent.map(({ index, seq, shownAt }) => exam.save(index, [shownAt], { seq, saveId: randomUUID() })),
    );
    expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
    const highest = (index: number) =>
      sent.filter((one) => one.index === index).reduce((high, one) => (one.seq > high.seq ? one : high));
    expect((await exam.stored()).slice(0, 3).map(({ ticks, seq }) => [ticks, seq])).toEqual(
      [1, 2, 3].map((index) => [1 << highest(index).shownAt, highest(index).seq]),
    );
  });
});

describe('saves around the deadline', () => {
  it('[EXAM-8] [SAFE-5] count 50 seconds after the deadline', async () => {
    const exam = await begun();
    await exam.endIn(-50);
    const saved = await exam.next(1, [0]);
    expect(saved.json()).toMatchObject({ index: 2, remainingSeconds: 0 });
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1 });
  });

  it('[EXAM-8] [SAFE-5] are refused 61 seconds after it and stored as late, once, unscored', async () => {
    const exam = await begun();
    await exam.save(1, [1], { seq: 1 });
    await exam.endIn(-61);
    const saveId = randomUUID();
    for (let time = 0; time < 2; time += 1)
      expect(
        errorOf(await exam.save(1, [0], { seq: 2, saveId, clientTime: '2026-01-01T08:00:00.000Z' })),
      ).toEqual([409, 'exam.late']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 2, seq: 1 });
    const late = (await exam.events()).filter(({ kind }) => kind === 'l');
    expect(late).toMatchObject([
      {
        position: 1,
        ticks: 1,
        seq: 2,
        client: { clientTime: '2026-01-01T08:00:00.000Z' },
        signIn: expect.any(String),
      },
    ]);
  });

  it('[EXAM-8] are stored as late after the finish and change nothing', async () => {
    const exam = await begun();
    await exam.save(1, [1], { seq: 1 });
    await exam.finish();
    expect(errorOf(await exam.save(1, [0], { seq: 2 }))).toEqual([409, 'exam.finished']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 2, seq: 1 });
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b', 's', 'f', 'l']);
    const read = await exam.student.put('examNext/', { examId: exam.exam.id, prevQuestId: 0 });
    expect(errorOf(read)).toEqual([409, 'exam.finished']);
  });

  it('[EXAM-11] return extra time that was granted during the exam', async () => {
    const exam = await begun();
    const before = (await exam.save(1, [0])).json().remainingSeconds;
    await server.database.sql`update appointments set extra_minutes = 15 where id = ${exam.appointment.id}`;
    const after = (await exam.next(1, [0])).json().remainingSeconds;
    expect(Math.abs(after - before - 900)).toBeLessThanOrEqual(30);
    expect((await exam.events()).find(({ kind }) => kind === 't')?.client).toMatchObject({ minutes: 15 });
    await exam.endIn(-61);
    await server.database.sql`update appointments set extra_minutes = 20 where id = ${exam.appointment.id}`;
    expect((await exam.save(1, [1])).statusCode).toBe(200);
  });
});
