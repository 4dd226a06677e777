import type { ScoredExam, ScoredQuestion } from '#contract/exam-results.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { pointsOf } from '#domain/scoring/score-exam.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { selectScorable } from './scoring.ts';
import { servedQuestion } from './serving.ts';

/** The questions as shown, with ticks, key and earned points; only those at some positions, if given. */
export async function scoredQuestions(
  sql: Queryable,
  exam: Pick<ScoredExam, 'id' | 'scoringMode'>,
  positions?: ReadonlySet<number>,
): Promise<ScoredQuestion[]> {
  const all = (await selectScorable(sql, [exam.id])).get(exam.id) ?? [];
  const questions = positions ? all.filter(({ position }) => positions.has(position)) : all;
  const contents = await fullContents(
    sql,
    questions.map(({ versionId }) => versionId),
  );
  return questions.map((question) => {
    const content = contents.get(question.versionId);
    const { answerExams, ...served } = servedQuestion(exam.id, question, content);
    return {
      ...served,
      haveAnyAnswer: question.ticks !== 0,
      points: pointsOf(question, exam.scoringMode),
      answerExams: answerExams.map((shown, index) => {
        const slot = question.slots[index] ?? -1;
        const answer = content?.answers[slot];
        return {
          ...shown,
          answer: {
            ...shown.answer,
            isCorrect: isCorrectAt(question.key, slot),
            referenceTitle: answer?.referenceTitle ?? null,
            referencePage: answer?.referencePage ?? null,
          },
        };
      }),
    };
  });
}
