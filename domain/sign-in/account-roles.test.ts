import { describe, expect, it } from 'vitest';
import {
  passwordSource,
  type Rights,
  type RoleSources,
  rolesOf,
  sameRights,
  yearOf,
} from './account-roles.ts';

const nobody: RoleSources = { isAdmin: false, isTeacher: false, secretaryYears: [], isEnrolled: false };

describe('the roles of an account', () => {
  it.each([
    ['no rows at all', nobody, ['Studenti']],
    ['an enrolment', { ...nobody, isEnrolled: true }, ['Studenti']],
    ['the administration', { ...nobody, isAdmin: true }, ['Admin']],
    ['a discipline', { ...nobody, isTeacher: true }, ['Profesori']],
    ['an assignment as secretary', { ...nobody, secretaryYears: [0] }, ['Secretar']],
    ['teaching and studying', { ...nobody, isTeacher: true, isEnrolled: true }, ['Profesori', 'Studenti']],
    [
      'everything',
      { isAdmin: true, isTeacher: true, secretaryYears: [2], isEnrolled: true },
      ['Admin', 'Profesori', 'Secretar', 'Studenti'],
    ],
  ] as const)('[ROLE-1] come from %s', (_, sources, roles) => {
    expect(rolesOf(sources)).toEqual(roles);
  });
});

describe('the Year claim', () => {
  it('[ROLE-3] is 0 for a secretary with one open assignment, whatever the others are', () => {
    expect(yearOf({ ...nobody, secretaryYears: [3, 0, 5] }, undefined)).toBe(0);
    expect(yearOf({ ...nobody, secretaryYears: [3, 5] }, undefined)).toBe(3);
  });

  it('[AUTH-3] is the year of the chosen enrolment for a student, and 0 for everyone else', () => {
    expect(yearOf({ ...nobody, isEnrolled: true }, 4)).toBe(4);
    expect(yearOf({ ...nobody, isTeacher: true }, undefined)).toBe(0);
  });
});

describe('rights granted earlier', () => {
  const teacher: Rights = { roles: ['Profesori'], dean: false, year: 0 };
  const student: Rights = { roles: ['Studenti'], dean: false, year: 3 };
  const secretary: Rights = { roles: ['Secretar'], dean: false, year: 2 };

  it('[AUTH-8] hold while nothing changes', () => {
    for (const rights of [teacher, student, secretary]) expect(sameRights(rights, rights)).toBe(true);
  });

  it.each([
    ['a role is taken away', { ...teacher, roles: ['Admin', 'Profesori'] }, teacher],
    ['a role is added', teacher, { ...teacher, roles: ['Admin', 'Profesori'] }],
    ['one role is replaced by another', teacher, { ...teacher, roles: ['Secretar'] }],
    ['the dean’s office is left', { ...teacher, dean: true }, teacher],
    ['a secretary becomes general', secretary, { ...secretary, year: 0 }],
  ] as const)('[AUTH-8] end when %s', (_, given, today) => {
    expect(sameRights(given, today)).toBe(false);
  });

  it('[AUTH-8] survive a corrected enrolment', () => {
    expect(sameRights(student, { ...student, year: 4 })).toBe(true);
  });
});

describe('where the password is checked', () => {
  const both = { ldapForTeachers: true, ldapForStudents: true };
  const none = { ldapForTeachers: false, ldapForStudents: false };

  it('[AUTH-4] the directory is enabled separately for teachers and students', () => {
    const forTeachers = { ...none, ldapForTeachers: true };
    const forStudents = { ...none, ldapForStudents: true };
    expect(passwordSource(['Profesori'], forTeachers)).toBe('directory');
    expect(passwordSource(['Studenti'], forTeachers)).toBe('local');
    expect(passwordSource(['Profesori'], forStudents)).toBe('local');
    expect(passwordSource(['Studenti'], forStudents)).toBe('directory');
  });

  it('[AUTH-4] everyone is local while it is off; administrators and secretaries always are', () => {
    expect(passwordSource(['Profesori', 'Studenti'], none)).toBe('local');
    expect(passwordSource(['Admin', 'Profesori'], both)).toBe('local');
    expect(passwordSource(['Secretar'], both)).toBe('local');
  });
});
