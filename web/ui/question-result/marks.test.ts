import { describe, expect, it } from 'vitest';
import { markOfAnswer, markOfQuestion } from './marks.ts';

describe('[RESU-1] marks of an answer', () => {
  it.each([
    [true, true, 'correct'],
    [false, true, 'wrong'],
    [true, false, 'shouldHaveSelected'],
    [false, false, 'leftOut'],
  ] as const)('[RESU-1] correct %s, selected %s is shown as %s', (isCorrect, isSelected, mark) => {
    expect(markOfAnswer(isCorrect, isSelected)).toBe(mark);
  });
});

it('[RESU-1] a removed answer is neither correct nor wrong', () => {
  for (const isCorrect of [true, false])
    for (const isSelected of [true, false]) expect(markOfAnswer(isCorrect, isSelected, true)).toBe('removed');
});

describe('[RESU-1] marks of a question', () => {
  it.each([
    [10, true, 'full'],
    [9.99, true, 'part'],
    [0.01, true, 'part'],
    [0, true, 'none'],
    [0, false, 'unanswered'],
    [10, false, 'full'],
  ] as const)('[RESU-1] %d of 10 points, answered %s: %s', (points, answered, mark) => {
    expect(markOfQuestion({ points, maxPoints: 10, answered })).toBe(mark);
  });
});
