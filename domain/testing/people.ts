import type { Actor, Role } from '#domain/access/actor.ts';

/** A user with the given roles; year and dean's list only where a test needs them. */
export function someone(roles: readonly Role[], more: Partial<Actor> = {}): Actor {
  return {
    userId: 7,
    email: 'someone@exam.test',
    roles,
    dean: false,
    year: 0,
    studentId: undefined,
    ...more,
  };
}

/** One user of each role. */
export const people = {
  admin: someone(['Admin']),
  dean: someone(['Profesori'], { dean: true }),
  teacher: someone(['Profesori']),
  secretary: someone(['Secretar'], { year: 3 }),
  generalSecretary: someone(['Secretar'], { year: 0 }),
  student: someone(['Studenti'], { year: 2, studentId: 11 }),
} as const;

export type Person = keyof typeof people;
