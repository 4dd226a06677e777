import type { Question, QuestionDraft } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse, refuseProblems } from '#domain/errors.ts';
import { type QuestionContent, sameContent } from '#domain/question-bank/question-content.ts';
import { questionProblems } from '#domain/question-bank/question-draft.ts';
import { selectServed } from '#server/bank/served-questions.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import { insertNextVersion, insertQuestions } from '#server/bank/writing.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { refuseUnseenImages } from '#server/files/visible-images.ts';
import {
  disciplineOfChapter,
  type FoundQuestion,
  findQuestion,
  lockChapter,
  lockQuestion,
  mayEdit,
} from './found-question.ts';

async function contentOf(sql: Queryable, { versionId }: FoundQuestion): Promise<QuestionContent> {
  const content = (await fullContents(sql, [versionId])).get(versionId);
  if (!content) throw new Error(`version ${versionId} of a question has no content`);
  return content;
}

/** A question with its answers and its key, for writers of the bank. */
export async function readQuestion(sql: Queryable, actor: Actor, id: number): Promise<Question> {
  const found = await findQuestion(sql, actor, id);
  const { text, image, points, answers } = await contentOf(sql, found);
  return {
    id: found.id,
    chapterId: found.chapterId,
    chapterDescription: found.chapterDescription,
    pkDiscipline: found.disciplineId,
    disciplineDescription: found.disciplineDescription,
    text,
    image,
    points,
    examOnly: found.examOnly,
    incomplete: found.incomplete,
    version: found.version,
    mayEdit: mayEdit(actor, found),
    answers: [...answers],
  };
}

const filled = (text: string | null | undefined) => text || null;

function contentOfDraft({ text, image, points, answers }: QuestionDraft): QuestionContent {
  return {
    text,
    image: image ?? null,
    points,
    answers: answers.map((answer) => ({
      text: answer.text,
      image: answer.image ?? null,
      isCorrect: answer.isCorrect,
      referenceTitle: filled(answer.referenceTitle),
      referencePage: filled(answer.referencePage),
    })),
  };
}

async function checked(tx: Transaction, actor: Actor, draft: QuestionDraft): Promise<QuestionContent> {
  refuseProblems(questionProblems(draft));
  await lockChapter(tx, actor, draft.chapterId);
  const content = contentOfDraft(draft);
  await refuseUnseenImages(tx, actor, content);
  return content;
}

export async function createQuestion(tx: Transaction, actor: Actor, draft: QuestionDraft): Promise<Question> {
  const content = await checked(tx, actor, draft);
  const { chapterId, examOnly } = draft;
  const [id = 0] = await insertQuestions(tx, [{ chapterId, examOnly, addedBy: actor.userId, content }]);
  return readQuestion(tx, actor, id);
}

/** The refusal when the question was saved by another person in the meantime. */
async function refuseChanged(tx: Transaction, { versionId }: FoundQuestion): Promise<never> {
  const [writer] = await tx<{ name: string }[]>`
    select u.name from question_versions v join users u on u.id = v.written_by where v.id = ${versionId}`;
  refuse('question.changed', { by: writer?.name ?? '' });
}

/** Refuses to move a question that was asked to another discipline, whose holders would decide the appeals of strangers. */
async function refuseLeavingDiscipline(
  tx: Transaction,
  actor: Actor,
  { id, disciplineId, disciplineDescription: discipline }: FoundQuestion,
  chapterId: number,
): Promise<void> {
  if ((await disciplineOfChapter(tx, actor, chapterId)) === disciplineId) return;
  if ((await selectServed(tx, [id])).has(id)) refuse('question.staysInDiscipline', { discipline });
}

/**
 * Saves an edited question. Changed content becomes a new version; the chapter and the exam-only mark belong to the
 * question and change without one.
 */
export async function replaceQuestion(
  tx: Transaction,
  actor: Actor,
  id: number,
  draft: QuestionDraft,
): Promise<Question> {
  const found = await lockQuestion(tx, actor, id);
  if (draft.version !== undefined && draft.version !== found.version) await refuseChanged(tx, found);
  const content = await checked(tx, actor, draft);
  if (draft.chapterId !== found.chapterId) await refuseLeavingDiscipline(tx, actor, found, draft.chapterId);
  if (draft.chapterId !== found.chapterId || draft.examOnly !== found.examOnly)
    await tx`update questions set chapter_id = ${draft.chapterId}, exam_only = ${draft.examOnly}, changed_at = now()
              where id = ${id}`;
  if (!sameContent(content, await contentOf(tx, found)))
    await insertNextVersion(tx, {
      questionId: id,
      number: found.version + 1,
      writtenBy: actor.userId,
      content,
    });
  return readQuestion(tx, actor, id);
}

/** Removes a question from the bank. Its versions stay, since exams use them. */
export async function removeQuestion(tx: Transaction, actor: Actor, id: number): Promise<void> {
  await lockQuestion(tx, actor, id);
  await tx`update questions set removed_at = now(), changed_at = now() where id = ${id}`;
}
