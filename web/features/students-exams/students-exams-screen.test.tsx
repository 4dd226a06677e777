import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { SittingDetails, StudentExam } from '#contract/students-exams.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { historyEntry } from '#web/sittings/testing/history-entry.ts';

afterEach(closeApp);

const exam: StudentExam = {
  id: 1,
  examId: 31,
  groupId: 7,
  firstName: 'Ana',
  lastName: 'Pop',
  numarMatricol: 'M1',
  year: 3,
  series: 'Seria A',
  examName: 'Examen de iarnă',
  disciplineName: 'Anatomie',
  examSession: 'Iarna',
  date: '2026-02-03',
  serverStartTime: '2026-02-03T08:00:00.000Z',
  serverStopTime: '2026-02-03T08:47:00.000Z',
  state: 'finished',
  score: 38.5,
  maxPoints: 50,
  grade: 7.93,
  isPartial: false,
  contests: [{ id: 9, status: 'PAC' }],
  mayOpen: true,
};
const absent: StudentExam = {
  ...exam,
  id: 2,
  examId: null,
  groupId: null,
  lastName: 'Rus',
  serverStartTime: null,
  serverStopTime: null,
  state: 'absent',
  score: null,
  maxPoints: null,
  grade: null,
  contests: [],
  mayOpen: false,
};
const totals = { sat: 8, absent: 2, running: 3, annulled: 1, passed: 6, mean: 7.125 };
const choice = (id: number, name: string) => [{ id, name }];

const openList = async (address = '/studentsExams') => {
  const wire = stubWire({
    'GET studentsExams': { body: [exam, absent], headers: { 'x-total-count': '2' } },
    'GET studentsExams/totals': { body: totals },
    'GET studentsExams/choices': {
      body: {
        sessions: choice(2, 'Iarna'),
        customExams: choice(4, 'Examen de iarnă'),
        disciplines: choice(5, 'Anatomie'),
        series: choice(6, 'Seria A'),
      },
    },
    'GET studentsExams/export': { body: '' },
    'GET gradeBook/export': { body: '' },
  });
  const { href } = await openApp(address, { as: loginData({ role: 'Admin' }) });
  const table = await screen.findByRole('table');
  return { wire, href, table };
};
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
/** The facts of a region, by label. */
const factsOf = (region: HTMLElement) =>
  Object.fromEntries(
    [...region.querySelectorAll('dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );

it('[RESU-3] lists number, name, registration number, year, times, state, score, grade and contestation, also of absent students', async () => {
  const { table } = await openList();
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'No.',
    'Last name',
    'Registration number',
    'Year',
    'Series',
    'Discipline',
    'Date',
    'Start',
    'End',
    'State',
    'Score',
    'Grade',
    'Contestation',
  ]);
  const sitting = ['M1', '3', 'Seria A', 'AnatomieExamen de iarnă', '03/02/2026'];
  expect(rowsOf(table)).toEqual([
    [
      '31',
      'Pop Ana',
      ...sitting,
      '10:00',
      '10:47',
      'finished',
      '38.50 / 50.00',
      '7.93',
      'Partially accepted',
    ],
    ['-', 'Rus Ana', ...sitting, '-', '-', 'absent', '-', '-', '-'],
  ]);
  const contest = within(table).getByRole('link', { name: 'Partially accepted' });
  expect(contest.getAttribute('href')).toBe('/examContest/9');
  expect(within(table).getAllByRole('link', { name: /^Open the exam of/ })).toHaveLength(1);
});

it('[RESU-3] shows how many sat, passed, are absent and running, and the mean', async () => {
  await openList();
  expect(factsOf(await screen.findByRole('region', { name: 'Totals' }))).toEqual({
    Taken: '8',
    Passed: '6 (75%)',
    'Mean grade': '7.13',
    Running: '3',
    Absent: '2',
    Annulled: '1',
  });
});

it('[RESU-3] [RESU-8] [UX-14] filters list, totals, export and grade book by session, exam, discipline, series, state and text', async () => {
  const { wire, href } = await openList();
  for (const [label, name, chosen] of [
    ['Session', 'Iarna', 'sessionId=2'],
    ['Exam', 'Examen de iarnă', 'examCustomId=4'],
    ['Discipline', 'Anatomie', 'pkDiscipline=5'],
    ['Series', 'Seria A', 'seriesId=6'],
    ['State', 'absent', 'state=absent'],
  ] as const) {
    fireEvent.click(screen.getByRole('combobox', { name: label }));
    fireEvent.click(await screen.findByRole('option', { name, hidden: true }));
    await waitFor(() => expect(href()).toContain(chosen));
  }
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pop' } });
  await waitFor(() => expect(href()).toContain('search=pop'));
  const filters = { sessionId: '2', examCustomId: '4', pkDiscipline: '5', seriesId: '6', state: 'absent' };
  const lastOf = (path: string) =>
    Object.fromEntries(wire.sent.findLast((sent) => sent.path === path)?.query ?? []);
  for (const path of ['studentsExams', 'studentsExams/totals'])
    await waitFor(() => expect(lastOf(path)).toMatchObject({ ...filters, search: 'pop' }));

  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /Excel/ }));
  await waitFor(() =>
    expect(lastOf('studentsExams/export')).toMatchObject({ ...filters, search: 'pop', format: 'xlsx' }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Grade book' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Grade book as Excel' }));
  const book = { sessionId: '2', examCustomId: '4', seriesId: '6', format: 'xlsx', lang: 'en' };
  await waitFor(() => expect(lastOf('gradeBook/export')).toEqual(book));
});

