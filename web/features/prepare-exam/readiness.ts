import type { ExamAppointment } from '#contract/exam-taking.ts';
import { deadlineOf, lastStart, type Moment, type Slot, startWindow } from '#domain/exam-taking/time.ts';

const minute = 60_000;

/** The state of an exam with an appointment for the student about to start it. */
export type Readiness =
  | { readonly status: 'early'; readonly startsAt: Moment }
  /** `minutes` is the time left when starting now, `whole` the full duration. */
  | {
      readonly status: 'open';
      readonly closesAt: Moment;
      readonly minutes: number;
      readonly whole: number;
    }
  | { readonly status: 'missed'; readonly endedAt: Moment }
  | { readonly status: 'running' | 'finished' };

const slotOf = ({ startsAt, endsAt, extraTime }: ExamAppointment): Slot => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
  extraMinutes: extraTime,
});

/** What the student can do now with an exam that has an appointment, by the server's clock (EXAM-2, EXAM-19). */
export function readinessOf(exam: ExamAppointment, now: Moment): Readiness {
  if (exam.status === 'Started') return { status: 'running' };
  if (exam.status === 'Finished') return { status: 'finished' };
  const slot = slotOf(exam);
  const window = startWindow(slot, now);
  if (window.status === 'tooEarly') return { status: 'early', startsAt: window.startsAt };
  if (window.status === 'tooLate') return { status: 'missed', endedAt: window.endedAt };
  const left = deadlineOf(now, exam.durationMinutes * 60, slot) - now;
  return {
    status: 'open',
    closesAt: lastStart(slot),
    minutes: Math.floor(left / minute),
    whole: exam.durationMinutes + exam.extraTime,
  };
}

/** Priority: a running exam, one that can start, the next upcoming one, then finished ones. */
const urgency: Readonly<Record<Readiness['status'], number>> = {
  running: 0,
  open: 1,
  early: 2,
  finished: 3,
  missed: 4,
};

/** The exam the page shows: the requested one, otherwise the one with the highest priority. */
export function examToPrepare(
  exams: readonly ExamAppointment[],
  now: Moment,
  requestedId: number | undefined,
): ExamAppointment | undefined {
  const named = exams.find(({ examId }) => examId === requestedId);
  if (named) return named;
  return exams.toSorted(
    (one, other) =>
      urgency[readinessOf(one, now).status] - urgency[readinessOf(other, now).status] ||
      Date.parse(one.startsAt) - Date.parse(other.startsAt),
  )[0];
}
