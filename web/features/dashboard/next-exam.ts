import type { ExamAppointment } from '#contract/exam-taking.ts';
import { type Moment, startWindow } from '#domain/exam-taking/time.ts';

/** The state of an exam with an appointment on the student's dashboard. */
export type ExamPhase =
  | { readonly status: 'running' }
  | { readonly status: 'open'; readonly closesAt: Moment }
  | { readonly status: 'ahead'; readonly startsAt: Moment }
  | { readonly status: 'missed'; readonly endedAt: Moment }
  | { readonly status: 'finished' };

const minute = 60_000;

export function phaseOf(exam: ExamAppointment, now: Moment): ExamPhase {
  if (exam.status === 'Finished') return { status: 'finished' };
  if (exam.status === 'Started') return { status: 'running' };
  const slot = {
    startsAt: Date.parse(exam.startsAt),
    endsAt: Date.parse(exam.endsAt),
    extraMinutes: exam.extraTime,
  };
  const window = startWindow(slot, now);
  if (window.status === 'tooEarly') return { status: 'ahead', startsAt: window.startsAt };
  if (window.status === 'tooLate') return { status: 'missed', endedAt: window.endedAt };
  return { status: 'open', closesAt: slot.endsAt + slot.extraMinutes * minute };
}

export type Appointed = { readonly exam: ExamAppointment; readonly phase: ExamPhase };

/** Priority: a running exam, then one that can start, then the next upcoming one. */
const urgency: Readonly<Record<ExamPhase['status'], number>> = {
  running: 0,
  open: 1,
  ahead: 2,
  missed: 3,
  finished: 4,
};

/** The exam to show first, and the other appointments. Finished exams are among the results. */
export function appointedExams(
  exams: readonly ExamAppointment[],
  now: Moment,
): { readonly next: Appointed | undefined; readonly further: readonly Appointed[] } {
  const inOrder = exams
    .map((exam) => ({ exam, phase: phaseOf(exam, now) }))
    .filter(({ phase }) => phase.status !== 'finished')
    .toSorted(
      (one, other) =>
        urgency[one.phase.status] - urgency[other.phase.status] ||
        Date.parse(one.exam.startsAt) - Date.parse(other.exam.startsAt),
    );
  const [first, ...rest] = inOrder;
  if (first === undefined || first.phase.status === 'missed') return { next: undefined, further: inOrder };
  return { next: first, further: rest };
}
