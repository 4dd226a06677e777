import type { Actor, Role } from '#domain/access/actor.ts';

/** Someone with the given roles; a year or a place on the dean's list only where a test needs it. */
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

/** One person of each kind the product knows. */
export const people = {
  admin: someone(['Admin']),
  dean: someone(['Profesori'], { dean: true }),
  teacher: someone(['Profesori']),
  secretary: someone(['Secretar'], { year: 3 }),
  generalSecretary: someone(['Secretar'], { year: 0 }),
  student: someone(['Studenti'], { year: 2, studentId: 11 }),
} as const;

export type Person = keyof typeof people;
