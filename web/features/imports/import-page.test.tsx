import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { QuestionImport } from '#contract/imports.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const part = (unchecked: number): QuestionImport => ({
  id: 5,
  kind: 'questions',
  fileName: 'poze.xml',
  format: 'moodle',
  state: unchecked > 0 ? 'checking' : 'ready',
  madeAt: '2026-02-03T08:00:00Z',
  madeBy: 'Ioana Marin',
  finishedAt: null,
  rows: 2000,
  written: 0,
  encoding: 'utf-8',
  findings: [],
  disciplineId: null,
  chapterId: null,
  byFileChapter: false,
  counts: {
    ...{ rejected: 0, importable: 2000, withProblems: 0, chosen: 2000, placed: 0, duplicates: 0 },
    ...{ withFileChapter: 0, unchecked, waiting: 0, failed: 0 },
  },
});

it('[UX-13] the check of a question file shows its progress, then the questions and where they can go', async () => {
  let current = part(1500);
  const rows = vi.fn(() => ({ body: [], headers: { 'x-total-count': '0' } }));
  stubWire({ 'GET imports/5': () => ({ body: current }), 'GET imports/5/rows': rows });
  await openApp('/imports?import=5', { as: loginData({ role: 'Admin' }) });
  await screen.findByText(
    '500 of 2,000 questions are checked. You may leave this page; the check continues.',
  );
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  screen.getByRole('button', { name: 'Delete the import poze.xml' });
  expect(screen.queryByText('Report')).toBeNull();
  expect(rows).not.toHaveBeenCalled();
  current = part(0);
  await screen.findByText(/not saved until they are validated/);
  await vi.waitFor(() => expect(rows).toHaveBeenCalled());
});
