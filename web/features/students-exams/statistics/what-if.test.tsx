import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ExamStatistics, WhatIfResult } from '#contract/statistics.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { screenIsNarrow } from '#web/list/testing/stage.tsx';

afterEach(closeApp);

const pageIn = (query: URLSearchParams) => ({
  skip: Number(query.get('skip') ?? 0),
  take: Number(query.get('take') ?? 50),
});

/** One page of 60 rows, made from their numbers. */
function pageOf<Row>(query: URLSearchParams, rowOf: (number: number) => Row): Row[] {
  const { skip, take } = pageIn(query);
  return Array.from({ length: Math.max(0, Math.min(take, 60 - skip)) }, (_, at) => rowOf(skip + at + 1));
}

const few = { shown: 9, ticked: null, upper: null, lower: null };
const enough = { shown: 20, ticked: 5, upper: { shown: 5, ticked: 4 }, lower: { shown: 5, ticked: 0 } };
const answers = [
  { text: 'Femurul', isCorrect: true, ...enough },
  { text: 'Tibia', isCorrect: false, ...few },
];

const statistics = (query: URLSearchParams): ExamStatistics => ({
  examName: 'Anatomie',
  parts: [
    { id: 1, name: 'Oase' },
    { id: 2, name: 'Mușchi' },
  ],
  partId: Number(query.get('partId') ?? 1),
  fewest: 10,
  isPartial: false,
  papersDiffer: false,
  sittings: 60,
  mean: 20,
  maxPoints: 50,
  meanGrade: 4.6,
  passRate: 0.5,
  deviation: 5,
  reliability: 0.7,
  standardError: 2,
  scoringMode: 'FULL_MATCH',
  distribution: [],
  scores: [],
  questions: pageOf(query, (number) => ({
    questionId: 100 + number,
    versionId: 1000 + number,
    version: 1,
    text: `Întrebarea ${number}`,
    served: 60,
    omitted: 0,
    difficulty: 0.5,
    discrimination: 0.1,
    upperLower: 0.1,
    seconds: null,
    exposure: 60,
    lastServed: null,
    answers,
    flags: [],
  })),
  questionCount: 60,
  flaggedCount: 0,
});

const result = (query: URLSearchParams): WhatIfResult => ({
  mode: 'PERFECT_MATCH',
  isPartial: false,
  sittings: 60,
  leftOut: 1,
  changed: 60,
  oldMean: 5,
  newMean: 4,
  oldPassed: 30,
  newPassed: 20,
  exams: pageOf(query, (number) => ({
    examId: number,
    firstName: 'Ana',
    lastName: `Pop${number}`,
    numarMatricol: null,
    oldScore: 20,
    newScore: 10,
    oldGrade: 5,
    newGrade: 4,
  })),
});

/** The rows of a table, by the names of its columns. */
function rowsByColumn(table: HTMLElement) {
  const [head, ...rows] = within(table)
    .getAllByRole('row')
    .filter((row) => row.closest('table') === table)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  return rows.map((row) => Object.fromEntries(row.map((text, at) => [head?.[at], text])));
}

const studentRows = () => {
  const table = screen.getByRole('table', { name: '60 grades change.' });
  return within(table).getAllByRole('row').length - 1;
};

const openStatistics = () =>
  openApp('/studentsExams?view=statistics&examCustomId=4&sessionId=2', {
    as: loginData({ role: 'Profesori' }),
  });

it('[RESU-5] pages and sorts the questions at the server, and says where times and shares rest on too few', async () => {
  const wire = stubWire({ 'GET statistics/exams': ({ query }) => ({ body: statistics(query) }) });
  await openStatistics();
  const questions = await screen.findByRole('table', { name: 'Questions' });
  expect(within(questions).getAllByRole('row')).toHaveLength(51);
  expect(within(questions).getAllByText('too few')).toHaveLength(50);
  // The figures are explained in the open, not only to a mouse.
  await screen.findByText(/The share of the points that was earned/);

  fireEvent.click(within(questions).getByRole('button', { name: 'Answers of question 101' }));
  const shares = within(questions).getByRole('table', { name: 'Answers of question 101' });
  expect(rowsByColumn(shares)).toEqual([
    {
      Answer: 'A Femurul correct',
      'Shown to': '20',
      'Chosen by': '25%',
      'Best 27%': '80%',
      'Worst 27%': '0%',
    },
    {
      Answer: 'B Tibia',
      'Shown to': '9',
      'Chosen by': 'too few',
      'Best 27%': 'too few',
      'Worst 27%': 'too few',
    },
  ]);

  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await within(questions).findByText('Întrebarea 60');
  const asked = () => {
    const { query } = wire.sent.findLast(({ path }) => path === 'statistics/exams') ?? {};
    return ['skip', 'sort', 'desc'].map((name) => query?.get(name));
  };
  expect(asked()).toEqual(['50', null, null]);
  fireEvent.click(within(questions).getByRole('button', { name: 'Difficulty' }));
  await within(questions).findByText('Întrebarea 1');
  expect(asked()).toEqual(['0', 'difficulty', null]);
  const header = within(questions).getByRole('columnheader', { name: 'Difficulty' });
  expect(header.getAttribute('aria-sort')).toBe('ascending');
});

