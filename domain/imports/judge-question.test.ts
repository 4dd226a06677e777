import { describe, expect, it, test } from 'vitest';
import { finding } from './findings.ts';
import { importLimits } from './import-limits.ts';
import type { ImportedQuestion } from './imported-question.ts';
import { judgeQuestion } from './judge-question.ts';

/** A question in exam-paper notation: capital letters are correct answers. */
const question = (answers: string, text = 'Care?'): ImportedQuestion => ({
  name: '',
  chapter: [],
  text,
  answers: [...answers].map((letter) => ({ text: letter, correct: letter === letter.toUpperCase() })),
  images: [],
});
const judged = (answers: string, demand: 'complete' | 'any', text?: string) =>
  judgeQuestion({ position: 1 }, question(answers, text), demand);

describe('[QUES-1] how many answers a question needs', () => {
  test.each([
    ['ABCDEfghij', 'complete', 'importable', []],
    ['ABCDfghij', 'complete', 'rejected', [finding('import.tooFewCorrect', { missing: 1 })]],
    ['ABCDEfg', 'complete', 'rejected', [finding('import.tooFewWrong', { missing: 3 })]],
    ['ABCDEfghij', 'any', 'importable', []],
    ['ABcd', 'any', 'importable', [finding('import.incompletePool', { correct: 2, wrong: 2 })]],
    ['ABCDEfghi', 'any', 'importable', [finding('import.incompletePool', { correct: 5, wrong: 4 })]],
    ['abc', 'any', 'rejected', [finding('import.noCorrect')]],
    ['ABC', 'any', 'rejected', [finding('import.noWrong')]],
    ['', 'any', 'rejected', [finding('import.noCorrect')]],
  ] as const)('%s where %s is asked is %s', (answers, demand, kind, findings) => {
    expect(judged(answers, demand)).toMatchObject({ kind, findings });
  });

  it('counts a duplicate answer once', () => {
    const item = judged('ABCDEfghii', 'complete');
    expect(item.findings.map(({ code }) => code)).toEqual(['import.duplicateAnswer', 'import.tooFewWrong']);
  });

  it('rejects an answer that is both correct and wrong', () => {
    const both = { ...question('Ab'), answers: [...question('Ab').answers, { text: 'A', correct: false }] };
    expect(judgeQuestion({ position: 1 }, both, 'any').findings).toContainEqual(
      finding('import.contradictoryAnswer', { answer: 'A' }),
    );
  });

  it('limits the length of texts', () => {
    const long = 'x'.repeat(importLimits.questionText);
    expect(judged('Ab', 'any', long).kind).toBe('importable');
    expect(judged('Ab', 'any', `${long}x`).findings).toContainEqual(
      finding('import.textTooLong', { max: importLimits.questionText }),
    );
    expect(judged('Ab', 'any', '').findings).toContainEqual(finding('import.textEmpty'));
  });
});
