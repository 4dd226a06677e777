import { beforeAll, describe, expect, it } from 'vitest';
import type { ImpactSummary } from '#contract/settlements.ts';
import { checkScores } from '#server/exams/rescoring.ts';
import { lockExamSessions } from '#server/exams/settlements.ts';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, type FinishedExam, filed } from '#server/testing/contestations.ts';
import { aSession } from '#server/testing/exams.ts';
import { queued } from '#server/testing/locks.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { evidenceOf, holderOf, readContest, resolve, scoreOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
/** A second process on the same database. */
const process = useTestServer(() => ({ database: server }));
let admin: SignedInPerson;
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
});
const inProcess = (who: SignedInPerson): SignedInPerson => ({ ...who, ...process.caller(who.token) });
const changedMeanwhile = [409, 'settlement.changedMeanwhile'];

async function expectConsistent() {
  expect((await checkScores(server.database)).problems).toEqual([]);
  expect((await rescored(server.database.sql)).problems).toEqual([]);
}

/** The correct answers in the bank's order; of a version, or of the bank's current one. */
const keyInBank = async (versionId: number) => {
  const [row] = await server.database.sql<{ key: number }[]>`
    select k.correct as key from question_versions s join questions q on q.id = s.question_id
      join question_versions v on v.question_id = q.id and v.number = q.version
      join question_keys k on k.question_version_id = v.id where s.id = ${versionId}`;
  return row?.key;
};

/** An appeal about question 1, corrected by toggling one answer of the key that the desk shows. */
async function aCorrection(who: SignedInPerson, sat: FinishedExam, bankIndex: number) {
  const id = await filed(sat, [1]);
  const { answerOrder } = await sat.storedAt(1);
  const decision = async () => {
    const [evidence] = await evidenceOf(who, id);
    return {
      examQuestionId: sat.questionId(1),
      accepted: true,
      settle: 'changeKey',
      answerIds: evidence?.scored?.answerExams.flatMap(({ id: answerId, answer }, shown) =>
        answer.isCorrect !== (answerOrder[shown] === bankIndex) ? [answerId] : [],
      ),
    };
  };
  const preview = async () => {
    const questions = [await decision()];
    const { fingerprint } = (
      await who.post(`examContests/${id}/impact`, { questions })
    ).json<ImpactSummary>();
    return () => who.put(`examContests/${id}/resolve`, { questions, fingerprint });
  };
  return { id, preview };
}

describe('two corrections of the same key at once', () => {
  it('[CONT-4] [SAFE-9] in one session: the second is shown the first one, and then both count', async () => {
    const contested = await aContestedExam(server, { questions: 1, isWhole: true });
    const [one, other] = [
      await aFinishedExam(server, contested, { answer: [] }),
      await aFinishedExam(server, contested, { answer: [] }),
    ];
    const { versionId } = await one.storedAt(1);
    // Of the four answers in the bank the first two are correct.
    const first = await aCorrection(holderOf(contested), one, 2);
    const second = await aCorrection(inProcess(admin), other, 1);
    const responses = await queued(
      server.database.sql,
      (tx) => lockExamSessions(tx, [contested.sessionId]),
      await first.preview(),
      await second.preview(),
    );
    expect(responses.map((response) => errorOf(response))).toEqual([[200, ''], changedMeanwhile]);
    expect(await keyInBank(versionId)).toBe(0b0111);
    expect(await readContest(admin, second.id)).toMatchObject({ status: 'DP' });
    expect(errorOf(await (await second.preview())())).toEqual([200, '']);
    expect(await keyInBank(versionId)).toBe(0b0101);
    const [evidence] = await evidenceOf(admin, first.id);
    const { answerOrder } = await one.storedAt(1);
    const correct = evidence?.scored?.answerExams.flatMap(({ answer }, shown) =>
      answer.isCorrect ? [answerOrder[shown]] : [],
    );
    expect(correct?.toSorted()).toEqual([0, 2]);
    await expectConsistent();
  });

  it('[CONT-4] in two sessions: the second is shown the bank’s new key, and then the bank gets both', async () => {
    const contested = await aContestedExam(server, { questions: 1, isWhole: true });
    const elsewhere = { ...contested, sessionId: await aSession(server) };
    const [one, other] = [
      await aFinishedExam(server, contested, { answer: [] }),
      await aFinishedExam(server, elsewhere, { answer: [] }),
    ];
    const { versionId } = await one.storedAt(1);
    expect((await other.storedAt(1)).versionId).toBe(versionId);
    const first = await aCorrection(holderOf(contested), one, 2);
    const second = await aCorrection(inProcess(admin), other, 1);
    const responses = await queued(
      server.database.sql,
      (tx) => tx`
        select from questions q join question_versions v on v.question_id = q.id where v.id = ${versionId} for update of q`,
      await first.preview(),
      await second.preview(),
    );
    expect(responses.map((response) => errorOf(response))).toEqual([[200, ''], changedMeanwhile]);
    expect(await keyInBank(versionId)).toBe(0b0111);
    expect(errorOf(await (await second.preview())())).toEqual([200, '']);
    expect(await keyInBank(versionId)).toBe(0b0101);
    await expectConsistent();
  });
});

it('[CONT-7] reopening is refused when a result changed after its preview, in another process too, and is shown again', async () => {
  const contested = await aContestedExam(server);
  const holder = holderOf(contested);
  const sat = await aFinishedExam(server, contested, { answer: [] });
  const id = await filed(sat, [1]);
  const technical = await filed(sat, [2], { type: 'technical', comment: 'Rețeaua a căzut' });
  const fullPoints = (position: number) => ({
    examQuestionId: sat.questionId(position),
    accepted: true,
    settle: 'fullPoints',
  });
  expect((await resolve(holder, id, fullPoints(1))).statusCode).toBe(200);
  const preview = async () => (await holder.post(`examContests/${id}/reopen/impact`)).json<ImpactSummary>();
  const shown = await preview();
  expect(shown.exams).toMatchObject([{ oldScore: 10, newScore: 0 }]);
  const responses = await queued(
    server.database.sql,
    (tx) => lockExamSessions(tx, [contested.sessionId]),
    () => inProcess(admin).put(`examContests/${technical}/resolve`, { questions: [fullPoints(2)] }),
    () => holder.post(`examContests/${id}/reopen`, { fingerprint: shown.fingerprint }),
  );
  expect(responses.map((response) => errorOf(response))).toEqual([[200, ''], changedMeanwhile]);
  expect(await readContest(holder, id)).toMatchObject({ status: 'AC' });
  expect(await scoreOf(sat)).toBe(20);
  const again = await preview();
  expect(again.exams).toMatchObject([{ oldScore: 20, newScore: 10 }]);
  const reopened = await holder.post(`examContests/${id}/reopen`, { fingerprint: again.fingerprint });
  expect(reopened.json()).toMatchObject({ status: 'DP' });
  expect(await scoreOf(sat)).toBe(10);
  await expectConsistent();
});
