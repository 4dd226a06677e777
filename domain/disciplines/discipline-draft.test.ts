import { expect, it } from 'vitest';
import { teachingProblems } from './discipline-draft.ts';

it('[DISC-1] several holders and several collaborators teach a discipline together', () =>
  expect(teachingProblems({ holders: [1, 2], collaborators: [3, 4] })).toEqual([]));

it('[DISC-1] a discipline needs no collaborators', () =>
  expect(teachingProblems({ holders: [1], collaborators: [] })).toEqual([]));

it('[DISC-1] nobody is holder and collaborator of the same discipline', () =>
  expect(teachingProblems({ holders: [1, 2], collaborators: [3, 2] })).toEqual([
    { path: 'collaborators', error: 'discipline.teacherTwice', params: {} },
  ]));
