import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { appointedExam } from '#web/base/testing/appointed-exam.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { resultRow } from '#web/sittings/testing/results.ts';

afterEach(closeApp);

const student = () => loginData({ role: 'Studenti', pkStudent: 3 });
const appointed = (more: Partial<ExamAppointment> = {}): ExamAppointment =>
  appointedExam({
    examDate: '2019-02-03',
    startsAt: '2019-02-03T08:00:00Z',
    endsAt: '2019-02-03T10:00:00Z',
    durationMinutes: 90,
    examRow: 3,
    ...more,
  });

/** The server's clock is years away from the computer's. */
function open(
  now: string,
  exams: readonly ExamAppointment[],
  results = [resultRow(5)],
  more: Parameters<typeof stubWire>[0] = {},
) {
  stubWire({
    'GET getExamUserDetail': { body: { disciplines: [], integrativeGroups: [], exams, now } },
    'GET examsPreview': { body: results, headers: { 'x-total-count': String(results.length) } },
    ...more,
  });
  return openApp('/dashboard', { as: student() });
}
const next = () => screen.findByRole('region', { name: 'Examen de iarnă' });

describe('[HOME-1] a student’s dashboard', () => {
  it('[HOME-1] shows the next exam with its room, row and seat, and counts down on the server’s clock', async () => {
    await open('2019-02-03T06:59:00Z', [appointed()]);
    const card = await next();
    within(card).getByText('Your next exam');
    within(card).getByText(/Today at 10:00/);
    expect(within(card).getByRole('timer').textContent).toMatch(/^Begins in1:0[01]:\d\d$/);
    const facts = within(card)
      .getAllByRole('definition')
      .map((fact) => fact.textContent);
    expect(facts).toEqual(['Sala 12, Corp A', '3', '17', '90 minutes', '60']);
    const link = within(card).getByRole('link', { name: 'What to expect' });
    expect(link.getAttribute('href')).toBe('/prepareExam?examId=31');
  });

  it('[HOME-1] lists the disciplines and integrative groups with questions and credits', async () => {
    await open('2019-02-03T06:59:00Z', [appointed()]);
    const card = await next();
    const parts = within(card)
      .getAllByRole('listitem')
      .map((part) => part.textContent);
    expect(parts).toEqual([
      'Anatomie40 questions · 5 credits',
      'Preclinice20 questionsBiochimie20 questions · 1 credit',
      'Biochimie20 questions · 1 credit',
    ]);
  });

  it('[HOME-1] offers to start while the slot is open', async () => {
    await open('2019-02-03T08:30:00Z', [appointed()]);
    const card = await next();
    within(card).getByText('Your exam can begin');
    const link = within(card).getByRole('link', { name: 'Start the exam' });
    expect(link.getAttribute('href')).toBe('/prepareExam?examId=31');
  });

  it('[HOME-1] leads back into a running exam', async () => {
    await open('2019-02-03T08:30:00Z', [appointed({ status: 'Started', groupId: 9 })]);
    const link = within(await next()).getByRole('link', { name: 'Resume the exam' });
    expect(link.getAttribute('href')).toBe('/exam/9');
  });

  it('[HOME-1] lists further appointments and the latest results', async () => {
    const later = appointed({
      examId: 32,
      examName: 'Restanță',
      startsAt: '2019-02-04T08:00:00Z',
      endsAt: '2019-02-04T10:00:00Z',
    });
    await open('2019-02-03T06:00:00Z', [appointed(), later]);
    await next();
    screen.getByText('Tomorrow at 10:00 · Sala 12, row 3, seat 17');
    const link = screen.getByRole('link', { name: 'What to expect: Restanță' });
    expect(link.getAttribute('href')).toBe('/prepareExam?examId=32');
    const latest = await screen.findByRole('region', { name: 'Latest results' });
    within(latest).getByText('7.93');
  });

  const discipline = { pkDiscipline: 6, disciplineDescription: 'Anatomie', questions: 20 };

  it('[HOME-1] says that there is no appointment, and offers practice where it is allowed', async () => {
    await open('2019-02-03T06:00:00Z', [], [], {
      'GET simulationChoices': {
        body: { disciplines: [{ ...discipline, durationMinutes: 30, minutesLeft: null }], exams: [] },
      },
    });
    await screen.findByText('No exam is waiting for you');
    await screen.findByRole('link', { name: 'Practise with a simulation' });
    expect(screen.queryByText('Latest results')).toBeNull();
  });

  it('[HOME-1] leads to booking first where an exam can be booked', async () => {
    const nothing = { teacher: null, secretary: null, dean: null, admin: null };
    const booking = [
      { customExamId: 2, examName: 'Anatomie', session: 'Iarnă', closesAt: '2019-02-10T10:00:00Z' },
    ];
    await open('2019-02-03T06:00:00Z', [], [], {
      'GET dashboard': {
        body: { ...nothing, student: { booking }, waitingContests: [], ownContests: [], changedGrades: [] },
      },
    });
    const link = await screen.findByRole('link', { name: 'Book an exam' });
    expect(link.getAttribute('href')).toBe('/examAppointments');
    expect(screen.queryByText('No exam is waiting for you')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Practise with a simulation' })).toBeNull();
  });

  it('[HOME-1] offers no practice while nothing can be simulated', async () => {
    let isAsked = false;
    await open('2019-02-03T06:00:00Z', [], [], {
      'GET simulationChoices': () => {
        isAsked = true;
        return { body: { disciplines: [], exams: [] } };
      },
    });
    await screen.findByText('No exam is waiting for you');
    await waitFor(() => expect(isAsked).toBe(true));
    expect(screen.queryByRole('link', { name: 'Practise with a simulation' })).toBeNull();
  });

  it('[SAFE-16] sends no request that is closed while an exam runs, and leads back to the exam', async () => {
    const exams = [appointed({ status: 'Started', groupId: 9 })];
    const now = '2019-02-03T08:30:00Z';
    const wire = stubWire({
      'GET getExamUserDetail': { body: { disciplines: [], integrativeGroups: [], exams, now } },
    });
    await openApp('/dashboard', { as: student() });
    const resume = within(await next()).getByRole('link', { name: 'Resume the exam' });
    expect(resume.getAttribute('href')).toBe('/exam/9');
    expect(wire.calls().filter((call) => call.includes('examsPreview'))).toEqual([]);
  });

  it('[HOME-1] sends no such request for staff', async () => {
    const wire = stubWire();
    await openApp('/dashboard', { as: loginData({ role: 'Profesori' }) });
    await screen.findByRole('heading', { level: 1 });
    expect(wire.calls().filter((call) => /getExamUserDetail|examsPreview/.test(call))).toEqual([]);
  });
});
