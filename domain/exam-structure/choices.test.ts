import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countChoicesFromCounts } from './choices.ts';
import { countChoices, type Pool } from './draw.ts';

const limits = { maxAnswers: 5, minComplex: 2, maxComplex: 4 };
const indices = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);
const pool = (id: number, correct: number, wrong: number): Pool => ({
  id,
  correct: indices(correct),
  wrong: indices(wrong, correct),
  incomplete: correct < 5 || wrong < 5,
});

it('[DISC-6] counting from the numbers of questions agrees with counting over the questions', () => {
  const upTo = (max: number) => fc.nat({ max });
  fc.assert(
    fc.property(
      upTo(5),
      upTo(5),
      upTo(6),
      upTo(5),
      upTo(5),
      (onlySimple, onlyMultiple, both, simple, multiple) => {
        const pools = [
          ...indices(onlySimple).map((id) => pool(id, 1, 4)),
          ...indices(onlyMultiple, 100).map((id) => pool(id, 3, 2)),
          ...indices(both, 200).map((id) => pool(id, 5, 5)),
        ];
        expect(countChoicesFromCounts({ onlySimple, onlyMultiple, both }, { simple, multiple })).toBe(
          countChoices({ pools, simple, multiple }, limits),
        );
      },
    ),
    { numRuns: 300 },
  );
});