it('[RESU-5] [UX-11] opens the answers of one question at a time with Enter, and moves between questions with the arrow keys', async () => {
  stubWire({ 'GET statistics/exams': ({ query }) => ({ body: statistics(query) }) });
  await openStatistics();
  const questions = within(await screen.findByRole('table', { name: 'Questions' }));
  const rowOf = (number: number) => questions.getByText(`Întrebarea ${number}`).closest('tr') as HTMLElement;
  const opened = () =>
    questions.queryAllByRole('table', { name: /^Answers/ }).map((table) => table.getAttribute('aria-label'));
  rowOf(1).focus();
  fireEvent.keyDown(rowOf(1), { key: 'Enter' });
  expect(opened()).toEqual(['Answers of question 101']);
  fireEvent.keyDown(rowOf(1), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(rowOf(2));
  fireEvent.keyDown(rowOf(2), { key: 'Enter' });
  expect(opened()).toEqual(['Answers of question 102']);
});

it('[RESU-5] [UX-12] shows a card for each question on a phone, which opens to every figure of the table and of its answers', async () => {
  screenIsNarrow(true);
  const years = [
    {
      year: '2025/2026',
      questionId: 101,
      served: 60,
      omitted: 0,
      difficulty: 0.4,
      discrimination: null,
      upperLower: 0.1,
      exposure: 61,
      lastServed: null,
    },
  ];
  stubWire({
    'GET statistics/exams': ({ query }) => {
      const { questions, ...all } = statistics(query);
      const flags = [{ kind: 'tooHard' as const, answer: null }];
      return { body: { ...all, questions: questions.map((question) => ({ ...question, flags })) } };
    },
    'GET statistics/questions/101': { body: { fewest: 10, years } },
  });
  await openStatistics();
  const [card] = within(await screen.findByRole('list', { name: 'Questions' })).getAllByRole('listitem');
  if (!card) throw new Error('there is no card');
  expect(card.textContent).toBe(
    'Întrebarea 1 101Difficulty 50% · Discrimination 0.10 Too hard: hardly anybody knows it.Open as a case',
  );
  fireEvent.click(within(card).getByRole('button', { name: 'Answers of question 101' }));
  const answered = within(card).getByRole('list', { name: 'Answers of question 101' });
  const overYears = await within(card).findByRole('list', { name: 'Over the years' });
  const factsOf = (facts: Element | null | undefined) =>
    [...(facts?.children ?? [])].map(({ children }) => [...children].map(({ textContent }) => textContent));
  expect(factsOf(card.querySelector('dl'))).toEqual([
    ['Given to', '60'],
    ['Unanswered', '0'],
    ['Difficulty', '50%'],
    ['Discrimination', '0.10'],
    ['Best − worst', '0.10'],
    ['Time', 'too few'],
    ['Given in total', '60'],
  ]);
  expect([...answered.children].map((answer) => factsOf(answer.querySelector('dl')))).toEqual([
    [
      ['Shown to', '20'],
      ['Chosen by', '25%'],
      ['Best 27%', '80%'],
      ['Worst 27%', '0%'],
    ],
    [
      ['Shown to', '9'],
      ['Chosen by', 'too few'],
      ['Best 27%', 'too few'],
      ['Worst 27%', 'too few'],
    ],
  ]);
  expect(factsOf(overYears.querySelector('dl'))).toEqual([
    ['Given to', '60'],
    ['Difficulty', '40%'],
    ['Discrimination', 'does not vary'],
    ['Given in total', '61'],
  ]);
});

it('[RESU-5] shows mean, pass rate, reliability and standard error of the exam, and each chart with its table', async () => {
  const bins = [
    { from: 1, to: 2, count: 24 },
    { from: 9, to: 10, count: 36 },
  ];
  const scores = [{ from: 90, to: 100, count: 60 }];
  const body = { ...statistics(new URLSearchParams()), distribution: bins, scores };
  stubWire({ 'GET statistics/exams': { body } });
  await openStatistics();
  await screen.findByRole('heading', { level: 1, name: 'Anatomie' });
  const facts = [...document.querySelectorAll('dl > div')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  );
  expect(facts).toEqual([
    ['Exams', '60'],
    ['Mean grade', '4.60'],
    ['Mean score', '20.0 of 50'],
    ['Passed', '50%'],
    ['Reliability', '0.70 (fair: enough for a course, too little for decisions about single students)'],
    ['Standard error', '2.0 points'],
    ['Standard deviation', '5.0 points'],
  ]);
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rowsOf('Distribution of grades')).toEqual([
    ['Grades', 'Exams'],
    ['1 to below 2', '24'],
    ['9 to 10', '36'],
  ]);
  expect(rowsOf('Distribution of scores')).toEqual([
    ['Share of the points', 'Exams'],
    ['90 to 100%', '60'],
  ]);
});

