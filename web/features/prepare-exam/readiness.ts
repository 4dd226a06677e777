import type { ExamAppointment } from '#contract/exam-taking.ts';
import { deadlineOf, lastStart, type Moment, type Slot, startWindow } from '#domain/exam-taking/time.ts';

const minute = 60_000;

/** Where an exam with an appointment stands for the student who is about to begin it. */
export type Readiness =
  | { readonly is: 'early'; readonly startsAt: Moment }
  /** `minutes` are what is left to somebody who begins now, `whole` what there would have been. */
  | {
      readonly is: 'open';
      readonly closesAt: Moment;
      readonly minutes: number;
      readonly whole: number;
    }
  | { readonly is: 'missed'; readonly endedAt: Moment }
  | { readonly is: 'running' | 'finished' };

const slotOf = ({ startsAt, endsAt, extraTime }: ExamAppointment): Slot => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
  extraMinutes: extraTime,
});

/** What the student can do about an exam with an appointment now, by the server's clock (EXAM-2, EXAM-19). */
export function readinessOf(exam: ExamAppointment, now: Moment): Readiness {
  if (exam.status === 'Started') return { is: 'running' };
  if (exam.status === 'Finished') return { is: 'finished' };
  const slot = slotOf(exam);
  const window = startWindow(slot, now);
  if (window.is === 'tooEarly') return { is: 'early', startsAt: window.startsAt };
  if (window.is === 'tooLate') return { is: 'missed', endedAt: window.endedAt };
  const left = deadlineOf(now, exam.durationMinutes * 60, slot) - now;
  return {
    is: 'open',
    closesAt: lastStart(slot),
    minutes: Math.floor(left / minute),
    whole: exam.durationMinutes + exam.extraTime,
  };
}

/** What matters first: an exam that runs, one that can begin, the next one; then what is over. */
const urgency: Readonly<Record<Readiness['is'], number>> = {
  running: 0,
  open: 1,
  early: 2,
  finished: 3,
  missed: 4,
};

/** The exam the page is about: the one that was asked for, else the one that matters now. */
export function examToPrepare(
  exams: readonly ExamAppointment[],
  now: Moment,
  asked: number | undefined,
): ExamAppointment | undefined {
  const named = exams.find(({ examId }) => examId === asked);
  if (named) return named;
  return exams.toSorted(
    (one, other) =>
      urgency[readinessOf(one, now).is] - urgency[readinessOf(other, now).is] ||
      Date.parse(one.startsAt) - Date.parse(other.startsAt),
  )[0];
}
