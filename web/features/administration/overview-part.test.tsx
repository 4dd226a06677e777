import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Overview } from '#contract/administration.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const counts: Overview['counts'] = {
  accounts: 1,
  students: 0,
  teachers: 0,
  secretaries: 0,
  disciplines: 0,
  questions: 0,
  customExams: 0,
  appointmentsToday: 0,
  sittingsRunning: 0,
  papersWaiting: 0,
  signedIn: 1,
};

async function openWith(scoreCheck: Overview['scoreCheck']) {
  stubWire({ 'GET administration': { body: { version: '1', counts, scoreCheck } satisfies Overview } });
  const { href } = await openApp('/admin', { as: loginData({ role: 'Admin' }) });
  return { href, panel: await screen.findByRole('region', { name: 'Nightly recomputation of results' }) };
}

const startedAt = '2026-01-26T01:00:00Z';
const finishedAt = '2026-01-26T01:10:00Z';

it.each([
  [null, 'It has not run yet.'],
  [
    { startedAt, finishedAt: null, exams: null, differences: 0, found: [] },
    'It began on 26/01/2026 03:00 and is still running.',
  ],
  [
    { startedAt, finishedAt, exams: 40, differences: 0, found: [] },
    '26/01/2026 03:10: all results are correct (exams checked: 40).',
  ],
] as const)(
  '[SCORE-10][ADMIN-1] an administrator reads how the last recomputation ended (%#)',
  async (check, text) => {
    const { panel } = await openWith(check && { ...check, found: [...check.found] });
    expect(panel.textContent).toContain(text);
    expect(within(panel).queryAllByRole('link')).toEqual([]);
  },
);

it('[SCORE-10][ADMIN-1] an administrator opens the sitting of a result that differs from its answers', async () => {
  const found = [{ examId: 31, groupId: 7 }];
  const { panel, href } = await openWith({ startedAt, finishedAt, exams: 40, differences: 1, found });
  expect(panel.textContent).toContain('26/01/2026 03:10: one difference from the stored answers.');
  fireEvent.click(within(panel).getByRole('link', { name: 'Exam 31' }));
  await expect.poll(href).toBe('/studentsExams?groupId=7');
});
