import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadedExam } from '#contract/exams.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

let server: TestServer;
let custom: CustomExam;
beforeAll(async () => {
  server = await testServer();
  custom = await aCustomExam(server, { questions: 6 });
});
afterAll(() => server.close());

const begun = () => aRunningExam(server, custom);
const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [
  answer.statusCode,
  answer.json().error,
];

describe('one writer at a time', () => {
  it('[EXAM-9] [SAFE-3] whoever loads the exam becomes its writer; the one before is told and overwrites nothing', async () => {
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

  it('[EXAM-9] [SAFE-3] what a computer left unsent never replaces what was ticked later at another one', async () => {
    const exam = await begun();
    const load = async () =>
      (await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`)).json<LoadedExam>();
    const [here, there] = [await load(), await load()];
    const later = there.seqFloor + 1;
    await exam.save(1, [2], { seq: later, writer: there.writer });
    const back = await load();
    // Of the first computer many ticks had not been sent; now they are, by its new page.
    for (const [at, index] of [1, 2].entries()) {
      const seq = here.seqFloor + 500 + at;
      expect((await exam.save(index, [0], { seq, writer: back.writer })).statusCode).toBe(200);
    }
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 4, seq: later });
    expect(await exam.storedAt(2)).toMatchObject({ ticks: 1 });
    expect(back.seqFloor).toBeGreaterThan(later);
  });

  it('[EXAM-9] [SAFE-3] of two pages that load it in the same moment one is the writer, and the other learns so', async () => {
    const exam = await begun();
    for (let round = 0; round < 5; round += 1) {
      const load = () => exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`);
      const pages = (await Promise.all([load(), load()])).map((answer) => answer.json<LoadedExam>());
      const outcomes = [];
      for (const { writer, seqFloor } of pages)
        outcomes.push((await exam.save(1, [round % 5], { seq: seqFloor + 1, writer })).statusCode);
      expect(outcomes.toSorted()).toEqual([200, 409]);
    }
  });

  it('[EXAM-9] a page that only reads learns that another one writes now', async () => {
    const exam = await begun();
    const read = (writer: string | null) =>
      exam.student.put('examQuestion/?questionIndex=2', { examId: exam.exam.id, prevQuestId: 0, writer });
    expect((await read(exam.exam.writer)).statusCode).toBe(200);
    await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`);
    expect(errorOf(await read(exam.exam.writer))).toEqual([409, 'exam.takenOver']);
    expect((await read(null)).statusCode).toBe(200);
  });

  it('[EXAM-9] preparing it again takes it over as well', async () => {
    const exam = await begun();
    const again = (await exam.student.post('prepareExam/')).json();
    expect(again).toMatchObject({ id: exam.exam.id, status: 'Started', groupId: exam.exam.groupId });
    expect(errorOf(await exam.save(1, [0]))).toEqual([409, 'exam.takenOver']);
    expect((await exam.save(1, [0], { writer: again.writer })).statusCode).toBe(200);
  });
});