const sitting: SittingDetails = {
  groupId: 7,
  examName: 'Examen de iarnă',
  examCustomId: 4,
  sessionId: 2,
  examSession: 'Iarna',
  firstName: 'Ana',
  lastName: 'Pop',
  numarMatricol: 'M1',
  year: 3,
  series: 'Seria A',
  groupNumber: '12',
  examRoom: 'Aula',
  building: 'B',
  examRow: 3,
  seatNumber: 8,
  date: '2026-02-03',
  startsAt: '2026-02-03T08:00:00.000Z',
  endsAt: '2026-02-03T10:00:00.000Z',
  extraTime: 15,
  extraTimeReason: 'Dislexie',
  serverStartTime: '2026-02-03T08:02:00.000Z',
  computers: 2,
  isConcerned: false,
  annulled: null,
  recordings: ['7.json', '7.2.json'],
  recordingsClosed: null,
  exams: [
    {
      id: 31,
      index: 1,
      name: 'Anatomie',
      status: 'Started',
      deadline: '2026-02-03T10:15:00.000Z',
      serverStopTime: null,
      finishCause: null,
      scoringMode: 'FULL_MATCH',
      questionDisplayCount: 5,
      answered: 2,
      score: null,
      maxPoints: 50,
      grade: null,
      isPartial: false,
      isHidden: false,
      questionExams: [],
      history: [historyEntry({}), historyEntry({ event: 'skipped', questionIndex: 2 })],
    },
  ],
};

it('[RESU-7] shows who sat where and when, on how many computers, with what extra time, and the parts of the recording', async () => {
  stubWire({ 'GET sittings/7': { body: sitting } });
  await openApp('/studentsExams?groupId=7', { as: loginData({ role: 'Secretar' }) });
  await screen.findByRole('heading', { level: 1, name: 'Pop Ana' });
  const head = screen.getByRole('region', { name: 'The sitting' });
  expect(factsOf(head)).toEqual({
    'Registration number': 'M1',
    'Series and group': 'Seria A, 12',
    Seat: 'Aula (B), row 3, seat 8',
    Session: 'Iarna',
    'Booked for': '03/02/2026, 10:00–12:00',
    Taken: 'since 10:02',
    'Extra time': '15 minutes: Dislexie',
    'Sign-ins used': '2',
    Recording: expect.stringMatching(/^Part 1.*Part 2$/),
  });
  const part = within(head).getByRole('link', { name: 'Part 2' });
  expect(part.getAttribute('href')).toBe('/recording/7.2.json');
  // The history of a running exam can be read already; its questions cannot.
  await screen.findByText('Question 2 was skipped.');
  expect(screen.getByRole('tab', { name: 'Questions' })).toHaveProperty('disabled', true);
});
