import type { ResponseOfCall } from '#contract/call.ts';
import type { previewPaper, ServedQuestion } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import {
  type AnswerLimits,
  canServe,
  countChoices,
  type DrawnQuestion,
  drawAnswers,
  drawPaper,
} from '#domain/exam-structure/draw.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { indicesOf, keyOf } from '#domain/question-bank/answer-key.ts';
import type { QuestionKind } from '#domain/question-bank/question-kind.ts';
import { fullContents, type ShownContent, shownContents } from '#server/bank/stored-content.ts';
import { loadDrawablePaper } from '#server/bank/stored-structure.ts';
import { bankIsReadable } from '#server/bank/teaching.ts';
import type { Queryable } from '#server/db/database.ts';
import { findQuestion } from './found-question.ts';

/** More answers than any question shows, so ids built from positions never collide. */
const answersPerQuestion = 100;

/**
 * A drawn question as a student sees it, at its position in the paper. Ids are built from shown positions, so they
 * reveal nothing about the bank or its order.
 */
function served(drawn: DrawnQuestion, content: ShownContent | undefined, index: number): ServedQuestion {
  if (!content) throw new Error(`question ${drawn.questionId} was drawn in a version without content`);
  return {
    id: index,
    index,
    question: {
      id: index,
      text: content.text,
      points: content.points,
      attachmentName: content.image,
    },
    answerType: drawn.kind,
    answerExams: drawn.answers.map((answer, shownAt) => ({
      id: index * answersPerQuestion + shownAt,
      isChecked: false,
      answer: {
        description: content.answers[answer]?.text ?? '',
        answerAttachment: content.answers[answer]?.image ?? null,
      },
    })),
  };
}

type Draw = { readonly kind: QuestionKind; readonly seed: string; readonly limits: AnswerLimits };

/** A question drawn as a kind; the same seed draws the same answers. */
export async function questionPreview(
  sql: Queryable,
  actor: Actor,
  id: number,
  { kind, seed, limits }: Draw,
): Promise<ServedQuestion> {
  const { versionId, incomplete } = await findQuestion(sql, actor, id);
  const content = (await fullContents(sql, [versionId])).get(versionId);
  const answers = content?.answers ?? [];
  const pool = { id, ...indicesOf(keyOf(answers), answers.length), incomplete };
  if (!canServe(pool, kind, limits)) refuse('question.notServable');
  const drawn = drawAnswers(seededRandom(seed), pool, kind, limits);
  return served({ questionId: id, kind, answers: drawn }, content, 1);
}

async function refuseUnreadable(sql: Queryable, actor: Actor, disciplineId: number): Promise<void> {
  const [found] = await sql`
    select from disciplines d where d.id = ${disciplineId} and ${bankIsReadable(sql, actor, sql`d.id`)}`;
  if (!found) refuse('resource.notFound');
}

/** A whole exam of a discipline, drawn as for a student. */
export async function paperPreview(
  sql: Queryable,
  actor: Actor,
  disciplineId: number,
  { seed, limits }: Omit<Draw, 'kind'>,
): Promise<ResponseOfCall<typeof previewPaper>> {
  await refuseUnreadable(sql, actor, disciplineId);
  const { durationMinutes, chapters } = await loadDrawablePaper(sql, disciplineId, 'exam');
  if (chapters.some((chapter) => countChoices(chapter, limits) === 0n)) refuse('structure.notServable');
  const drawn = drawPaper(seededRandom(seed), chapters, limits);
  const versions = new Map(
    chapters.flatMap(({ pools }) => pools).map(({ id, versionId }) => [id, versionId] as const),
  );
  const versionOf = ({ questionId }: DrawnQuestion) => versions.get(questionId) ?? 0;
  const contents = await shownContents(sql, drawn.map(versionOf));
  return {
    durationMinutes,
    questions: drawn.map((question, index) => served(question, contents.get(versionOf(question)), index + 1)),
  };
}
