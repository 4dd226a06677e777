import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type QuestionSettlement, settledQuestion } from '../contestations/settlement.ts';
import { type AnsweredQuestion, pointsOf, scoreExam } from '../scoring/score-exam.ts';
import { scoringModes } from '../scoring/score-question.ts';
import { countedQuestion } from './answer-sheet.ts';
import { cohortScorer } from './cohort-scoring.ts';

const question = fc.record({
  points: fc.constantFrom(10, 7.5, 1, 0.33),
  answerOrder: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 2, maxLength: 6 }),
  key: fc.integer({ min: 1, max: 1023 }),
  ticks: fc.integer({ min: 0, max: 63 }),
  kind: fc.constantFrom('s' as const, 'm' as const),
});
const settlement: fc.Arbitrary<QuestionSettlement> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'fullPoints' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('removeAnswer' as const),
      answers: fc.integer({ min: 1, max: 1023 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ answers: fc.integer({ min: 1, max: 1023 }), others: fc.nat(1023) })
      .map(({ answers, others }) => ({ kind: 'changeKey' as const, answers, decided: answers | others })),
  },
);

it('[RESU-6] [SCORE-9] scores a cohort exactly as its exams were scored, in every mode and under settlements', () => {
  const settled = fc.tuple(question, fc.array(settlement, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(settled, { maxLength: 30 }), fc.constantFrom(...scoringModes), (drawn, mode) => {
      const questions = drawn.map(([one, settlements]) =>
        settledQuestion({ ...one, ticks: one.ticks & ((1 << one.answerOrder.length) - 1) }, settlements),
      );
      const scorer = cohortScorer(mode);
      const counted = (one: AnsweredQuestion) => countedQuestion(one, 1, -1);
      expect(scorer.score(questions.map(counted))).toEqual(scoreExam(questions, mode));
      for (const one of questions)
        expect(Math.abs(scorer.share(counted(one)) * one.points - pointsOf(one, mode))).toBeLessThan(0.00501);
    }),
  );
});
