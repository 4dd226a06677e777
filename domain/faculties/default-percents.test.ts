import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentProblems } from './default-percents.ts';

const problems = (simple: number | null, multiple: number | null) =>
  percentProblems({ defaultPSimpleQuestions: simple, defaultPMultipleQuestions: multiple });

describe('[STRUCT-9] default percents', () => {
  it('[STRUCT-9] accepts any value while the other is open', () => {
    fc.assert(
      fc.property(fc.option(fc.integer({ min: 0, max: 100 })), (percent) => {
        expect(problems(percent, null)).toEqual([]);
        expect(problems(null, percent)).toEqual([]);
      }),
    );
  });

  it('[STRUCT-9] both together must add up to 100', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(percent, percent, (simple, multiple) => {
        expect(problems(simple, 100 - simple)).toEqual([]);
        expect(problems(simple, multiple)).toHaveLength(simple + multiple === 100 ? 0 : 1);
      }),
    );
    expect(problems(50, 51)).toEqual([
      { path: 'defaultPMultipleQuestions', error: 'validation.percentSum', params: {} },
    ]);
  });
});
