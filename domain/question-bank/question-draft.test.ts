import { describe, expect, it, test } from 'vitest';
import { type AnswerDraft, kindByTicks, missingAnswers, questionProblems } from './question-draft.ts';

const answers = (correct: number, wrong: number): AnswerDraft[] => [
  ...Array.from({ length: correct }, (_, n) => ({ text: `adevărat ${n}`, isCorrect: true })),
  ...Array.from({ length: wrong }, (_, n) => ({ text: `fals ${n}`, isCorrect: false })),
];
const problemsOf = (list: readonly AnswerDraft[], text = 'Care dintre următoarele …') =>
  questionProblems({ text, answers: list }).map(({ path, error, params }) => [path, error, params]);

describe('a question entered by hand', () => {
  it('[QUES-1] can be saved with five correct and five false answers', () =>
    expect(problemsOf(answers(5, 5))).toEqual([]));

  test.each([
    [4, 5, 'question.tooFewCorrect', 1],
    [5, 2, 'question.tooFewWrong', 3],
  ])('[QUES-8] with %d correct and %d false says how many are missing', (correct, wrong, error, missing) =>
    expect(problemsOf(answers(correct, wrong))).toEqual([['answers', error, { missing }]]),
  );

  it('[QUES-1] requires a text and a description for each answer', () => {
    const blank = [...answers(5, 5), { text: '  ', isCorrect: false }];
    expect(problemsOf(blank, ' ')).toEqual([
      ['text', 'validation.required', {}],
      ['answers.10.text', 'validation.required', {}],
    ]);
  });

  it('[QUES-8] an answer without a description does not count towards the five', () =>
    expect(missingAnswers([...answers(4, 5), { text: '', isCorrect: true }])).toEqual({
      correct: 1,
      wrong: 0,
    }));

  it('[QUES-1] rejects duplicate answers, whatever their spacing or formatting', () => {
    const twice = [...answers(5, 5), { text: ' **Adevărat**  0 ', isCorrect: false }];
    expect(problemsOf(twice)).toEqual([['answers.10.text', 'question.answerTwice', {}]]);
  });

  test.each([
    [0, undefined],
    [1, 'simple'],
    [2, 'multiple'],
    [5, 'multiple'],
  ])('[QUES-8] with %d ticks is %s', (correct, kind) => expect(kindByTicks(answers(correct, 5))).toBe(kind));
});
