import { expect, it } from 'vitest';
import type { ImpactSummary } from '#contract/settlements.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { evidenceOf, holderOf, resolve, scoreOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const previewMissing = [409, 'settlement.previewMissing'];

it('[CONT-4] [CONT-7] what changes exams of others is written and reopened only as previewed', async () => {
  const place = await aContestedExam(server, { questions: 1, isWhole: true });
  const holder = holderOf(place);
  const [sat, other] = [
    await aFinishedExam(server, place, { answer: [] }),
    await aFinishedExam(server, place, { answer: [] }),
  ];
  const id = await filed(sat, [1]);
  const [asked] = await evidenceOf(holder, id);
  const accept = { examQuestionId: sat.questionId(1), accepted: true };
  // Nobody else is reached, so there is nothing to confirm.
  const alone = { ...accept, settle: 'fullPoints' };
  expect((await holder.put(`examContests/${id}/resolve`, { questions: [alone] })).statusCode).toBe(200);
  expect((await holder.post(`examContests/${id}/reopen`)).statusCode).toBe(200);

  const answerIds = asked?.scored?.answerExams.map((answer) => answer.id);
  const removal = { ...accept, settle: 'removeAnswer', answerIds };
  const unseen = await holder.put(`examContests/${id}/resolve`, { questions: [removal] });
  expect(errorOf(unseen)).toEqual(previewMissing);
  expect([await scoreOf(sat), await scoreOf(other)]).toEqual([0, 0]);
  expect((await resolve(holder, id, removal)).statusCode).toBe(200);
  expect([await scoreOf(sat), await scoreOf(other)]).toEqual([10, 10]);

  const preview = async () => (await holder.post(`examContests/${id}/reopen/impact`)).json<ImpactSummary>();
  const shown = await preview();
  expect(shown).toMatchObject({ reached: 2, changed: 2, nowPassing: 0, nowFailing: 2 });
  expect(shown.exams.map(({ examId, newGrade, crosses }) => [examId, newGrade, crosses])).toEqual(
    [sat, other].map(({ exam }) => [exam.id, 1, 'fails']),
  );
  expect(errorOf(await holder.post(`examContests/${id}/reopen`))).toEqual(previewMissing);
  // Somebody else sits the same questions after the preview.
  await aFinishedExam(server, place, { answer: [] });
  const { fingerprint } = shown;
  expect(errorOf(await holder.post(`examContests/${id}/reopen`, { fingerprint }))).toEqual([
    409,
    'settlement.changedMeanwhile',
  ]);
  expect(await scoreOf(other)).toBe(10);
  const again = await preview();
  expect(again).toMatchObject({ reached: 3 });
  const reopened = await holder.post(`examContests/${id}/reopen`, { fingerprint: again.fingerprint });
  expect(reopened.json()).toMatchObject({ status: 'DP' });
  expect([await scoreOf(sat), await scoreOf(other)]).toEqual([0, 0]);
});
