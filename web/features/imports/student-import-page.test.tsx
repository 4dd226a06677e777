import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { StudentImport } from '#contract/imports.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const done: StudentImport = {
  id: 5,
  kind: 'students',
  fileName: 'studenti.csv',
  format: 'csv',
  state: 'done',
  madeAt: '2026-02-03T08:00:00Z',
  madeBy: 'Ioana Marin',
  finishedAt: '2026-02-03T08:01:00Z',
  rows: 4,
  written: 1,
  encoding: 'utf-8',
  findings: [],
  compared: {
    series: 1,
    first: [{ collegeName: 'Medicină', sectionName: 'Medicină generală', seriesName: 'Seria A', year: 2 }],
  },
  counts: {
    create: 1,
    change: 0,
    same: 0,
    refused: 2,
    notImported: 3,
    withProblems: 3,
    unchecked: 0,
    waiting: 0,
    failed: 1,
    absent: 0,
  },
};

it('[IMP-1] [MSG-20] counts each student that was not imported once, and names the series that were compared', async () => {
  stubWire({
    'GET imports/5': { body: done },
    'GET imports/5/students': { body: [], headers: { 'x-total-count': '0' } },
    'GET imports/5/accounts': {
      body: { areLocal: false, byMail: false, withoutPassword: 0, invited: 0, unused: 0, unusedNext: 0 },
    },
  });
  await openApp('/imports?import=5', { as: loginData({ role: 'Admin' }) });
  const status = await screen.findByText(/The import is finished/);
  expect(status.textContent).toBe(
    'The import is finished. New: 1, changed: 0, unchanged: 0. 3 students were not imported. Download the list, correct it and import it again.',
  );
  const compared = screen.getByRole('region', { name: 'Not in the file' });
  within(compared).getByText(
    'Compared with the students of one series: Medicină · Medicină generală · Seria A · 2',
  );
  within(compared).getByText('Every student of these series is in the file.');
});

it('[UX-13] a check shows its progress, follows it, and ends with the rows and the import button; it can be deleted meanwhile', async () => {
  const part = (unchecked: number): StudentImport => ({
    ...done,
    state: unchecked > 0 ? 'checking' : 'ready',
    finishedAt: null,
    rows: 3000,
    written: 0,
    counts: {
      ...done.counts,
      create: 3000 - unchecked,
      refused: 0,
      notImported: 0,
      failed: 0,
      unchecked,
      absent: null,
    },
  });
  let current = part(2600);
  const rows = vi.fn(() => ({ body: [], headers: { 'x-total-count': '0' } }));
  stubWire({ 'GET imports/5': () => ({ body: current }), 'GET imports/5/students': rows });
  await openApp('/imports?import=5', { as: loginData({ role: 'Admin' }) });
  await screen.findByText('400 of 3,000 rows are checked. You may leave this page; the check continues.');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toMatch(/^13/);
  screen.getByRole('button', { name: 'Delete the import studenti.csv' });
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(rows).not.toHaveBeenCalled();
  current = part(2000);
  await screen.findByText(/^1,000 of 3,000 rows are checked/);
  current = part(0);
  await screen.findByRole('button', { name: 'Import 3,000 students' });
  await waitFor(() => expect(rows).toHaveBeenCalled());
});
