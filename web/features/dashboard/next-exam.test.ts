import { describe, expect, it } from 'vitest';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import { countdownText } from '#web/base/clock-text.ts';
import { appointedExams, phaseOf } from './next-exam.ts';

const at = (time: string) => Date.parse(`2026-02-03T${time}:00Z`);
let made = 0;
const appointed = (more: Partial<ExamAppointment> = {}): ExamAppointment => {
  made += 1;
  return {
    examId: made,
    examName: 'Anatomie',
    status: 'NotStarted',
    groupId: null,
    examDate: '2026-02-03',
    examSession: 'Iarnă',
    startsAt: '2026-02-03T10:00:00Z',
    endsAt: '2026-02-03T12:00:00Z',
    extraTime: 0,
    durationMinutes: 60,
    questions: 20,
    examRoom: 'Sala 1',
    building: 'A',
    examRow: 2,
    seatNumber: 5,
    scoringMode: 'FULL_MATCH',
    disciplines: [],
    integrativeGroups: [],
    ...more,
  };
};

describe('[HOME-1] the state of an exam with an appointment', () => {
  it.each([
    ['09:59', 0, 'ahead'],
    ['10:00', 0, 'open'],
    ['11:59', 0, 'open'],
    ['12:00', 0, 'missed'],
    ['12:00', 15, 'open'],
    ['12:15', 15, 'missed'],
  ] as const)('[HOME-1] at %s, with %d extra minutes: %s', (now, extraTime, status) => {
    expect(phaseOf(appointed({ extraTime }), at(now)).status).toBe(status);
  });

  it('[HOME-1] a started exam is running at any time, and a finished one is over', () => {
    expect(phaseOf(appointed({ status: 'Started' }), at('12:30')).status).toBe('running');
    expect(phaseOf(appointed({ status: 'Finished' }), at('10:30')).status).toBe('finished');
  });
});

describe('[HOME-1] the next exam on the dashboard', () => {
  const later = appointed({ startsAt: '2026-02-05T10:00:00Z', endsAt: '2026-02-05T12:00:00Z' });
  const open = appointed();
  const running = appointed({ status: 'Started', groupId: 9 });
  const finished = appointed({ status: 'Finished' });
  const idsOf = (exams: readonly ExamAppointment[], now: number) => {
    const { next, further } = appointedExams(exams, now);
    return [next?.exam.examId, ...further.map(({ exam }) => exam.examId)];
  };

  it('[HOME-1] prefers a running exam, then one that can start, then an upcoming one', () => {
    expect(idsOf([later, open, running], at('10:30'))).toEqual([running.examId, open.examId, later.examId]);
    expect(idsOf([later, open], at('10:30'))).toEqual([open.examId, later.examId]);
  });

  it('[HOME-1] picks the earliest upcoming exam', () => {
    expect(idsOf([later, open], at('08:00'))).toEqual([open.examId, later.examId]);
  });

  it('[HOME-1] never picks a finished or missed exam', () => {
    expect(idsOf([finished], at('10:30'))).toEqual([undefined]);
    expect(idsOf([open, later], at('13:00'))).toEqual([later.examId, open.examId]);
    expect(idsOf([open], at('13:00'))).toEqual([undefined, open.examId]);
  });
});

it.each([
  [0, '00:00'],
  [-5000, '00:00'],
  [999, '00:01'],
  [309_000, '05:09'],
  [7_509_000, '2:05:09'],
])('[HOME-1] shows %d ms left as %s', (milliseconds, text) => {
  expect(countdownText(milliseconds)).toBe(text);
});
