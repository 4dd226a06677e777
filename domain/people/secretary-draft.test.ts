import { describe, expect, it } from 'vitest';
import { secretaryProblems } from './secretary-draft.ts';

const problems = (draft: Parameters<typeof secretaryProblems>[0]) =>
  secretaryProblems(draft).map(({ path, error }) => `${path}: ${error}`);

describe('[STRUCT-6] the assignment of a secretary', () => {
  it('[STRUCT-6] a year of study requires a section and at least one series', () => {
    expect(problems({ section: 1, series: [2], year: 3 })).toEqual([]);
    expect(problems({ section: 1, series: [], year: 3 })).toEqual(['series: validation.selectOne']);
    expect(problems({ section: null, series: [], year: 3 })).toEqual([
      'section: validation.required',
      'series: validation.selectOne',
    ]);
  });

  it('[STRUCT-6] a general secretary needs neither, and may have both', () => {
    expect(problems({ section: null, series: [], year: 0 })).toEqual([]);
    expect(problems({ section: 1, series: [], year: 0 })).toEqual([]);
    expect(problems({ section: 1, series: [2], year: 0 })).toEqual([]);
  });

  it('[STRUCT-6] series require their section', () => {
    expect(problems({ section: null, series: [2], year: 0 })).toEqual(['section: validation.required']);
  });
});
