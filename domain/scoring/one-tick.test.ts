import { expect, it } from 'vitest';
import { isLess, zero } from './fraction.ts';
import { oneTickEarnsNothing } from './one-tick.ts';
import { scoreQuestion, scoringModes } from './score-question.ts';

it.each(scoringModes)('a single tick among several correct answers earns what %s gives', (mode) => {
  const scores = [0, 1, 2, 3, 4].map((ticked) =>
    scoreQuestion(
      10,
      [0, 1, 2, 3, 4].map((index) => ({ correct: index < 2, ticked: index === ticked })),
      mode,
    ),
  );
  expect(oneTickEarnsNothing(mode)).toBe(!scores.some((score) => isLess(zero, score)));
});
