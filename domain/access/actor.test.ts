import { describe, expect, it } from 'vitest';
import { people, someone } from '#domain/testing/people.ts';
import { audiences, isDean, isOf, isOfAny, rolesOfProfile } from './actor.ts';

describe('the roles of a profile', () => {
  it('[ROLE-1] one value or a list gives the roles it names', () => {
    expect(rolesOfProfile('Admin')).toEqual(['Admin']);
    expect(rolesOfProfile(['Secretar', 'Profesori'])).toEqual(['Profesori', 'Secretar']);
  });

  it.each([undefined, null, '', [], 'Rector', ['Rector'], 42])(
    '[ROLE-1] %j names no role, so it is a student',
    (value) => {
      expect(rolesOfProfile(value)).toEqual(['Studenti']);
    },
  );

  it('[ROLE-1] a list with one unknown role keeps the known one and adds nothing', () => {
    expect(rolesOfProfile(['Rector', 'Secretar'])).toEqual(['Secretar']);
  });
});

describe("the dean's list", () => {
  it('[ROLE-2] compares addresses whatever their case', () => {
    expect(isDean('Dean@Exam.Test', ['other@exam.test', ' dean@exam.test '])).toBe(true);
    expect(isDean('ean@exam.test', ['dean@exam.test'])).toBe(false);
    expect(isDean('dean@exam.test', [])).toBe(false);
  });

  it('[ROLE-2] adds the dean to whatever the account is, and makes nobody an admin', () => {
    const secretaryOnTheList = someone(['Secretar'], { dean: true, year: 2 });
    expect(audiences.filter((audience) => isOf(secretaryOnTheList, audience))).toEqual(['dean', 'secretary']);
  });
});

describe('the general secretary', () => {
  it('[ROLE-3] is a secretary whose year is 0, and nobody else whose year is 0', () => {
    expect(isOf(people.generalSecretary, 'generalSecretary')).toBe(true);
    expect(isOf(people.secretary, 'generalSecretary')).toBe(false);
    expect(isOf(people.teacher, 'generalSecretary')).toBe(false);
    expect(isOf(people.admin, 'generalSecretary')).toBe(false);
  });

  it('[ROLE-3] stays a secretary', () => {
    expect(isOf(people.generalSecretary, 'secretary')).toBe(true);
  });
});

it('[ROLE-4] nobody belongs to any audience when nobody is signed in', () => {
  expect(audiences.filter((audience) => isOf(undefined, audience))).toEqual([]);
  expect(isOfAny(undefined, audiences)).toBe(false);
});

it('belongs to any of several audiences as soon as one fits', () => {
  expect(isOfAny(people.teacher, ['admin', 'teacher'])).toBe(true);
  expect(isOfAny(people.teacher, ['admin', 'secretary'])).toBe(false);
  expect(isOfAny(people.teacher, [])).toBe(false);
});
