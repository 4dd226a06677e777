import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExamAppointment, PreparedExam } from '#contract/exam-taking.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { appointedExam } from '#web/base/testing/appointed-exam.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const prepared = (more: Partial<PreparedExam>): PreparedExam => ({
  error: null,
  id: 31,
  status: 'Started',
  params: {},
  groupId: 9,
  index: 1,
  groupExams: [31],
  questionDisplayCount: 60,
  remainingSeconds: 3600,
  writer: '11111111-1111-4111-8111-111111111111',
  kind: 'official',
  name: 'Anatomie',
  examName: 'Examen de iarnă',
  durationSeconds: 3600,
  ...more,
});

type Wire = Parameters<typeof stubWire>[0];

/** The server's clock is years away from the computer's. */
function open(now: string, exams: readonly ExamAppointment[], responses: Wire = {}) {
  const wire = stubWire({
    'GET getExamUserDetail': {
      body: { disciplines: [], integrativeGroups: [], exams, now, recordingRetentionDays: 180 },
    },
    'GET checkExam': { body: prepared({ status: 'NotStarted', writer: null }) },
    ...responses,
  });
  return openApp('/prepareExam', { as: loginData({ role: 'Studenti', pkStudent: 3 }) }).then((app) => ({
    ...app,
    wire,
  }));
}
const begin = async () => fireEvent.click(await screen.findByRole('button', { name: 'Begin the exam' }));
const inSlot = '2026-02-03T08:30:00Z';

describe('[EXAM-1] the four outcomes of preparing', () => {
  it('[EXAM-1] opens an exam that can be taken', async () => {
    const { href, wire } = await open(inSlot, [appointedExam()], {
      'POST prepareExam': { body: prepared({}) },
    });
    await begin();
    await waitFor(() => expect(href()).toBe('/exam/9'));
    expect(wire.sent.find(({ path }) => path === 'prepareExam')?.query.get('examId')).toBe('31');
  });

  it('[EXAM-3] calls checkExam before preparing; No Content means no appointment, and nothing is prepared', async () => {
    const { wire } = await open(inSlot, [appointedExam()], {
      'GET checkExam': { status: 204 },
      'POST prepareExam': { body: prepared({}) },
    });
    await begin();
    expect((await screen.findByRole('alert')).textContent).toBe('No exam is scheduled for you now.');
    expect(wire.calls()).not.toContain('POST prepareExam');
  });

  it("[EXAM-1][MSG-6] a finished one says 'exam was finished for today!'", async () => {
    const { href } = await open(inSlot, [appointedExam()], {
      'POST prepareExam': { body: prepared({ status: 'Finished' }) },
    });
    await begin();
    expect((await screen.findByRole('alert')).textContent).toBe('exam was finished for today!');
    expect(href()).toBe('/prepareExam');
  });

  it.each([
    [
      'exam.tooEarly',
      { startsAt: '2026-02-03T08:00:00.000Z' },
      'It is too early: the exam can be started from 03/02/2026 10:00.',
    ],
    [
      'exam.tooLate',
      { endedAt: '2026-02-03T10:00:00.000Z' },
      'It is too late: the time reserved for the exam ended at 03/02/2026 12:00.',
    ],
    ['exam.none', {}, 'No exam is scheduled for you now.'],
  ])('[EXAM-1][MSG-18] id 0 shows the status in words: %s', async (status, params, text) => {
    await open(inSlot, [appointedExam()], {
      'POST prepareExam': { body: prepared({ id: 0, status, params }) },
    });
    await begin();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it.each([
    ['in the response', { body: prepared({ error: 'exam.notDurable', id: 0, status: 'exam.none' }) }],
    ['of the call', { status: 503, body: { error: 'exam.notDurable', params: {} } }],
  ])('[EXAM-1] an error %s shows that error', async (_where, answer) => {
    await open(inSlot, [appointedExam()], { 'POST prepareExam': answer });
    await begin();
    expect((await screen.findByRole('alert')).textContent).toContain('exams cannot start');
  });
});

describe('[EXAM-2] before the exam', () => {
  it('[EXAM-2] too early: shows when it opens, counts down on the server’s clock, and cannot start', async () => {
    await open('2026-02-03T07:00:00Z', [appointedExam()]);
    await screen.findByText('The exam can be started from 03/02/2026 10:00.');
    expect(screen.getByRole('timer').textContent).toMatch(/^Begins in(1:00:00|59:\d\d)$/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Begin the exam' }).disabled).toBe(true);
  });

  it.each([
    ['FULL_MATCH', 'Tick at least two: a single tick, or all of them, earns 0.'],
    ['JUST_CORRECT', 'Each correct tick earns points; a wrong one makes it 0.'],
  ] as const)('says how CM questions are scored: %s', async (scoringMode, text) => {
    await open(inSlot, [appointedExam({ scoringMode })]);
    const rules = await screen.findByText(/^Several correct answers|One correct answer\./);
    expect(rules.textContent).toBe(`CS One correct answer. CM Several correct answers. ${text}`);
  });

  it('[EXAM-9] says that the time of a running exam is passing, and resumes it', async () => {
    await open(inSlot, [appointedExam({ status: 'Started', groupId: 9 })]);
    await screen.findByRole('button', { name: 'Resume the exam' });
    screen.getByText('The exam has begun and its time is running.');
    expect(screen.queryByText(/Your time starts when you begin/)).toBeNull();
  });

  it('[RESU-1] links a finished exam to its result', async () => {
    await open(inSlot, [appointedExam({ status: 'Finished', groupId: 9 })]);
    const result = await screen.findByRole<HTMLAnchorElement>('link', { name: 'See the result' });
    expect(result.getAttribute('href')).toContain('/examResult?groupId=');
    expect(screen.queryByRole('button', { name: 'Begin the exam' })).toBeNull();
  });

  it('[HOME-1] shows disciplines and groups with questions and credits, room, row and seat', async () => {
    await open(inSlot, [appointedExam()]);
    await screen.findByRole('heading', { name: 'Examen de iarnă' });
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts.slice(1)).toEqual(['Sala 12, Corp A', '-', '17', '60 minutes', '60']);
    screen.getByText('40 questions · 5 credits');
    screen.getByText('Biochimie');
  });

  it('[REC-3] describes the recording truthfully and promises nothing the product does not do', async () => {
    await open(inSlot, [appointedExam()]);
    await screen.findByRole('heading', { name: 'This exam is recorded' });
    const text = (await screen.findByText(/What is typed is not recorded/)).textContent;
    expect(text).toContain('kept on the university’s server');
    expect(text).toContain('the teachers who are responsible for all disciplines of this exam');
    expect(text).toContain(
      'deleted 180 days after the exam, but not before the contestations of this session are resolved',
    );
    expect(text).toContain('You can stop it and start it again during the exam');
  });

  it('[REC-3] says the days of now, when they have changed since the page was opened', async () => {
    let recordingRetentionDays = 180;
    await open(inSlot, [appointedExam()], {
      'GET getExamUserDetail': () => ({
        body: {
          disciplines: [],
          integrativeGroups: [],
          exams: [appointedExam()],
          now: inSlot,
          recordingRetentionDays,
        },
      }),
    });
    await screen.findByText(/deleted 180 days after the exam/);
    recordingRetentionDays = 400;
    fireEvent(window, new Event('visibilitychange'));
    await screen.findByText(/deleted 400 days after the exam/);
  });

  it("[MSG-21] without any exam: 'ERROR: We didn't found any exams programmed for the student.'", async () => {
    await open(inSlot, []);
    await screen.findByText("ERROR: We didn't found any exams programmed for the student.");
  });
});
