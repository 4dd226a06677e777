import { describe, expect, it } from 'vitest';
import { people, someone } from '#domain/testing/people.ts';
import { audiences, isDean, isOf, isOfAny, rolesOfProfile } from './actor.ts';

describe('the roles of a profile', () => {
  it('[ROLE-1] one value or a list gives the roles it names', () => {
    expect(rolesOfProfile('Admin')).toEqual(['Admin']);
    expect(rolesOfProfile(['Secretar', 'Profesori'])).toEqual(['Profesori', 'Secretar']);
  });

  it.each([undefined, null, '', [], 'Rector', ['Rector'], 42])(
    '[ROLE-1] %j names no role, so the user is a student',
    (value) => {
      expect(rolesOfProfile(value)).toEqual(['Studenti']);
    },
  );

  it('[ROLE-1] a list with an unknown role keeps only the known one', () => {
    expect(rolesOfProfile(['Rector', 'Secretar'])).toEqual(['Secretar']);
  });
});

describe("the dean's list", () => {
  it('[ROLE-2] compares addresses case-insensitively', () => {
    expect(isDean('Dean@Exam.Test', ['other@exam.test', ' dean@exam.test '])).toBe(true);
    expect(isDean('ean@exam.test', ['dean@exam.test'])).toBe(false);
    expect(isDean('dean@exam.test', [])).toBe(false);
  });

  it('[ROLE-2] adds the dean to the account’s other roles, and makes no one an admin', () => {
    const secretaryOnTheList = someone(['Secretar'], { dean: true, year: 2 });
    expect(audiences.filter((audience) => isOf(secretaryOnTheList, audience))).toEqual(['dean', 'secretary']);
  });
});

describe('the general secretary', () => {
  it('[ROLE-3] is a secretary whose year is 0; other roles with year 0 are not', () => {
    expect(isOf(people.generalSecretary, 'generalSecretary')).toBe(true);
    expect(isOf(people.secretary, 'generalSecretary')).toBe(false);
    expect(isOf(people.teacher, 'generalSecretary')).toBe(false);
    expect(isOf(people.admin, 'generalSecretary')).toBe(false);
  });

  it('[ROLE-3] stays a secretary', () => {
    expect(isOf(people.generalSecretary, 'secretary')).toBe(true);
  });
});

it('[ROLE-4] a visitor without a sign-in belongs to no audience', () => {
  expect(audiences.filter((audience) => isOf(undefined, audience))).toEqual([]);
  expect(isOfAny(undefined, audiences)).toBe(false);
});

it('belongs to several audiences when at least one matches', () => {
  expect(isOfAny(people.teacher, ['admin', 'teacher'])).toBe(true);
  expect(isOfAny(people.teacher, ['admin', 'secretary'])).toBe(false);
  expect(isOfAny(people.teacher, [])).toBe(false);
});