it('[RESU-6] says what was computed, pages the changes at the server, and shows no result of another part', async () => {
  const wire = stubWire({
    'GET statistics/exams': ({ query }) => ({ body: statistics(query) }),
    'GET statistics/exams/questions': ({ query }) => ({
      body: [{ questionId: 160, text: query.get('search') === 'coapsă' ? 'Osul coapsei' : 'Alt os' }],
      headers: { 'x-total-count': '1' },
    }),
    'POST statistics/whatIf': ({ query }) => ({ body: result(query) }),
  });
  await openStatistics();
  await screen.findByRole('table', { name: 'Questions' });

  const without = screen.getByRole('combobox', { name: 'Without questions' });
  fireEvent.click(without);
  fireEvent.change(without, { target: { value: 'coapsă' } });
  // A question of another page of the table.
  fireEvent.click(await screen.findByRole('option', { name: '160: Osul coapsei', hidden: true }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Scoring mode' }));
  fireEvent.click(await screen.findByRole('option', { name: 'All or nothing', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Compute' }));
  const words = await screen.findByText(/^Scored as: All or nothing\./);
  expect(words.textContent).toContain('Without questions: 160.');
  expect(words.textContent).toContain('One exam is left out: it is yours or a relative’s.');
  expect(wire.sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    mode: 'PERFECT_MATCH',
    withoutQuestions: [160],
  });
  expect(studentRows()).toBe(50);
  // Each of the two lists has pages of its own.
  screen.getByRole('navigation', { name: 'Pages: Questions' });
  const pages = within(screen.getByRole('navigation', { name: 'Pages: 60 grades change.' }));
  fireEvent.click(pages.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(studentRows()).toBe(10));
  fireEvent.click(screen.getByRole('button', { name: 'Grade after' }));
  await waitFor(() => expect(studentRows()).toBe(50));
  expect(wire.sent.findLast(({ method }) => method === 'POST')?.query.get('sort')).toBe('newGrade');

  fireEvent.click(screen.getByRole('combobox', { name: 'Exam' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Mușchi', hidden: true }));
  await waitFor(() => expect(screen.queryByText(/^Scored as/)).toBeNull());
  await screen.findByRole('button', { name: 'Compute' });
});

it('[RESU-6] [UX-12] shows on a phone each exam that changes with its score and grade before and after', async () => {
  screenIsNarrow(true);
  stubWire({
    'GET statistics/exams': ({ query }) => ({ body: statistics(query) }),
    'POST statistics/whatIf': ({ query }) => ({ body: result(query) }),
  });
  await openStatistics();
  fireEvent.click(await screen.findByRole('combobox', { name: 'Scoring mode' }));
  fireEvent.click(await screen.findByRole('option', { name: 'All or nothing', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Compute' }));
  const [card] = within(await screen.findByRole('list', { name: '60 grades change.' })).getAllByRole(
    'listitem',
  );
  expect(card?.textContent).toBe('Pop1 AnaPoints 20.00  After 10.00 · Grade 5.00  After 4.00');
});
