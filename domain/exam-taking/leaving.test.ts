import { expect, it } from 'vitest';
import { asksBeforeLeaving, type LeftQuestion } from './leaving.ts';

const unanswered: LeftQuestion = { index: 2, answered: false, showsCount: true, timeIsOut: false };

it('[EXAM-6] asks before leaving a question without an answer', () => {
  expect(asksBeforeLeaving(unanswered)).toBe(true);
  expect(asksBeforeLeaving({ ...unanswered, answered: true })).toBe(false);
});

it.each([
  ['time is out', { timeIsOut: true }],
  ['it is the first question', { index: 1 }],
  ['the exam shows no question count', { showsCount: false }],
])('[EXAM-6] does not ask when %s', (_why, exception) => {
  expect(asksBeforeLeaving({ ...unanswered, ...exception })).toBe(false);
});
