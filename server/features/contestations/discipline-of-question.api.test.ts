import { expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import type { Question, QuestionRow } from '#contract/questions.ts';
import { aQuestionDraft } from '#server/testing/bank.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { holderOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

it('[CONT-3] a question that was asked stays in its discipline, whose holder resolves the appeals about it', async () => {
  const [own, other] = [await aContestedExam(server), await aContestedExam(server)];
  const [disciplineId = 0] = own.exam.disciplineIds;
  const [otherId = 0] = other.exam.disciplineIds;
  const chapterOf = async (id: number) =>
    (await admin.get(`disciplines/${id}/chapters`)).json<Item[]>()[0]?.id ?? 0;
  const [chapterId, otherChapter] = [await chapterOf(disciplineId), await chapterOf(otherId)];
  const sat = await aFinishedExam(server, own);
  const listed = (await admin.get(`questions?pkDiscipline=${disciplineId}`)).json<QuestionRow[]>();
  const [served] = listed;
  const moved = async (id: number, to: number) => {
    const { text, points, answers } = (await admin.get(`questions/${id}`)).json<Question>();
    return admin.put(`questions/${id}`, { chapterId: to, text, points, answers });
  };

  const refused = await moved(served?.id ?? 0, otherChapter);
  expect(errorOf(refused)).toEqual([409, 'question.staysInDiscipline']);
  expect(refused.json().params).toEqual({ discipline: expect.stringMatching(/^Disciplina/) });
  // Together with one that was never asked, which moves.
  const fresh = (await admin.post('questions', aQuestionDraft(chapterId))).json<Question>();
  const ids = [served?.id ?? 0, fresh.id];
  const outcome = await admin.post('questions/changeSelected', { ids, chapterId: otherChapter });
  expect(outcome.json()).toEqual({
    changed: 1,
    failed: [{ id: served?.id, error: 'question.staysInDiscipline', params: refused.json().params }],
  });
  expect((await admin.get(`questions/${fresh.id}`)).json()).toMatchObject({ chapterId: otherChapter });
  expect((await moved(fresh.id, chapterId)).statusCode).toBe(200);
  // Nor does its chapter leave the discipline.
  const { code, description } = (await admin.get(`chapters/${chapterId}`)).json<Item>();
  const taken = { code, description, examOnly: false, disciplineId: otherId };
  expect(errorOf(await admin.put(`chapters/${chapterId}`, taken))).toEqual([409, 'chapter.disciplineInUse']);
  // Inside the discipline it moves freely.
  const next = { code: 'N', description: 'Capitol nou', examOnly: false, disciplineId };
  const within = (await admin.post('chapters', next)).json<Item>();
  expect((await moved(served?.id ?? 0, within.id)).statusCode).toBe(200);

  const id = await filed(sat, [1, 2]);
  expect((await holderOf(own).get(`examContests/${id}`)).statusCode).toBe(200);
  expect((await holderOf(other).get(`examContests/${id}`)).statusCode).toBe(404);
});
