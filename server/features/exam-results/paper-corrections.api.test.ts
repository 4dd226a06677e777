import { beforeAll, describe, expect, it } from 'vitest';
import type { PaperEntry } from '#contract/paper-entries.ts';
import type { SittingDetails } from '#contract/students-exams.ts';
import { aSecretary, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { queued } from '#server/testing/locks.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aPrintedExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';

const server = useTestServer();
let custom: CustomExam;
let first: SignedInPerson;
let second: SignedInPerson;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 4, percentSimple: 0 });
  first = await signedInAs(server, 'admin');
  second = await signedIn(server, await aSecretary(server, { collegeId: custom.studyPlace.collegeId }));
});

const read = async (caller: SignedInPerson, groupId: number) =>
  (await caller.get(`paperEntries/${groupId}`)).json<PaperEntry>();
const enter = (
  caller: SignedInPerson,
  groupId: number,
  examId: number,
  ticks: readonly number[],
  ...cleared: number[]
) => caller.put(`paperEntries/${groupId}`, { exams: [{ examId, ticks, cleared }] });
const discard = (caller: SignedInPerson, groupId: number) =>
  caller.post(`paperEntries/${groupId}/discard`, { reason: 'Citită greșit' });
async function expectSound(): Promise<void> {
  await sealAll(server);
  expect(await findingsOf(server)).toEqual([]);
  expect((await rescored(server.database.sql)).problems).toEqual([]);
}

describe('[PRINT-1] the paper of a sitting that began at a computer', () => {
  it('[PRINT-1] keeps what was answered there where it is blank, unless it crosses the answer out', async () => {
    const exam = await aPrintedExam(server, first, custom);
    const { groupId, id } = exam.exam;
    for (const number of [1, 2, 3]) expect((await exam.save(number, [0])).statusCode).toBe(200);
    const [shown] = (await read(first, groupId)).exams;
    expect(shown?.questions.map(({ isAnswered }) => isAnswered)).toEqual([true, true, true, false]);
    const onPaper = [0, 0, 2, 2];
    expect((await enter(first, groupId, id, onPaper, 2)).statusCode).toBe(200);
    expect((await enter(second, groupId, id, onPaper)).json()).toMatchObject({
      isStored: false,
      exams: [{ differences: [2] }],
    });
    expect((await enter(second, groupId, id, onPaper, 3)).json()).toMatchObject({
      errors: [{ path: `exams.${id}.3`, error: 'paper.impossible' }],
    });
    expect((await enter(second, groupId, id, onPaper, 2)).json()).toMatchObject({
      isStored: true,
      exams: [{ own: { ticks: onPaper, cleared: [2] } }],
    });
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([1, 0, 2, 2]);
    await expectSound();
  });

  it('[PRINT-1] is also entered when its page ended by time, by a clock that was a little early', async () => {
    const exam = await aPrintedExam(server, first, custom);
    const { groupId, id } = exam.exam;
    await exam.endIn(0.9);
    expect((await exam.finish()).statusCode).toBe(200);
    for (const caller of [first, second])
      expect((await enter(caller, groupId, id, [1, 1, 1, 1])).statusCode).toBe(200);
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([1, 1, 1, 1]);
    await expectSound();
  });

  it('[PRINT-1] is refused when its student hands the exam in at that moment', async () => {
    const exam = await aPrintedExam(server, first, custom);
    const { groupId, id } = exam.exam;
    await exam.save(1, [0]);
    await enter(first, groupId, id, [2, 2, 2, 2]);
    const [finished, entered] = await queued(
      server.database.sql,
      (tx) => tx`select from exams where id = ${id} for update`,
      () => exam.finish(),
      () => enter(second, groupId, id, [2, 2, 2, 2]),
    );
    expect(finished?.statusCode).toBe(200);
    expect(entered && errorOf(entered)).toEqual([409, 'paper.handedIn']);
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([1, 0, 0, 0]);
    await expectSound();
  });

  it('[PRINT-1] is entered only for the parts that were not handed in', async () => {
    const parts = await aCustomExam(server, { parts: 2, questions: 2, percentSimple: 0 });
    const helper = await signedIn(
      server,
      await aSecretary(server, { collegeId: parts.studyPlace.collegeId }),
    );
    const exam = await aPrintedExam(server, first, parts);
    const { groupId, id } = exam.exam;
    expect((await exam.save(1, [1])).statusCode).toBe(200);
    expect((await exam.finish()).statusCode).toBe(200);
    const { exams } = await read(first, groupId);
    expect(exams.map(({ isHandedIn }) => isHandedIn)).toEqual([true, false]);
    const other = exams.find(({ examId }) => examId !== id)?.examId ?? 0;
    const both = [id, other].map((examId) => ({ examId, ticks: [1, 1] }));
    expect(errorOf(await first.put(`paperEntries/${groupId}`, { exams: both }))).toEqual([
      409,
      'paper.handedIn',
    ]);
    expect((await enter(first, groupId, other, [2, 0])).json()).toMatchObject({ isStored: false, people: 1 });
    expect((await enter(helper, groupId, other, [2, 0])).json()).toMatchObject({ isStored: true });
    const sitting = (await first.get(`sittings/${groupId}`)).json<SittingDetails>();
    expect(
      sitting.exams.map(({ id: examId, finishCause, answered }) => [examId, finishCause, answered]),
    ).toEqual([
      [id, 'student', 1],
      [other, 'staff', 1],
    ]);
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([2, 0]);
    await expectSound();
  });
});

