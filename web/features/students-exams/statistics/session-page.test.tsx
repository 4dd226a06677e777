import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ComparedGroup, SessionStatistics } from '#contract/session-statistics.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const group = (index: number): ComparedGroup => ({
  id: index,
  partId: index,
  name: `Examen ${index}`,
  partName: null,
  exams: 5,
  graded: 5,
  meanShare: null,
  meanGrade: null,
  passRate: null,
  reliability: null,
  why: 'tooFew',
});

const statistics: SessionStatistics = {
  sessionName: 'Sesiunea de iarnă',
  fewest: 10,
  sittings: 140,
  exams: 150,
  graded: 120,
  meanShare: 0.6,
  meanGrade: 6.4,
  passRate: 0.7,
  distribution: [],
  scores: [],
  groups: [],
  total: 30,
};

it('[RESU-5] pages and sorts the comparison of a session at the server, and says what has no reliability', async () => {
  const wire = stubWire({
    'GET statistics/sessions/2': ({ query }) => {
      const skip = Number(query.get('skip'));
      const size = Math.min(Number(query.get('take')), 30 - skip);
      return {
        body: { ...statistics, groups: Array.from({ length: size }, (_, at) => group(skip + at + 1)) },
      };
    },
  });
  await openApp('/studentsExams?view=statistics&sessionId=2', { as: loginData({ role: 'Profesori' }) });
  await screen.findByRole('heading', { level: 1, name: 'Sesiunea de iarnă' });
  await screen.findByText(/^Different exams cannot be compared by their reliability/);
  await screen.findByText('Grades count only for the exams whose disciplines are all yours.');
  const rows = () =>
    within(screen.getByRole('table', { name: 'Comparison' }))
      .getAllByRole('row')
      .slice(1);
  expect(rows()).toHaveLength(25);
  // Share, grade, pass rate and reliability of five exams.
  expect(within(rows()[0] as HTMLElement).getAllByText('too few')).toHaveLength(4);
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByRole('link', { name: 'Statistics: Examen 30' });
  expect(rows()).toHaveLength(5);

  const asked = () => wire.sent.at(-1)?.query;
  fireEvent.click(screen.getByRole('button', { name: /^Passed/ }));
  await screen.findByRole('link', { name: 'Statistics: Examen 1' });
  expect([asked()?.get('sort'), asked()?.get('skip')]).toEqual(['passRate', '0']);
  fireEvent.click(screen.getByRole('radio', { name: 'By discipline' }));
  await screen.findByRole('columnheader', { name: /^Discipline/ });
  expect(asked()?.get('of')).toBe('disciplines');
});

it('[RESU-5] asks for the last page when there are fewer rows than before', async () => {
  let total = 60;
  const wire = stubWire({
    'GET statistics/sessions/2': ({ query }) => {
      const skip = Number(query.get('skip'));
      const size = Math.max(0, Math.min(Number(query.get('take')), total - skip));
      const groups = Array.from({ length: size }, (_, at) => group(skip + at + 1));
      return { body: { ...statistics, total, groups } };
    },
  });
  await openApp('/studentsExams?view=statistics&sessionId=2', { as: loginData({ role: 'Profesori' }) });
  await screen.findByRole('link', { name: 'Statistics: Examen 1' });
  total = 30;
  fireEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  await waitFor(() =>
    expect(wire.sent.map(({ query }) => query.get('skip')).filter(Boolean)).toEqual(['0', '50', '25']),
  );
  await screen.findByRole('link', { name: 'Statistics: Examen 30' });
});

it('[RESU-5] exports the comparison in the order on screen', async () => {
  const wire = stubWire({
    'GET statistics/sessions/2': { body: { ...statistics, total: 1, groups: [group(1)] } },
    'GET statistics/sessions/2/export': { body: '' },
  });
  await openApp('/studentsExams?view=statistics&sessionId=2', { as: loginData({ role: 'Profesori' }) });
  await screen.findByRole('link', { name: 'Statistics: Examen 1' });
  for (const times of [1, 2]) {
    fireEvent.click(screen.getByRole('button', { name: /^Passed/ }));
    await waitFor(() => expect(wire.sent.at(-1)?.query.get('desc')).toBe(times === 2 ? 'true' : null));
  }
  fireEvent.click(screen.getByRole('button', { name: 'Export the comparison' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /csv/i }));
  await waitFor(() => expect(wire.sent.at(-1)?.path).toBe('statistics/sessions/2/export'));
  const exported = wire.sent.at(-1)?.query;
  expect(['table', 'sort', 'desc'].map((name) => exported?.get(name))).toEqual([
    'groups',
    'passRate',
    'true',
  ]);
});
