import { expect, it } from 'vitest';
import { countedQuestion } from '#domain/statistics/answer-sheet.ts';
import { analyseItem } from '#domain/statistics/item-analysis.ts';
import { measured } from './measured-exams.ts';

it('[RESU-5] a student who ticked only an answer that was removed later has not left the question out', async () => {
  // The answer shown first, the third of the bank, is removed.
  const served = { points: 10, answerOrder: [2, 0, 1], key: 0b001, removed: 0b100 };
  const exams = [0b001, 0b000, 0b010].map((ticks, index) => ({
    examId: index + 1,
    score: 0,
    grade: 1,
    scoringMode: 'FULL_MATCH' as const,
    questions: [countedQuestion({ ...served, ticks }, 1, -1)],
  }));
  const responses = (await measured({ exams, isPartial: false })).responses.get(1);
  if (!responses) throw new Error('the question was not measured');
  const { served: count, omitted, answers } = analyseItem(responses, 3);
  expect([count, omitted]).toEqual([3, 1]);
  expect(answers.map(({ shown, ticked }) => [shown, ticked])).toEqual([
    [3, 1],
    [3, 0],
    [0, 0],
  ]);
});
