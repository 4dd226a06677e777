import type { Role } from '#domain/access/actor.ts';
import { yearClaim } from '#domain/access/secretary-scope.ts';

/** The facts about an account's owner in the university's tables. */
export type RoleSources = {
  readonly isAdmin: boolean;
  readonly isTeacher: boolean;
  /** The year of each assignment as a secretary; 0 leaves it open. */
  readonly secretaryYears: readonly number[];
  readonly isEnrolled: boolean;
};

/** The roles of an account: all that apply, otherwise student (ROLE-1). */
export function rolesOf(sources: RoleSources): Role[] {
  const staff: Role[] = [
    ...(sources.isAdmin ? (['Admin'] as const) : []),
    ...(sources.isTeacher ? (['Profesori'] as const) : []),
    ...(sources.secretaryYears.length > 0 ? (['Secretar'] as const) : []),
  ];
  return sources.isEnrolled || staff.length === 0 ? [...staff, 'Studenti'] : staff;
}

/** The Year claim: by assignments for secretaries, by the chosen enrolment for students, otherwise 0. */
export function yearOf(sources: RoleSources, enrolmentYear: number | undefined): number {
  return sources.secretaryYears.length > 0
    ? yearClaim(sources.secretaryYears.map((year) => ({ year })))
    : (enrolmentYear ?? 0);
}

/** The rights in a token. */
export type Rights = { readonly roles: readonly Role[]; readonly dean: boolean; readonly year: number };

/**
 * Whether rights granted earlier still match the current ones. A student's year is ignored: correcting an enrolment
 * must not end its owner's exam (AUTH-8).
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

export type PasswordSource = 'local' | 'directory';

/**
 * Where an account's password is checked: locally or in the university's directory. Administrators never depend on the
 * directory.
 */
export function passwordSource(roles: readonly Role[], switches: DirectorySwitches): PasswordSource {
  if (roles.includes('Admin')) return 'local';
  const directory =
    (switches.ldapForTeachers && roles.includes('Profesori')) ||
    (switches.ldapForStudents && roles.includes('Studenti'));
  return directory ? 'directory' : 'local';
}
