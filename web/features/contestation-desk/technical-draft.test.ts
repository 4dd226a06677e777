import { expect, it } from 'vitest';
import { emptyTechnical, technicalDecisions } from './technical-draft.ts';

const late = [{ at: '2026-05-04T08:00:00.000Z', answers: 'B' }];
const named = { examQuestionId: 11, late: [], isNamed: true };
const tooLate = { examQuestionId: 12, late, isNamed: false };
const questions = [named, tooLate];

it('[CONT-4] an accepted technical complaint counts late answers and leaves other questions as they are', () => {
  expect(technicalDecisions(emptyTechnical, questions)).toBeUndefined();
  expect(technicalDecisions({ ...emptyTechnical, choice: 'accept' }, questions)).toEqual([
    { examQuestionId: 0, accepted: true },
    { examQuestionId: 11, accepted: false },
    { examQuestionId: 12, accepted: true, settle: 'countLate', reach: 'student' },
  ]);
});

it('gives full points where chosen, and sends no decision about a late question that stays as it is', () => {
  const draft = { choice: 'accept', remedies: { 11: 'fullPoints', 12: 'asIs' }, reply: '' } as const;
  expect(technicalDecisions(draft, questions)).toEqual([
    { examQuestionId: 0, accepted: true },
    { examQuestionId: 11, accepted: true, settle: 'fullPoints', reach: 'student' },
  ]);
});

it('rejects the complaint and the questions it names, whatever was chosen before', () => {
  const draft = { choice: 'reject', remedies: { 11: 'fullPoints' }, reply: '' } as const;
  expect(technicalDecisions(draft, questions)).toEqual([
    { examQuestionId: 0, accepted: false },
    { examQuestionId: 11, accepted: false },
  ]);
});
