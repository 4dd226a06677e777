import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const emptyDashboard: Dashboard = {
  teacher: null,
  secretary: null,
  dean: null,
  admin: null,
  student: null,
  waitingContests: [],
  ownContests: [],
  changedGrades: [],
};

async function open(role: 'Admin' | 'Profesori' | 'Secretar', board: Partial<Dashboard>) {
  stubWire({ 'GET dashboard': { body: { ...emptyDashboard, ...board } } });
  await openApp('/dashboard', { as: loginData({ role }) });
  return screen.findByRole('region', { name: 'What is next' });
}

/** The links of a group: their texts and addresses. */
const linesOf = (board: HTMLElement, name: string) =>
  within(within(board).getByRole('region', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('[HOME-1] what is next', () => {
  it('[HOME-1] links a teacher to the structures, exams and questions that need attention', async () => {
    const board = await open('Profesori', {
      teacher: {
        shortChapters: [
          { disciplineId: 6, discipline: 'Anatomie', chapter: 'C1', of: 'simple', asked: 10, available: 4 },
        ],
        examsToday: [],
        newQuestions: [{ disciplineId: 6, discipline: 'Anatomie', questions: 2 }],
      },
      waitingContests: [{ sessionId: 4, session: 'Iarnă', until: '2019-02-01T10:00:00Z', contests: 7 }],
    });
    expect(linesOf(board, 'Contestations to resolve')).toEqual([
      ['7 contestations by 01/02/2019 12:00Iarnă', '/contestations?view=groups&sessionId=4'],
    ]);
    expect(linesOf(board, 'Chapters with too few questions for their structure')).toEqual([
      ['Anatomie: C110 simple questions required, 4 available', '/disciplineList?disciplineId=6'],
    ]);
    const [question] = linesOf(board, 'Questions last changed by a collaborator, past 14 days');
    expect(question?.[1]).toContain('/question/0/50/0/0/6/0');
    expect(within(board).queryByText('Exams with my disciplines today')).toBeNull();
  });

  it('[HOME-1] links a secretary to the room, the custom exam and the appointments', async () => {
    const board = await open('Secretar', {
      secretary: {
        roomsToday: [
          {
            roomId: 3,
            room: 'Sala 12',
            building: 'Corp A',
            day: '2019-02-03',
            startsAt: '2019-02-03T08:00:00Z',
            students: 20,
          },
        ],
        unbooked: [
          {
            customExamId: 9,
            examName: 'Examen',
            sessionId: 5,
            session: 'Iarnă',
            closesAt: '2019-02-01T10:00:00Z',
            students: 1,
          },
        ],
        importProblems: [
          {
            ...{ id: 4, fileName: 'studenti.csv', madeAt: '2019-02-01T10:00:00Z', madeBy: 'Ioana Marin' },
            rows: 2,
          },
        ],
        notServable: [{ customExamId: 9, examName: 'Examen', discipline: 'Anatomie' }],
      },
    });
    expect(linesOf(board, 'Exams today, by room')).toEqual([
      ['10:00 · Sala 12, Corp A20 students', '/appointments?examRoomId=3&from=2019-02-03&to=2019-02-03'],
    ]);
    expect(linesOf(board, 'Student imports with problems')).toEqual([
      [
        'studenti.csv · 01/02/2019 12:002 rows were not imported · uploaded by Ioana Marin',
        '/students?view=notImported&import=4',
      ],
    ]);
    expect(linesOf(board, 'Custom exams without enough questions')[0]?.[1]).toBe('/customExams?examId=9');
    expect(linesOf(board, 'Students without an appointment')).toEqual([
      [
        'Examen · Iarnă1 student · booking closes on 01/02/2019 at 12:00',
        '/appointments?view=unbooked&examCustomId=9&examSessionId=5',
      ],
    ]);
  });

  it('[HOME-1] says that a list has more lines than shown, and leads to them', async () => {
    const room = { room: 'Sala', building: 'Corp A', day: '2019-02-03', students: 2 };
    const roomsToday = Array.from({ length: 9 }, (_, index) => ({
      ...{ ...room, roomId: index + 1, startsAt: `2019-02-03T0${index}:00:00Z` },
    }));
    const notServable = Array.from({ length: 8 }, (_, index) => ({
      ...{ customExamId: index + 1, examName: `Examen ${index}`, discipline: 'Anatomie' },
    }));
    const board = await open('Secretar', {
      secretary: { roomsToday, unbooked: [], importProblems: [], notServable },
    });
    const rooms = linesOf(board, 'Exams today, by room');
    expect(rooms).toHaveLength(9);
    expect(rooms.at(-1)).toEqual(['There are more', '/appointments?from=2019-02-03&to=2019-02-03']);
    expect(linesOf(board, 'Custom exams without enough questions').map(([text]) => text)).toEqual(
      notServable.map(({ examName }) => expect.stringContaining(examName)),
    );
  });

  it('[HOME-1] leads a student from each contestation, with its status, to its page', async () => {
    stubWire({
      'GET dashboard': {
        body: { ...emptyDashboard, ownContests: [{ id: 9, examName: 'Anatomie', status: 'PAC' }] },
      },
      'GET getExamUserDetail': {
        body: { disciplines: [], integrativeGroups: [], exams: [], now: '2019-02-03T06:00:00Z' },
      },
      'GET examsPreview': { body: [], headers: { 'x-total-count': '0' } },
    });
    await openApp('/dashboard', { as: loginData({ role: 'Studenti', pkStudent: 3 }) });
    const group = await screen.findByRole('region', { name: 'Your contestations' });
    const link = within(group).getByRole('link');
    expect(link.textContent).toBe('AnatomiePartially accepted');
    expect(link.getAttribute('href')).toContain('9');
  });

  it('[HOME-1] leads the dean’s office to the structures, and from a pass rate to the exams of its session', async () => {
    const board = await open('Profesori', {
      dean: {
        incomplete: [{ disciplineId: 6, discipline: 'Anatomie', why: 'short' }],
        incompleteCount: 2,
        sessions: [],
        passRates: [{ sessionId: 4, session: 'Iarnă', exams: 4, passed: 3 }],
      },
    });
    expect(linesOf(board, 'Incomplete exam structures')).toEqual([
      [
        'Anatomietoo few questions for the structure, in total or of one kind',
        '/disciplineList?disciplineId=6',
      ],
      ['and 1 more', '/disciplineList'],
    ]);
    expect(linesOf(board, 'Pass rates')).toEqual([
      ['Iarnă75% passed (3 of 4 exams)', '/studentsExams?sessionId=4'],
    ]);
  });

  it('[HOME-1] tells an administrator that everything works, or what does not', async () => {
    const calm = {
      areJobsStill: false,
      troubles: [],
      openOutages: 0,
      decideBy: null,
      scoreDifferences: 0,
      recordFindings: 0,
      failedJobs: 0,
      failedMails: 0,
      sealProblems: 0,
      appointmentsToday: 0,
      sittingsRunning: 0,
      busiest: null,
      failedSignIns: 0,
      failedAccounts: 0,
      imports: [],
    };
    const good = await open('Admin', { admin: calm });
    expect(linesOf(good, 'Needs attention')).toEqual([['Nothing needs your attention', '/admin']]);
    await closeApp();
    const bad = await open('Admin', {
      admin: { ...calm, failedJobs: 2, failedSignIns: 5, failedAccounts: 1 },
    });
    expect(linesOf(bad, 'Needs attention')).toEqual([
      ['2 jobs are failing', '/admin?part=jobs'],
      ['5 wrong passwords in 24 hourson 1 account', '/admin?part=log&action=signInFailed'],
    ]);
    await closeApp();
    const without = await open('Admin', { admin: { ...calm, troubles: ['noBackup'] } });
    expect(linesOf(without, 'Needs attention')).toEqual([
      [
        'No backup has been made with the platform’s own commandnothing to do if another tool makes them',
        '/admin',
      ],
    ]);
    await closeApp();
    const worse = await open('Admin', {
      admin: {
        ...calm,
        areJobsStill: true,
        troubles: ['mail', 'directory', 'disk', 'backup'],
        openOutages: 1,
        decideBy: '2019-02-01T10:00:00Z',
        scoreDifferences: 2,
        recordFindings: 1,
      },
    });
    expect(linesOf(worse, 'Needs attention')).toEqual(
      [
        'An outage during exams is waiting for a decisionby 01/02/2019 12:00; then no time is credited',
        'Background jobs have stopped',
        'The mail server does not work',
        'The directory does not answer: people cannot sign in through it',
        'The disk is almost full',
        'There is no backup from the last day',
        'The check of the data found 1 difference',
        'The stored results of 2 exams differ from their recomputation',
      ].map((text) => [
        text,
        /mail server/.test(text)
          ? '/configuration?group=mail'
          : /directory/.test(text)
            ? '/configuration?group=signIn'
            : '/admin',
      ]),
    );
    expect(linesOf(worse, 'Today')).toContainEqual([
      '0 exams are running now',
      '/studentsExams?state=running',
    ]);
  });

  it('[HOME-1] says when nothing needs attention, and keeps the shortcuts when the board cannot be loaded', async () => {
    const board = await open('Profesori', {
      teacher: { shortChapters: [], examsToday: [], newQuestions: [] },
    });
    within(board).getByText('You have nothing to do right now.');
    await closeApp();
    stubWire({ 'GET dashboard': { status: 500, body: { error: 'server.failed', params: {} } } });
    await openApp('/dashboard', { as: loginData({ role: 'Profesori' }) });
    await screen.findByRole('heading', { name: 'More pages' });
  });
});
