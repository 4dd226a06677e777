import { describe, expect, it } from 'vitest';
import {
  type Assignment,
  collegeInScope,
  disciplineInScope,
  inScope,
  managesDiscipline,
  managesSecretary,
  sectionInScope,
  yearClaim,
} from './secretary-scope.ts';

const whole: Assignment = { collegeId: 1, sectionId: undefined, seriesIds: [], year: 0 };
const narrow: Assignment = { collegeId: 1, sectionId: 10, seriesIds: [100, 101], year: 2 };
const studyPlace = { collegeId: 1, sectionId: 10, seriesId: 100, year: 2 };

describe('[ROLE-6] the scope of a secretary', () => {
  it('[ROLE-6] is empty without an assignment', () => {
    expect(inScope([], studyPlace)).toBe(false);
    expect(collegeInScope([], 1)).toBe(false);
  });

  it('[ROLE-6] is a whole college when the assignment names nothing else', () => {
    expect(inScope([whole], studyPlace)).toBe(true);
    expect(inScope([whole], { ...studyPlace, collegeId: 2 })).toBe(false);
  });

  it('[ROLE-6] is narrowed by each named part', () => {
    expect(inScope([narrow], studyPlace)).toBe(true);
    for (const elsewhere of [{ collegeId: 2 }, { sectionId: 11 }, { seriesId: 102 }, { year: 3 }]) {
      expect(inScope([narrow], { ...studyPlace, ...elsewhere })).toBe(false);
    }
  });

  it('[ROLE-6] is the union of the assignments, never a mix of their parts', () => {
    const other: Assignment = { collegeId: 2, sectionId: undefined, seriesIds: [], year: 3 };
    expect(inScope([narrow, other], { ...studyPlace, collegeId: 2, year: 3 })).toBe(true);
    expect(inScope([narrow, other], { ...studyPlace, year: 3 })).toBe(false);
    expect(inScope([narrow, other], { ...studyPlace, collegeId: 2 })).toBe(false);
  });

  it('[ROLE-6] includes the college and section around an assignment', () => {
    expect(collegeInScope([narrow], 1)).toBe(true);
    expect(sectionInScope([narrow], { collegeId: 1, sectionId: 10 })).toBe(true);
    expect(sectionInScope([narrow], { collegeId: 1, sectionId: 11 })).toBe(false);
    expect(sectionInScope([whole], { collegeId: 1, sectionId: 11 })).toBe(true);
  });
});

describe('[ROLE-3] general secretaries', () => {
  it('[ROLE-3] manage the secretaries of their own college', () => {
    expect(managesSecretary([whole], { collegeId: 1, sectionId: undefined })).toBe(true);
    expect(managesSecretary([whole], { collegeId: 1, sectionId: 10 })).toBe(true);
    expect(managesSecretary([whole], { collegeId: 2, sectionId: 10 })).toBe(false);
  });

  it('[ROLE-3] do not reach beyond the section or the series they are limited to', () => {
    const ofSection = { ...whole, sectionId: 10 };
    expect(managesSecretary([ofSection], { collegeId: 1, sectionId: 10 })).toBe(true);
    expect(managesSecretary([ofSection], { collegeId: 1, sectionId: undefined })).toBe(false);
    expect(managesSecretary([{ ...ofSection, seriesIds: [100] }], { collegeId: 1, sectionId: 10 })).toBe(
      false,
    );
    expect(managesSecretary([narrow], { collegeId: 1, sectionId: 10 })).toBe(false);
  });

  it('[ROLE-3] have the Year claim 0 as soon as one assignment leaves the year open', () => {
    expect(yearClaim([narrow])).toBe(2);
    expect(yearClaim([narrow, whole])).toBe(0);
    expect(yearClaim([])).toBe(0);
  });
});

describe('[ROLE-11] the disciplines of a secretary', () => {
  const taught = { collegeId: 1, sectionId: 10, seriesIds: [100], year: 2 };

  it('[ROLE-11] are those of the assigned study place', () => {
    for (const scope of [whole, narrow]) {
      expect(disciplineInScope([scope], taught)).toBe(true);
      expect(managesDiscipline([scope], taught)).toBe(true);
    }
    for (const elsewhere of [{ collegeId: 2 }, { sectionId: 11 }, { seriesIds: [102] }, { year: 3 }])
      expect(disciplineInScope([narrow], { ...taught, ...elsewhere })).toBe(false);
  });

  it('[ROLE-11] shared with other series can be read but not changed', () => {
    const shared = { ...taught, seriesIds: [100, 102] };
    expect(disciplineInScope([narrow], shared)).toBe(true);
    expect(managesDiscipline([narrow], shared)).toBe(false);
  });

  it('[ROLE-11] may be covered by several assignments together', () => {
    const shared = { ...taught, seriesIds: [100, 102] };
    expect(managesDiscipline([narrow, { ...narrow, seriesIds: [102] }], shared)).toBe(true);
    expect(managesDiscipline([narrow, { ...narrow, seriesIds: [102], year: 3 }], shared)).toBe(false);
  });

  it('[ROLE-11] are none without an assignment, even for a discipline taught to no series', () => {
    expect(managesDiscipline([], { ...taught, seriesIds: [] })).toBe(false);
    expect(managesDiscipline([whole], { ...taught, seriesIds: [] })).toBe(true);
  });
});
