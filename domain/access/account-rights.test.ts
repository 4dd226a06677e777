import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AccountTies,
  correctionOf,
  mayAppoint,
  mayChangeAccount,
  mayEndEnrolment,
  mayOpenAccount,
} from './account-rights.ts';
import { type Actor, type Role, roles } from './actor.ts';
import { type Assignment, inScope, managesSecretary } from './secretary-scope.ts';

const actorWith = (held: readonly Role[], year = 0): Actor => ({
  userId: 1,
  email: 'cineva@exam.test',
  roles: held,
  dean: false,
  year,
  studentId: undefined,
});
const whole = (collegeId: number): Assignment => ({
  collegeId,
  sectionId: undefined,
  seriesIds: [],
  year: 0,
});
const studyPlace = (collegeId: number) => ({ collegeId, sectionId: 10, seriesId: 100, year: 2 });
const student: AccountTies = {
  isAdmin: false,
  isTeacher: false,
  isDean: false,
  assignments: [],
  enrolments: [studyPlace(1)],
};
const admin = { actor: actorWith(['Admin']), assignments: [] };
const secretary = { actor: actorWith(['Secretar']), assignments: [whole(1)] };

/** An account that a secretary of college 1 must not change, and why. */
const beyond: [string, Partial<AccountTies>][] = [
  ['an administrator', { isAdmin: true }],
  ['a teacher', { isTeacher: true }],
  ['on the list of the dean’s office', { isDean: true }],
  ['a secretary', { assignments: [{ collegeId: 1, sectionId: undefined }] }],
];

describe('[ROLE-12] an account', () => {
  it('[ROLE-12] can be changed by a secretary when all its enrolments are in scope', () => {
    expect(mayChangeAccount(secretary, student)).toBe(true);
    expect(mayOpenAccount(secretary, student)).toBe(true);
    for (const enrolments of [
      [studyPlace(2)],
      [studyPlace(1), studyPlace(2)],
      [studyPlace(2), studyPlace(1)],
    ]) {
      expect(mayChangeAccount(secretary, { ...student, enrolments })).toBe(false);
      expect(mayOpenAccount(secretary, { ...student, enrolments })).toBe(false);
    }
  });

  it.each(beyond)('[ROLE-12] of a user who is also %s can be changed only by an administrator', (_, also) => {
    const account = { ...student, ...also };
    expect(mayChangeAccount(secretary, account)).toBe(false);
    expect(mayOpenAccount(secretary, account)).toBe(false);
    expect(mayEndEnrolment(secretary, account)).toBe(false);
    expect(mayChangeAccount(admin, account)).toBe(true);
    expect(mayOpenAccount(admin, account)).toBe(true);
    expect(mayEndEnrolment(admin, account)).toBe(true);
  });

  it('[ROLE-12] without an enrolment can be given one, but secretaries cannot open it', () => {
    const nobody = { ...student, enrolments: [] };
    expect(mayChangeAccount(secretary, nobody)).toBe(true);
    expect(mayOpenAccount(secretary, nobody)).toBe(false);
  });

  it('[ROLE-11] can lose an enrolment in the secretary’s scope, even if its other enrolments are out of scope', () => {
    expect(mayEndEnrolment(secretary, { ...student, enrolments: [studyPlace(1), studyPlace(2)] })).toBe(true);
  });
});

describe('[ROLE-12] making a user a secretary', () => {
  it('[ROLE-12] is open to a general secretary when everything of the account is in their scope', () => {
    expect(mayAppoint(secretary, student)).toBe(true);
    expect(mayAppoint(secretary, { ...student, assignments: [{ collegeId: 1, sectionId: 10 }] })).toBe(true);
    expect(mayAppoint(secretary, { ...student, assignments: [{ collegeId: 2, sectionId: 10 }] })).toBe(false);
    expect(mayAppoint(secretary, { ...student, enrolments: [studyPlace(2)] })).toBe(false);
    expect(mayAppoint({ ...secretary, actor: actorWith(['Secretar'], 2) }, student)).toBe(false);
  });

  it.each(beyond.slice(0, 3))('[ROLE-12] is reserved to an administrator for a user who is %s', (_, also) => {
    expect(mayAppoint(secretary, { ...student, ...also })).toBe(false);
    expect(mayAppoint(admin, { ...student, ...also })).toBe(true);
  });
});

