import { expect, it } from 'vitest';
import { shownIndexOf } from './shown-letters.ts';

it('finds the index at which the student saw an answer of the bank, if they did', () => {
  const shown = (description: string, answerAttachment: string | null) => ({
    answer: { description, answerAttachment },
  });
  const question = {
    scored: { answerExams: [shown('unu', 'b.png'), shown('doi', null), shown('unu', 'a.png')] },
    bank: {
      served: {
        answers: [
          { text: 'unu', image: 'a.png' },
          { text: 'trei', image: null },
          { text: 'doi', image: null },
        ],
      },
    },
  };
  expect([0, 1, 2].map((index) => shownIndexOf(question, index))).toEqual([2, undefined, 1]);
});
