import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '#domain/imports/findings.ts';
import { type Written, wordFiles } from '#server/features/imports/testing/word-files.ts';
import { readQuestions } from './read-questions.ts';

/** Findings that report no loss of words. */
const harmless = new Set(['import.incompletePool', 'import.mergedCells', 'import.severalLetters']);

const wordsIn = (value: unknown) =>
  new Set(JSON.stringify(value).match(/(?:text|correct|wrong|beside)\d+q/g));

/** Reads the file: every word is kept in its place, or something is reported. Returns whether all was kept. */
function keepsOrReports(file: Written, name: string): boolean {
  const result = readQuestions(file.bytes, name, 'en');
  if (result.kind === 'refused') return false;
  const questions = result.items.flatMap((item) => (item.kind === 'importable' ? [item.question] : []));
  const answers = (correct: boolean) =>
    wordsIn(questions.flatMap((one) => one.answers.filter((answer) => answer.correct === correct)));
  const kept = {
    text: wordsIn(questions.map(({ text }) => text)),
    correct: answers(true),
    wrong: answers(false),
  };
  const foreign = (words: ReadonlySet<string>, ...own: string[]) =>
    [...words].filter((word) => !own.some((prefix) => word.startsWith(prefix)));
  expect(foreign(kept.text, 'text')).toEqual([]);
  expect(foreign(kept.correct, 'correct', 'beside')).toEqual([]);
  expect(foreign(kept.wrong, 'wrong', 'beside')).toEqual([]);
  const all = wordsIn(questions);
  const lost = [...file.text, ...file.correct, ...file.wrong, ...file.beside].filter(
    (word) => !all.has(word),
  );
  const findings: readonly Finding[] = [...result.findings, ...result.items.flatMap((item) => item.findings)];
  const reported = findings.filter(({ code }) => !harmless.has(code)).map(({ code }) => code);
  expect(reported.length === 0 ? lost : []).toEqual([]);
  return lost.length === 0;
}

describe('[IMP-2] every word of a file is kept in its place, or something is reported', () => {
  it.each([
    ['csv', 'a.csv'],
    ['xlsx', 'a.xlsx'],
    ['aiken', 'a.txt'],
    ['gift', 'a.gift'],
    ['moodleXml', 'a.xml'],
    ['qti2', 'a.xml'],
    ['qti12', 'a.xml'],
  ] as const)('in %s', (format, name) => {
    let whole = 0;
    fc.assert(
      fc.property(wordFiles[format], (file) => {
        whole += keepsOrReports(file, name) ? 1 : 0;
      }),
      { numRuns: 300 },
    );
    // Some of the files are read without any loss.
    expect(whole).toBeGreaterThan(10);
  });
});
