import type { ScoredQuestion } from '#contract/exam-results.ts';
import { refuse } from '#domain/errors.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { pointsOf } from '#domain/scoring/score-exam.ts';
import { fullContentsOf } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { type ScorableExam, selectScorable } from './scoring.ts';
import { servedQuestion } from './serving.ts';

/** An exam with its questions as scoring reads them. */
export async function scorableExam(sql: Queryable, examId: number): Promise<ScorableExam> {
  const exam = (await selectScorable(sql, [examId])).get(examId);
  return exam ?? refuse('resource.notFound');
}

/** The questions as shown, with ticks, key and earned points; only those at some positions, if given. */
export async function scoredQuestions(
  sql: Queryable,
  exam: { readonly id: number },
  positions?: ReadonlySet<number>,
): Promise<ScoredQuestion[]> {
  const [{ scoringMode, questions: all }, contents] = await Promise.all([
    scorableExam(sql, exam.id),
    fullContentsOf(sql, exam.id),
  ]);
  const questions = positions ? all.filter(({ position }) => positions.has(position)) : all;
  return questions.map((question) => {
    const content = contents.get(question.versionId);
    const { answerExams, ...served } = servedQuestion(exam.id, question, content);
    return {
      ...served,
      haveAnyAnswer: question.ticks !== 0,
      points: pointsOf(question, scoringMode),
      ...(question.granted && { fullPoints: true as const }),
      answerExams: answerExams.map((shown, index) => {
        const bankIndex = question.answerOrder[index] ?? -1;
        const answer = content?.answers[bankIndex];
        return {
          ...shown,
          answer: {
            ...shown.answer,
            isCorrect: isCorrectAt(question.key, bankIndex),
            ...(isCorrectAt(question.removed ?? 0, bankIndex) && { removed: true as const }),
            referenceTitle: answer?.referenceTitle ?? null,
            referencePage: answer?.referencePage ?? null,
          },
        };
      }),
    };
  });
}
