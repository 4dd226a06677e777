import { expect, it } from 'vitest';
import { teachingProblems } from './discipline-draft.ts';

it('[DISC-1] accepts several holders and several collaborators', () =>
  expect(teachingProblems({ holders: [1, 2], collaborators: [3, 4] })).toEqual([]));

it('[DISC-1] accepts a discipline without collaborators', () =>
  expect(teachingProblems({ holders: [1], collaborators: [] })).toEqual([]));

it('[DISC-1] rejects a teacher who is both holder and collaborator', () =>
  expect(teachingProblems({ holders: [1, 2], collaborators: [3, 2] })).toEqual([
    { path: 'collaborators', error: 'discipline.teacherTwice', params: {} },
  ]));
