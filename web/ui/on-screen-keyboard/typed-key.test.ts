import { expect, it } from 'vitest';
import { afterKey } from './typed-key.ts';

const at = (value: string, start: number, end = start) => ({ value, start, end });

it('[EXAM-12] a letter goes in at the caret', () => {
  expect(afterKey(at('maria', 2), 'ș')).toEqual(at('mașria', 3));
});

it('[EXAM-12] a letter replaces what is selected', () => {
  expect(afterKey(at('maria', 1, 4), 'o')).toEqual(at('moa', 2));
});

it('[EXAM-12] backspace takes the letter before the caret, or what is selected, and nothing at the start', () => {
  expect(afterKey(at('maria', 5), '{bksp}')).toEqual(at('mari', 4));
  expect(afterKey(at('maria', 1, 3), '{bksp}')).toEqual(at('mia', 1));
  expect(afterKey(at('maria', 0), '{bksp}')).toEqual(at('maria', 0));
});

it('[EXAM-12] space is a space; other commands change nothing', () => {
  expect(afterKey(at('ab', 1), '{space}')).toEqual(at('a b', 2));
  expect(afterKey(at('ab', 1), '{tab}')).toEqual(at('ab', 1));
});
