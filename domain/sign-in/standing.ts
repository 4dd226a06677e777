import type { Role } from '#domain/access/actor.ts';
import { yearClaim } from '#domain/access/secretary-scope.ts';

/** What the tables of the university say of the owner of an account. */
export type Standing = {
  readonly isAdmin: boolean;
  readonly isTeacher: boolean;
  /** The year of each assignment as a secretary; 0 leaves it open. */
  readonly secretaryYears: readonly number[];
  readonly isEnrolled: boolean;
};

/** The roles of an account: all that apply; an account with no other is a student (ROLE-1). */
export function rolesOf(standing: Standing): Role[] {
  const staff: Role[] = [
    ...(standing.isAdmin ? (['Admin'] as const) : []),
    ...(standing.isTeacher ? (['Profesori'] as const) : []),
    ...(standing.secretaryYears.length > 0 ? (['Secretar'] as const) : []),
  ];
  return standing.isEnrolled || staff.length === 0 ? [...staff, 'Studenti'] : staff;
}

/** The Year claim: a secretary's by their assignments, a student's by the enrolment they chose, 0 for the rest. */
export function yearOf(standing: Standing, enrolmentYear: number | undefined): number {
  return standing.secretaryYears.length > 0
    ? yearClaim(standing.secretaryYears.map((year) => ({ year })))
    : (enrolmentYear ?? 0);
}

/** What a token says of its owner's rights. */
export type Rights = { readonly roles: readonly Role[]; readonly dean: boolean; readonly year: number };

/**
 * Whether rights given earlier are still those of today. A student's year is left out: correcting an enrolment
 * must not end the exam of its owner (AUTH-8).
 */
export function sameRights(given: Rights, today: Rights): boolean {
  return (
    given.dean === today.dean &&
    given.roles.length === today.roles.length &&
    given.roles.every((role) => today.roles.includes(role)) &&
    (!today.roles.includes('Secretar') || given.year === today.year)
  );
}

type DirectorySwitches = { readonly ldapForTeachers: boolean; readonly ldapForStudents: boolean };

export type PasswordKeeper = 'local' | 'directory';

/** Who knows the password of an account: we do, or the university's directory. Administrators never depend on it. */
export function passwordKeeper(roles: readonly Role[], switches: DirectorySwitches): PasswordKeeper {
  if (roles.includes('Admin')) return 'local';
  const directory =
    (switches.ldapForTeachers && roles.includes('Profesori')) ||
    (switches.ldapForStudents && roles.includes('Studenti'));
  return directory ? 'directory' : 'local';
}