const number = fc.integer({ min: 1, max: 2 });
const anyStudyPlace = fc.record({ collegeId: number, sectionId: number, seriesId: number, year: number });
const anyAssignment: fc.Arbitrary<Assignment> = fc.record({
  collegeId: number,
  sectionId: fc.option(number, { nil: undefined }),
  seriesIds: fc.uniqueArray(number, { maxLength: 2 }),
  year: fc.integer({ min: 0, max: 2 }),
});
const anyAccount: fc.Arbitrary<AccountTies> = fc.record({
  isAdmin: fc.boolean(),
  isTeacher: fc.boolean(),
  isDean: fc.boolean(),
  assignments: fc.array(anyAssignment, { maxLength: 2 }),
  enrolments: fc.array(anyStudyPlace, { maxLength: 3 }),
});
const anyChanger = fc.record({
  actor: fc
    .record({ held: fc.subarray([...roles]), year: fc.integer({ min: 0, max: 2 }) })
    .map(({ held, year }) => actorWith(held, year)),
  assignments: fc.array(anyAssignment, { maxLength: 3 }),
});

describe('[ROLE-12] for all accounts and actors', () => {
  const holds = (rule: (changer: typeof secretary, account: AccountTies) => void) =>
    fc.assert(fc.property(anyChanger, anyAccount, rule), { numRuns: 2000 });

  it('[ROLE-12] only administrators change accounts beyond their scope, by any operation', () => {
    holds((changer, account) => {
      if (changer.actor.roles.includes('Admin')) return;
      const outside = account.enrolments.some((one) => !inScope(changer.assignments, one));
      const high = account.isAdmin || account.isTeacher || account.isDean;
      const staff = high || account.assignments.length > 0;
      const foreign = account.assignments.some((one) => !managesSecretary(changer.assignments, one));
      expect(mayChangeAccount(changer, account) && (outside || staff)).toBe(false);
      expect(mayOpenAccount(changer, account) && (outside || staff)).toBe(false);
      expect(mayEndEnrolment(changer, account) && staff).toBe(false);
      expect(mayAppoint(changer, account) && (outside || high || foreign)).toBe(false);
    });
  });

  it('[ROLE-12] users who are neither secretary nor administrator change no account', () => {
    holds((changer, account) => {
      if (changer.actor.roles.some((role) => role === 'Admin' || role === 'Secretar')) return;
      for (const rule of [mayChangeAccount, mayOpenAccount, mayEndEnrolment, mayAppoint])
        expect(rule(changer, account)).toBe(false);
    });
  });

  it('[ROLE-12] another role or enrolment never makes an account accessible to more users', () => {
    fc.assert(
      fc.property(
        anyChanger,
        anyAccount,
        anyStudyPlace,
        anyAssignment,
        (changer, account, enrolment, assignment) => {
          for (const more of [
            { ...account, enrolments: [...account.enrolments, enrolment] },
            { ...account, assignments: [...account.assignments, assignment] },
            { ...account, isAdmin: true },
            { ...account, isTeacher: true },
            { ...account, isDean: true },
          ])
            for (const rule of [mayChangeAccount, mayEndEnrolment, mayAppoint])
              expect(rule(changer, more) && !rule(changer, account)).toBe(false);
        },
      ),
    );
  });
});

describe('[SAFE-22] correcting an address', () => {
  it('[SAFE-22] renames an account that has only one enrolment or one assignment', () => {
    expect(correctionOf(student, false)).toBe('rename');
    const assignments = [{ collegeId: 1, sectionId: undefined }];
    expect(correctionOf({ ...student, enrolments: [], assignments }, false)).toBe('rename');
  });

  it('[SAFE-22] moves the row to the account that already has the address', () => {
    expect(correctionOf(student, true)).toBe('move');
  });

  it.each([...beyond, ['enrolled twice', { enrolments: [studyPlace(1), studyPlace(1)] }] as const])(
    '[SAFE-22] does not rename the account of a user who is also %s',
    (_, also) => {
      expect(correctionOf({ ...student, ...also }, false)).toBe('move');
    },
  );
});
