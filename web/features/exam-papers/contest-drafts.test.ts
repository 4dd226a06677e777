import { expect, it } from 'vitest';
import type { TemplateQuestion, WholeTemplate } from '#contract/templates.ts';
import {
  type ContestDraft,
  changedQuestions,
  draftsOf,
  isCorrectIn,
  untouched,
  withCorrect,
  withRemoved,
} from './contest-drafts.ts';

const answer = (original: number, isCorrect: boolean) => ({
  text: '',
  image: null,
  original,
  isCorrect,
  wasCorrect: isCorrect,
  isRemoved: false,
});
const question = {
  position: 1,
  answers: [answer(4, true), answer(9, false), answer(2, true)],
} as unknown as TemplateQuestion;
const template = { exams: [{ index: 1, name: '', questions: [question] }] } as unknown as WholeTemplate;

it('[TMPL-2] sends a question only while its draft differs from the stored settlement', () => {
  const removed = withRemoved(untouched, 9, true);
  expect(changedQuestions(template, {}, { '1 1': removed })).toEqual([
    { index: 1, position: 1, removed: [9], correct: null },
  ]);
  expect(changedQuestions(template, {}, { '1 1': withRemoved(removed, 9, false) })).toEqual([]);
  const stored = draftsOf([{ index: 1, position: 1, removed: [9, 2], correct: null }]);
  expect(changedQuestions(template, stored, { '1 1': { removed: [2, 9], correct: null } })).toEqual([]);
  expect(changedQuestions(template, stored, {})).toEqual([
    { index: 1, position: 1, removed: [], correct: null },
  ]);
});

it('[TMPL-2] a key set back to the served one is no correction, and at least one answer stays correct', () => {
  const corrected = withCorrect(question, untouched, 9, true);
  expect([4, 9, 2].map((index) => isCorrectIn(question, corrected, index))).toEqual([true, true, true]);
  expect(withCorrect(question, corrected, 9, false)).toEqual(untouched);
  const one = withCorrect(question, withCorrect(question, untouched, 4, false), 2, false);
  expect(one.correct).toEqual([2]);
});

it('[TMPL-2] starts from the key settled for the session, and can return to the served one against it', () => {
  // Served 4 and 2, corrected for the session to 4 and 9.
  const ofSession = { removed: [], correct: [4, 9] };
  const indices = [4, 9, 2];
  const shown = (draft: ContestDraft) =>
    indices.filter((index) => isCorrectIn(question, draft, index, ofSession));
  expect(shown(untouched)).toEqual([4, 9]);
  const own = withCorrect(question, untouched, 2, true, ofSession);
  expect(shown(own)).toEqual([4, 9, 2]);
  expect(withCorrect(question, own, 2, false, ofSession)).toEqual(untouched);
  const served = withCorrect(question, own, 9, false, ofSession);
  expect(served.correct?.toSorted()).toEqual([2, 4]);
  expect(changedQuestions(template, {}, { '1 1': served })).toEqual([
    { index: 1, position: 1, removed: [], correct: served.correct },
  ]);
});