describe('[PRINT-1] entries of a paper that are discarded', () => {
  it('[PRINT-1] can be made again: a wrongly stored answer is replaced, one of the computer returns', async () => {
    const exam = await aPrintedExam(server, first, custom);
    const { groupId, id } = exam.exam;
    await exam.save(1, [0]);
    expect(errorOf(await discard(first, groupId))).toEqual([409, 'paper.notEntered']);
    for (const caller of [first, second]) await enter(caller, groupId, id, [2, 0, 1, 0]);
    expect(errorOf(await enter(first, groupId, id, [0, 2, 0, 0]))).toEqual([409, 'paper.stored']);
    expect((await discard(second, groupId)).statusCode).toBe(403);
    expect((await first.post(`paperEntries/${groupId}/discard`, { reason: ' ' })).statusCode).toBe(400);
    expect((await discard(first, groupId)).json()).toMatchObject({ people: 0, isStored: false });
    // Stored answers stay until two people agree again.
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([2, 0, 1, 0]);
    for (const caller of [first, second])
      expect((await enter(caller, groupId, id, [0, 2, 0, 0])).statusCode).toBe(200);
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([1, 2, 0, 0]);
    const [entry] = await server.database.sql<{ actor: number; after: object }[]>`
      select actor_id as actor, after from audit_log
       where action = 'paperDiscarded' and entity_id = ${String(groupId)}`;
    expect(entry).toMatchObject({
      actor: first.userId,
      after: { reason: { encrypted: expect.any(String) }, entries: 2 },
    });
    await expectSound();
  });

  it('[PRINT-1] let others enter a paper on which two people differ', async () => {
    const exam = await aPrintedExam(server, first, custom);
    const { groupId, id } = exam.exam;
    const [third, fourth] = [await signedInAs(server, 'admin'), await signedInAs(server, 'admin')];
    await enter(third, groupId, id, [1, 0, 0, 0]);
    await enter(fourth, groupId, id, [2, 0, 0, 0]);
    expect(errorOf(await enter(first, groupId, id, [1, 0, 0, 0]))).toEqual([409, 'paper.twoOthers']);
    expect((await discard(first, groupId)).statusCode).toBeLessThan(300);
    for (const caller of [first, second]) await enter(caller, groupId, id, [1, 0, 0, 0]);
    expect(await read(first, groupId)).toMatchObject({ isStored: true });
  });
});
