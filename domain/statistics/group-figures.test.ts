import { expect, it } from 'vitest';
import { groupFigures, groupReliability, isTooFew } from './group-figures.ts';

const graded = (grades: readonly number[]) => grades.map((grade) => ({ share: (grade - 1) / 9, grade }));

it('[RESU-5] compares groups of exams by share of the points, mean grade and pass rate, for which nine exams are too few', () => {
  const nine = [10, 10, 10, 1, 1, 1, 1, 1, 1];
  const few = groupFigures(graded(nine));
  expect(few).toEqual({ exams: 9, graded: 9, meanShare: null, meanGrade: null, passRate: null });
  for (const figure of ['meanShare', 'meanGrade', 'passRate'] as const)
    expect(isTooFew(few, figure)).toBe(true);
  expect(groupFigures(graded([...nine, 5.5]))).toEqual({
    exams: 10,
    graded: 10,
    meanShare: expect.closeTo(0.35, 10),
    meanGrade: 4.15,
    passRate: 0.4,
  });
});

it('[RESU-5] [ROLE-5] counts exams without a visible grade by their points only', () => {
  const seenInPart = Array.from({ length: 10 }, () => ({ share: 0.5, grade: undefined }));
  expect(groupFigures(seenInPart)).toEqual({
    exams: 10,
    graded: 0,
    meanShare: 0.5,
    meanGrade: null,
    passRate: null,
  });
  expect(isTooFew(groupFigures(seenInPart), 'meanGrade')).toBe(false);
  expect(isTooFew(groupFigures(seenInPart.slice(1)), 'meanShare')).toBe(true);
  expect(groupFigures([])).toMatchObject({ exams: 0, meanShare: null, meanGrade: null });
  expect(isTooFew(groupFigures([]), 'meanShare')).toBe(false);
});

it('[RESU-5] gives a reliability only to papers of one exam, and says why there is none', () => {
  const paper = (earned: readonly number[], partId = 1) => ({
    partId,
    items: earned.map((_, item) => item),
    earned,
  });
  const five = <T>(one: T) => Array.from({ length: 5 }, () => one);
  const same = [...five(paper([1, 1])), ...five(paper([0, 0]))];
  expect(groupReliability(same)).toEqual({ reliability: expect.closeTo(1, 10), why: null });
  expect(groupReliability([...five(paper([1, 1])), ...five(paper([0, 0], 2))])).toEqual({
    reliability: null,
    why: 'notComparable',
  });
  expect(groupReliability(same.slice(1))).toEqual({ reliability: null, why: 'tooFew' });
  expect(groupReliability(Array.from({ length: 10 }, () => paper([1, 0])))).toEqual({
    reliability: null,
    why: 'doesNotVary',
  });
});
