import { describe, expect, it } from 'vitest';
import { appointedExam } from '#web/base/testing/appointed-exam.ts';
import { examToPrepare, readinessOf } from './readiness.ts';

const at = (time: string) => Date.parse(`2026-02-03T${time}:00Z`);

describe('[EXAM-2] whether an exam can start', () => {
  it('[EXAM-2] only within its slot, by the given clock', () => {
    const exam = appointedExam();
    expect(readinessOf(exam, at('07:59'))).toEqual({ status: 'early', startsAt: at('08:00') });
    expect(readinessOf(exam, at('08:00')).status).toBe('open');
    expect(readinessOf(exam, at('09:59')).status).toBe('open');
    expect(readinessOf(exam, at('10:00'))).toEqual({ status: 'missed', endedAt: at('10:00') });
  });

  it('[EXAM-11] extra time extends the slot and the exam', () => {
    const exam = appointedExam({ extraTime: 15 });
    expect(readinessOf(exam, at('10:14'))).toMatchObject({ status: 'open', closesAt: at('10:15') });
    expect(readinessOf(exam, at('08:00'))).toMatchObject({ minutes: 75, whole: 75 });
  });

  it('[EXAM-19] a student who starts late has the rest of the slot', () => {
    expect(readinessOf(appointedExam(), at('08:30'))).toMatchObject({ minutes: 60, whole: 60 });
    expect(readinessOf(appointedExam(), at('09:20'))).toMatchObject({ minutes: 40, whole: 60 });
  });

  it('[EXAM-9] a running or finished exam needs no slot', () => {
    expect(readinessOf(appointedExam({ status: 'Started' }), at('23:00'))).toEqual({ status: 'running' });
    expect(readinessOf(appointedExam({ status: 'Finished' }), at('08:30'))).toEqual({ status: 'finished' });
  });
});

describe('[EXAM-1] which exam the page is about', () => {
  const early = appointedExam({
    examId: 1,
    startsAt: '2026-02-04T08:00:00Z',
    endsAt: '2026-02-04T10:00:00Z',
  });
  const open = appointedExam({ examId: 2 });
  const running = appointedExam({ examId: 3, status: 'Started' });
  const finished = appointedExam({ examId: 4, status: 'Finished' });
  const chosen = (exams: Parameters<typeof examToPrepare>[0], examId?: number) =>
    examToPrepare(exams, at('08:30'), examId)?.examId;

  it('[EXAM-1] the requested one', () => {
    expect(chosen([early, open, running], 1)).toBe(1);
  });

  it('[EXAM-1] otherwise a running one, then one that can start, then the next upcoming one', () => {
    expect(chosen([finished, early, open, running])).toBe(3);
    expect(chosen([finished, early, open], 99)).toBe(2);
    expect(chosen([finished, early])).toBe(1);
    expect(chosen([finished])).toBe(4);
    expect(chosen([])).toBeUndefined();
  });
});
