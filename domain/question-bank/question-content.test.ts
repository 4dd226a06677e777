import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { indicesOf, isCorrectAt, keyOf } from './answer-key.ts';
import { type AnswerContent, isIncomplete, type QuestionContent, sameContent } from './question-content.ts';

const answer = (text: string, changed: Partial<AnswerContent> = {}): AnswerContent => ({
  text,
  image: null,
  isCorrect: false,
  referenceTitle: null,
  referencePage: null,
  ...changed,
});
const question: QuestionContent = {
  text: 'Care?',
  image: null,
  points: 10,
  answers: [answer('da', { isCorrect: true }), answer('nu')],
};
const [first, second] = question.answers as [AnswerContent, AnswerContent];

test.each<[string, QuestionContent]>([
  ['the text', { ...question, text: 'Care? ' }],
  ['the image', { ...question, image: 'x' }],
  ['the points', { ...question, points: 9.5 }],
  ['an answer more', { ...question, answers: [...question.answers, answer('poate')] }],
  ['an answer less', { ...question, answers: [first] }],
  ['the order of answers', { ...question, answers: [second, first] }],
  ['the text of an answer', { ...question, answers: [first, answer('ba')] }],
  ['the image of an answer', { ...question, answers: [first, { ...second, image: 'x' }] }],
  ['the key', { ...question, answers: [first, { ...second, isCorrect: true }] }],
  ['the reference', { ...question, answers: [first, { ...second, referenceTitle: 'Tratat' }] }],
  ['the page', { ...question, answers: [first, { ...second, referencePage: '12' }] }],
])('[QUES-4] a change of %s is new content', (_, changed) => {
  expect(sameContent(question, changed)).toBe(false);
  expect(sameContent(changed, question)).toBe(false);
});

it('[QUES-4] identical text is the same content', () =>
  expect(sameContent(question, structuredClone(question))).toBe(true));

test.each([
  [5, 5, false],
  [4, 5, true],
  [5, 4, true],
  [1, 3, true],
  [8, 9, false],
])('[QUES-1] a pool of %d correct and %d false answers is incomplete: %s', (correct, wrong, incomplete) => {
  const answers = Array.from({ length: correct + wrong }, (__, n) =>
    answer(`r${n}`, { isCorrect: n < correct }),
  );
  expect(isIncomplete(answers)).toBe(incomplete);
});

it('[QUES-3] a key stores the correct answers among up to thirty', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), (marks) => {
      const key = keyOf(marks.map((isCorrect) => ({ isCorrect })));
      expect(marks.map((_, index) => isCorrectAt(key, index))).toEqual(marks);
      const { correct, wrong } = indicesOf(key, marks.length);
      expect([...correct, ...wrong].sort((a, b) => a - b)).toEqual(marks.map((_, index) => index));
      expect(correct.every((index) => marks[index])).toBe(true);
      expect(wrong.some((index) => marks[index])).toBe(false);
      expect(key).toBeGreaterThanOrEqual(0);
    }),
  );
});
