/** The roles a token can carry (ROLE-1). An account with none of the others is a student. */
export const roles = ['Admin', 'Profesori', 'Secretar', 'Studenti'] as const;
export type Role = (typeof roles)[number];

/** The signed-in user, as rules see them. */
export type Actor = {
  readonly userId: number;
  readonly email: string;
  readonly roles: readonly Role[];
  /** On the configured list of the dean's office. */
  readonly dean: boolean;
  /** The Year claim; 0 for users not bound to one year of study. */
  readonly year: number;
  /** The enrolment chosen at sign-in, for students. */
  readonly studentId: number | undefined;
};

/** The groups of users that rights are given to. */
export const audiences = ['admin', 'dean', 'teacher', 'secretary', 'generalSecretary', 'student'] as const;
export type Audience = (typeof audiences)[number];

const belongs: Record<Audience, (actor: Actor) => boolean> = {
  admin: (actor) => actor.roles.includes('Admin'),
  dean: (actor) => actor.dean,
  teacher: (actor) => actor.roles.includes('Profesori'),
  secretary: (actor) => actor.roles.includes('Secretar'),
  generalSecretary: (actor) => actor.roles.includes('Secretar') && actor.year === 0,
  student: (actor) => actor.roles.includes('Studenti'),
};

/** Whether the actor belongs to an audience; false without a sign-in. */
export function isOf(actor: Actor | undefined, audience: Audience): boolean {
  return actor !== undefined && belongs[audience](actor);
}

/** Whether the actor belongs to at least one of the audiences. */
export function isOfAny(actor: Actor | undefined, any: readonly Audience[]): boolean {
  return any.some((audience) => isOf(actor, audience));
}

/** The roles in a profile, which holds one value, a list or nothing; nothing means student. */
export function rolesOfProfile(value: unknown): readonly Role[] {
  const values = Array.isArray(value) ? value : [value];
  const known = roles.filter((role) => values.includes(role));
  return known.length > 0 ? known : ['Studenti'];
}

/** Whether an address is on the dean's list, case-insensitively. */
export function isDean(email: string, deanEmails: readonly string[]): boolean {
  const normalized = email.trim().toLowerCase();
  return deanEmails.some((dean) => dean.trim().toLowerCase() === normalized);
}
