import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { TemplateOverview, TemplateRun } from '#contract/templates.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

it('[TMPL-1][UX-13] a running generation shows its progress and is cancelled; what was made stays', async () => {
  let run: TemplateRun = {
    id: 8,
    wanted: 40,
    made: 3,
    state: 'running',
    problem: null,
    madeAt: '2026-01-26T10:00:00Z',
    finishedAt: null,
  };
  const empty = { body: [], headers: { 'x-total-count': '0' } };
  const wire = stubWire({
    'GET appointments': empty,
    'GET getExamCustom': empty,
    'GET sessions': empty,
    'GET examrooms': empty,
    'GET templateExams': empty,
    'GET templateExams/overview': () => ({
      body: {
        examName: 'Anatomie',
        sessionName: 'Iarna',
        pregenerated: true,
        run,
        templates: 0,
        obsolete: 0,
        outdated: 2,
        overlap: { mean: 0, worst: null },
      } satisfies TemplateOverview,
    }),
    'POST templateExams/runs/8/cancel': () => {
      run = { ...run, made: 4, state: 'cancelled', finishedAt: '2026-01-26T10:00:01Z' };
      return { body: run };
    },
  });
  await openApp('/adminExamPrint?examCustomId=2&examSessionId=3', { as: loginData({ role: 'Admin' }) });
  const progress = await screen.findByRole('progressbar', { name: 'Generating templates: 3 of 40' });
  expect(progress.getAttribute('aria-valuenow')).toBe('7.5');
  await screen.findByText(/^2 templates have questions that were changed in the bank or removed from it/);
  // A second generation cannot begin before the end of the first.
  expect(screen.queryByRole('button', { name: 'Generate' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Cancelled after 4 of 40 templates.');
  await screen.findByRole('button', { name: 'Generate' });
  expect(wire.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    'templateExams/runs/8/cancel',
  ]);
});
