import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import { signedIn } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, runningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 6 });
});

const begun = () => aRunningExam(server, custom);

describe('one writer at a time', () => {
  it('[EXAM-9] [SAFE-3] makes the latest page to load the exam its writer and refuses the previous one', async () => {
    const exam = await begun();
    await exam.save(1, [0], { seq: 1 });
    const loaded = (await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`)).json();
    expect(loaded.writer).not.toBe(exam.exam.writer);
    const saveId = randomUUID();
    const old = await exam.save(1, [1], { seq: 2, saveId });
    expect(errorOf(old)).toEqual([409, 'exam.takenOver']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1, seq: 1 });
    expect((await exam.events()).map(({ kind, ticks }) => [kind, ticks])).toEqual([
      ['b', null],
      ['s', 1],
      ['r', null],
      ['o', 2],
    ]);
    const again = await exam.save(1, [1], { seq: 2, saveId });
    expect(errorOf(again)).toEqual([409, 'exam.takenOver']);
    expect((await exam.events()).filter(({ kind }) => kind === 'o')).toHaveLength(1);
    const mine = await exam.save(1, [1], { seq: 2, saveId, writer: loaded.writer });
    expect(mine.statusCode).toBe(200);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 2, seq: 2 });
  });

  it('[EXAM-9] [SAFE-3] never replaces later ticks with unsent ones of another computer', async () => {
    const exam = await begun();
    const load = async () =>
      (await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`)).json<LoadedExam>();
    const [here, there] = [await load(), await load()];
    const later = there.seqFloor + 1;
    await exam.save(1, [2], { seq: later, writer: there.writer });
    const back = await load();
    // The first computer had many unsent ticks; its new page sends them now.
    for (const [at, index] of [1, 2].entries()) {
      const seq = here.seqFloor + 500 + at;
      expect((await exam.save(index, [0], { seq, writer: back.writer })).statusCode).toBe(200);
    }
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 4, seq: later });
    expect(await exam.storedAt(2)).toMatchObject({ ticks: 1 });
    expect(back.seqFloor).toBeGreaterThan(later);
  });

  it('[EXAM-9] [SAFE-3] makes one of two pages that load concurrently the writer, and refuses the other', async () => {
    const exam = await begun();
    for (let round = 0; round < 5; round += 1) {
      const load = () => exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`);
      const pages = (await Promise.all([load(), load()])).map((response) => response.json<LoadedExam>());
      const outcomes = [];
      for (const { writer, seqFloor } of pages)
        outcomes.push((await exam.save(1, [round % 5], { seq: seqFloor + 1, writer })).statusCode);
      expect(outcomes.toSorted()).toEqual([200, 409]);
    }
  });

  it('[EXAM-9] refuses a read of a page that is no longer the writer', async () => {
    const exam = await begun();
    const read = (writer: string | null) =>
      exam.student.put('examQuestion/?questionIndex=2', { examId: exam.exam.id, prevQuestId: 0, writer });
    expect((await read(exam.exam.writer)).statusCode).toBe(200);
    await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`);
    expect(errorOf(await read(exam.exam.writer))).toEqual([409, 'exam.takenOver']);
    expect((await read(null)).statusCode).toBe(200);
  });

  it('[SAFE-3] [EXAM-9] refuses reads, saves and the finish from a second sign-in without a writer', async () => {
    const exam = await begun();
    await exam.save(1, [0], { seq: 1 });
    const elsewhere = runningExam(server, await signedIn(server, exam.student), exam.exam);
    const nameless = { writer: null };
    const reading = { examId: exam.exam.id, prevQuestId: 0 };
    const refused = [
      await elsewhere.save(1, [1], { ...nameless, seq: 2 }),
      await elsewhere.next(2, [1], nameless),
      await elsewhere.save(3, undefined, { ...nameless, isSkiped: true }),
      await elsewhere.student.put('examNext/', reading),
      await elsewhere.student.put('examQuestion/?questionIndex=2', reading),
      await elsewhere.student.put(`examFinish/?examId=${exam.exam.id}`),
      await elsewhere.student.put(`examFinish/?examId=${exam.exam.id}`, nameless),
    ];
    expect(refused.map(errorOf)).toEqual(refused.map(() => [409, 'exam.takenOver']));
    expect((await exam.stored()).map(({ ticks, marks }) => [ticks, marks])).toEqual([
      [1, 0],
      ...Array(5).fill([0, 0]),
    ]);
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b', 's', 'o', 'o', 'o']);

    // The sign-in that loaded the exam can continue without a writer until the other one loads it.
    expect((await exam.save(1, [1], { ...nameless, seq: 2 })).statusCode).toBe(200);
    await elsewhere.student.get(`fullExam?groupId=${exam.exam.groupId}`);
    expect(errorOf(await exam.save(1, [2], { ...nameless, seq: 3 }))).toEqual([409, 'exam.takenOver']);
    expect((await elsewhere.save(1, [3], { ...nameless, seq: 3 })).statusCode).toBe(200);
    expect((await elsewhere.student.put('examNext/', reading)).statusCode).toBe(200);
  });

  it('[SAFE-3] [EXAM-7] lets only the writer finish the exam; both computers then see it as finished', async () => {
    const exam = await begun();
    await exam.save(1, [0], { seq: 1 });
    const other = await signedIn(server, exam.student);
    const { writer } = (await other.get(`getExamById/?groupId=${exam.exam.groupId}`)).json<LoadedExam>();
    const finish = (caller: Caller, body?: object) => caller.put(`examFinish/?examId=${exam.exam.id}`, body);
    for (const body of [{ writer: exam.exam.writer }, undefined, {}])
      expect(errorOf(await finish(exam.student, body))).toEqual([409, 'exam.takenOver']);
    expect((await exam.save(2, [1], { writer })).statusCode).toBe(200);
    // The writer is identified by its name, whichever sign-in it uses.
    expect((await finish(exam.student, { writer })).json()).toMatchObject({ status: 'Finished' });
    for (const again of [
      await finish(exam.student, { writer: exam.exam.writer }),
      await finish(other),
      await finish(exam.student),
    ])
      expect([again.statusCode, again.json().status]).toEqual([200, 'Finished']);
    expect((await exam.events()).filter(({ kind }) => kind === 'f')).toHaveLength(1);
  });

  it('[EXAM-9] lets the last loaded of two tabs of one sign-in write and finish', async () => {
    const exam = await begun();
    const tab = (await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`)).json<LoadedExam>();
    const finish = (writer: string | null) =>
      exam.student.put(`examFinish/?examId=${exam.exam.id}`, { writer });
    expect(errorOf(await exam.save(1, [0]))).toEqual([409, 'exam.takenOver']);
    expect(errorOf(await finish(exam.exam.writer))).toEqual([409, 'exam.takenOver']);
    expect((await exam.save(1, [0], { writer: tab.writer })).statusCode).toBe(200);
    expect((await finish(tab.writer)).statusCode).toBe(200);
  });

  it('[EXAM-9] [SAFE-3] makes one of two computers that begin concurrently the writer', async () => {
    for (let round = 0; round < 4; round += 1) {
      const student = await aCandidate(server, custom);
      const callers = [student, await signedIn(server, student.student)];
      const exams = await Promise.all(
        callers.map(async (caller) => (await caller.post('prepareExam/')).json<PreparedExam>()),
      );
      const outcomes = await Promise.all(
        callers.map(async (caller, index) => {
          const exam = exams[index] as PreparedExam;
          return (await runningExam(server, caller, exam).save(1, [0])).statusCode;
        }),
      );
      expect(outcomes.toSorted()).toEqual([200, 409]);
    }
  });

  it('[EXAM-9] [SAFE-4] acknowledges a stored save after a takeover, and shows nothing that was ticked since', async () => {
    const exam = await begun();
    const [moved, saved] = [randomUUID(), randomUUID()];
    const next = () => exam.next(1, [0], { saveId: moved, seq: 1 });
    const save = () => exam.save(2, [0], { saveId: saved, seq: 2 });
    const shown = (await next()).json();
    expect((await save()).json()).toMatchObject({ seq: 2 });
    expect((await next()).json()).toMatchObject({ id: shown.id, index: 2 });
    const other = await signedIn(server, exam.student);
    const loaded = await other.get(`getExamById/?groupId=${exam.exam.groupId}`);
    const { writer } = loaded.json<LoadedExam>();
    expect((await exam.save(2, [1], { seq: 9, writer })).statusCode).toBe(200);

    const again = await next();
    expect([again.statusCode, again.body]).toEqual([204, '']);
    expect((await save()).json()).toMatchObject({ seq: 2 });
    expect(errorOf(await exam.next(1, [0], { saveId: randomUUID(), seq: 3 }))).toEqual([
      409,
      'exam.takenOver',
    ]);
  });

  it('[EXAM-9] takes the exam over when it is prepared again', async () => {
    const exam = await begun();
    const again = (await exam.student.post('prepareExam/')).json();
    expect(again).toMatchObject({ id: exam.exam.id, status: 'Started', groupId: exam.exam.groupId });
    expect(errorOf(await exam.save(1, [0]))).toEqual([409, 'exam.takenOver']);
    expect((await exam.save(1, [0], { writer: again.writer })).statusCode).toBe(200);
  });
});
