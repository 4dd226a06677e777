import { expect, it } from 'vitest';
import { afterKey } from './typed-key.ts';

const at = (value: string, start: number, end = start) => ({ value, start, end });

it('[EXAM-12] inserts a letter at the caret', () => {
  expect(afterKey(at('maria', 2), 'ș')).toEqual(at('mașria', 3));
});

it('[EXAM-12] replaces the selection with a letter', () => {
  expect(afterKey(at('maria', 1, 4), 'o')).toEqual(at('moa', 2));
});

it('[EXAM-12] deletes the letter before the caret or the selection on backspace, and nothing at the start', () => {
  expect(afterKey(at('maria', 5), '{bksp}')).toEqual(at('mari', 4));
  expect(afterKey(at('maria', 1, 3), '{bksp}')).toEqual(at('mia', 1));
  expect(afterKey(at('maria', 0), '{bksp}')).toEqual(at('maria', 0));
});

it('[EXAM-12] inserts a space; ignores other commands', () => {
  expect(afterKey(at('ab', 1), '{space}')).toEqual(at('a b', 2));
  expect(afterKey(at('ab', 1), '{tab}')).toEqual(at('ab', 1));
});
