import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pointsOf, scoreExam } from '../scoring/score-exam.ts';
import { scoringModes } from '../scoring/score-question.ts';
import { cohortScorer } from './cohort-scoring.ts';

const question = fc.record({
  points: fc.constantFrom(10, 7.5, 1, 0.33),
  slots: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 2, maxLength: 6 }),
  key: fc.integer({ min: 1, max: 1023 }),
  ticks: fc.integer({ min: 0, max: 63 }),
});

it('[RESU-6] [SCORE-9] scores a cohort exactly as its exams were scored, in every mode', () => {
  fc.assert(
    fc.property(fc.array(question, { maxLength: 30 }), fc.constantFrom(...scoringModes), (drawn, mode) => {
      const asked = drawn.map((one) => ({ ...one, ticks: one.ticks & ((1 << one.slots.length) - 1) }));
      const scorer = cohortScorer(mode);
      expect(scorer.score(asked)).toEqual(scoreExam(asked, mode));
      for (const one of asked)
        expect(Math.abs(scorer.share(one) * one.points - pointsOf(one, mode))).toBeLessThan(0.00501);
    }),
  );
});
