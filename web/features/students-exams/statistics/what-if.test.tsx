import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ExamStatistics, WhatIfResult } from '#contract/statistics.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const statistics = (partId: number): ExamStatistics => ({
  examName: 'Anatomie',
  parts: [
    { id: 1, name: 'Oase' },
    { id: 2, name: 'Mușchi' },
  ],
  partId,
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
  questions: Array.from({ length: 60 }, (_, index) => ({
    questionId: 100 + index,
    versionId: 1000 + index,
    version: 1,
    text: `Întrebarea ${index + 1}`,
    served: 60,
    omitted: 0,
    difficulty: 0.5,
    discrimination: 0.1,
    upperLower: 0.1,
    seconds: 40,
    exposure: 60,
    lastServed: null,
    answers: [],
    flags: [],
  })),
});

const result: WhatIfResult = {
  mode: 'PERFECT_MATCH',
  isPartial: false,
  sittings: 60,
  leftOut: 1,
  changed: 60,
  oldMean: 5,
  newMean: 4,
  oldPassed: 30,
  newPassed: 20,
  exams: Array.from({ length: 60 }, (_, index) => ({
    examId: index + 1,
    firstName: 'Ana',
    lastName: `Pop${index + 1}`,
    numarMatricol: null,
    oldScore: 20,
    newScore: 10,
    oldGrade: 5,
    newGrade: 4,
  })),
};

const studentRows = () => {
  const table = screen.getByRole('table', { name: '60 grades change.' });
  return within(table).getAllByRole('row').length - 1;
};

it('[RESU-6] says what was computed, pages the changes, and shows no result of another part', async () => {
  stubWire({
    'GET statistics/exams': ({ query }) => ({ body: statistics(Number(query.get('partId') ?? 1)) }),
    'POST statistics/whatIf': { body: result },
  });
  await openApp('/studentsExams?view=statistics&examCustomId=4&sessionId=2', {
    as: loginData({ role: 'Profesori' }),
  });
  const questions = await screen.findByRole('table', { name: 'Questions' });
  expect(within(questions).getAllByRole('row')).toHaveLength(51);
  // The figures are explained in the open, not only to a mouse.
  await screen.findByText(/The share of the points that was earned/);

  fireEvent.click(screen.getByRole('combobox', { name: 'Scoring mode' }));
  fireEvent.click(await screen.findByRole('option', { name: 'All or nothing', hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Compute' }));
  const words = await screen.findByText(/^Scored as: All or nothing\./);
  expect(words.textContent).toContain('One exam is left out: it is yours or a relative’s.');
  expect(studentRows()).toBe(50);
  const [, next] = screen.getAllByRole('button', { name: 'Next page' });
  if (!next) throw new Error('the changes have no second page');
  fireEvent.click(next);
  expect(studentRows()).toBe(10);

  fireEvent.click(screen.getByRole('combobox', { name: 'Exam' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Mușchi', hidden: true }));
  await waitFor(() => expect(screen.queryByText(/^Scored as/)).toBeNull());
  await screen.findByRole('button', { name: 'Compute' });
});
