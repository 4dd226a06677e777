import { expect, it } from 'vitest';
import { type DifferenceWords, differencesOf } from './differences.ts';
import type { ExamForm } from './exam-form.ts';

const words: DifferenceWords = {
  college: (id) => `college ${id}`,
  section: (id) => `section ${id}`,
  series: (id) => `series ${id}`,
  questions: (count) => `${count} questions`,
  credits: (credits) => `${credits} credits`,
  percents: (simple) => `${simple} % simple`,
};
const line = { pkDiscipline: 1, name: 'Anatomy', code: 'A', questions: 10, credits: 2 } as const;
const [part, second] = [
  { key: 1, groupName: 'Clinic', percentSimple: '', credits: '', lines: [line] },
  { key: 2, groupName: undefined, percentSimple: '', credits: '', lines: [{ ...line, pkDiscipline: 2 }] },
] as const;
const mine: ExamForm = {
  ...{ examName: 'Winter', collegeId: 1, sectionId: 2, year: 3, seriesIds: [4], examDuration: 60 },
  parts: [part, second],
};
const group = (change: object): ExamForm => ({ ...mine, parts: [{ ...part, ...change }, second] });

it('[CUST-2] finds no difference between equal versions', () => {
  expect(differencesOf(mine, { ...mine, examName: 'Winter ' }, words)).toEqual([]);
});

it.each<[string, ExamForm, string, string]>([
  ['name', { ...mine, examName: 'Summer' }, 'examName', 'Summer'],
  ['college', { ...mine, collegeId: 9 }, 'college', 'college 9'],
  ['section', { ...mine, sectionId: 9 }, 'section', 'section 9'],
  ['year', { ...mine, year: 4 }, 'year', '4'],
  ['series', { ...mine, seriesIds: [4, 5] }, 'series', 'series 4, series 5'],
  ['duration', { ...mine, examDuration: 90 }, 'examDuration', '90'],
  ['percents of a group', group({ percentSimple: 40 }), 'parts', 'Clinic · 40 % simple'],
  ['credits of a group', group({ credits: 6 }), 'parts', 'Clinic · 6 credits'],
  ['name of a group', group({ groupName: 'Ward' }), 'parts', 'Ward'],
  [
    'percents of a discipline',
    { ...mine, parts: [part, { ...second, percentSimple: 0 }] },
    'parts',
    '0 % simple',
  ],
  ['questions', group({ lines: [{ ...line, questions: 8 }] }), 'parts', '8 questions'],
  ['credits', group({ lines: [{ ...line, credits: '' }] }), 'parts', '– Anatomy (A) · 10 questions'],
  [
    'discipline of the same name',
    group({ lines: [{ ...line, pkDiscipline: 7, code: 'B' }] }),
    'parts',
    'Anatomy (B) · 10 questions',
  ],
  ['order', { ...mine, parts: [second, part] }, 'parts', 'Clinic'],
])('[CUST-2] shows another %s to those who edit at once', (_what, theirs, field, text) => {
  const found = differencesOf(mine, theirs, words);
  expect(found.map((one) => one.field)).toEqual([field]);
  expect(found[0]?.theirs).toContain(text);
  expect(found[0]?.mine).not.toBe(found[0]?.theirs);
});
