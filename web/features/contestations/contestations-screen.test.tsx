import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ContestGroup } from '#contract/contestation-desk.ts';
import type { SummaryLine } from '#contract/contestation-list.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { screenIsNarrow } from '#web/list/testing/stage.tsx';

afterEach(closeApp);

const line: SummaryLine = {
  disciplineId: 3,
  discipline: 'Anatomie',
  statuses: { DP: 4, RS: 1, AC: 0, PAC: 0 },
  ages: { upToOne: 4, upToThree: 0, upToSeven: 0, older: 0 },
  overdue: 0,
  nextDeadline: null,
};
const sessions = [{ id: 9, name: 'Iarna' }];

it.each([
  ['Studenti' as const, ['Numbers']],
  ['Profesori' as const, ['List', 'By question', 'Numbers']],
])(
  '[CONT-6] the dean’s office opens on the numbers, without links to what it may not list (%s)',
  async (role, views) => {
    const wire = stubWire({
      'GET examContests/summary': { body: { lines: [line] } },
      'GET examContests/choices': { body: { sessions, disciplines: [] } },
    });
    const { href } = await openApp('/contestations', { as: loginData({ role, dean: true }) });
    const table = within(await screen.findByRole('region', { name: 'Contestations by discipline' }));
    await table.findByRole('rowheader', { name: 'Anatomie' });
    expect(table.queryByRole('link')).toBeNull();
    expect(wire.calls()).not.toContain('GET examContests');
    expect(screen.queryAllByRole('radio').map((view) => view.parentElement?.textContent)).toEqual(
      views.length > 1 ? views : [],
    );
    fireEvent.click(screen.getByRole('combobox', { name: 'Session' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Iarna', hidden: true }));
    await waitFor(() => expect(href()).toContain('sessionId=9'));
    const counted = () => wire.sent.filter(({ path }) => path === 'examContests/summary');
    await waitFor(() => expect(counted().at(-1)?.query.get('sessionId')).toBe('9'));
  },
);

it('[CONT-6] [UX-12] shows the numbers on a phone as cards, with what each counts', async () => {
  screenIsNarrow(true);
  stubWire({
    'GET examContests/summary': { body: { lines: [line] } },
    'GET examContests/choices': { body: { sessions, disciplines: [] } },
  });
  await openApp('/contestations', { as: loginData({ role: 'Studenti', dean: true }) });
  const cards = await screen.findByRole('list', { name: 'Contestations by discipline' });
  expect([...cards.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
    ...['Submitted', '4', 'Rejected', '1', 'Waiting up to 1 day', '4', 'Next deadline', '-'],
  ]);
});

it('[CONT-8] groups of one contestation are separate rows, and the filters brought from the list can be removed', async () => {
  const group: ContestGroup = {
    versionId: 1,
    questionId: 1,
    text: 'Prima întrebare',
    discipline: 'Anatomie',
    sessionId: 9,
    examSession: 'Iarna',
    ticked: { letters: 'A', answers: ['Da'] },
    contests: [12],
    students: ['Pop Ana'],
    resolveUntil: '2019-02-20T10:00:00.000Z',
  };
  const groups = [group, { ...group, versionId: 2, questionId: 2, text: 'A doua întrebare' }];
  const errors: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((...args) => errors.push(args));
  const wire = stubWire({
    'GET examContests/groups': { body: groups, headers: { 'x-total-count': '2' } },
    'GET examContests/choices': { body: { sessions, disciplines: [{ id: 3, name: 'Anatomie' }] } },
  });
  await openApp('/contestations?view=groups&sessionId=9&pkDiscipline=3', {
    as: loginData({ role: 'Profesori' }),
  });
  await screen.findByRole('link', { name: 'Prima întrebare' });
  await screen.findByRole('link', { name: 'A doua întrebare' });
  expect(errors.filter((one) => JSON.stringify(one).includes('same key'))).toEqual([]);
  const wanted = () =>
    wire.sent
      .filter(({ path }) => path === 'examContests/groups')
      .map(({ query }) => [query.get('sessionId'), query.get('pkDiscipline')]);
  expect(wanted()).toEqual([['9', '3']]);
  for (const name of ['Session', 'Discipline'])
    fireEvent.click(await screen.findByLabelText(`Clear: ${name}`));
  await waitFor(() => expect(wanted().at(-1)).toEqual([null, null]));
});
