import { expect, test } from 'vitest';
import type { Actor, Role } from './actor.ts';
import {
  mayEditChapters,
  mayEditQuestion,
  mayEditStructure,
  mayReadQuestions,
  type Part,
} from './discipline-rights.ts';

const person = (role: Role, dean = false): Actor => ({
  userId: 7,
  email: 'somebody@exam.test',
  roles: [role],
  dean,
  year: 0,
  studentId: undefined,
});

test.each<[string, Actor, Part, boolean, boolean, boolean, boolean, boolean]>([
  // who, part, reads questions, edits any, edits own, edits structure, edits chapters
  ['an admin', person('Admin'), undefined, true, true, true, true, true],
  ['a holder', person('Profesori'), 'holder', true, true, true, true, true],
  ['a collaborator', person('Profesori'), 'collaborator', true, false, true, false, false],
  ['a teacher of another discipline', person('Profesori'), undefined, false, false, false, false, false],
  ["the dean's office", person('Profesori', true), undefined, false, false, false, true, false],
  ['a secretary', person('Secretar'), undefined, false, false, false, false, false],
  ['a student', person('Studenti'), undefined, false, false, false, false, false],
])(
  '[ROLE-5][ROLE-9] what %s may do in a discipline',
  (_, actor, part, reads, editsAny, editsOwn, structure, chapters) => {
    expect(mayReadQuestions(actor, part)).toBe(reads);
    expect(mayEditQuestion(actor, part, 99)).toBe(editsAny);
    expect(mayEditQuestion(actor, part, 7)).toBe(editsOwn);
    expect(mayEditStructure(actor, part)).toBe(structure);
    expect(mayEditChapters(actor, part)).toBe(chapters);
  },
);
