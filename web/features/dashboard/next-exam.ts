import type { ExamAppointment } from '#contract/exam-taking.ts';
import { type Moment, startWindow } from '#domain/exam-taking/time.ts';

/** The state of an exam with an appointment on the student's dashboard. */
export type ExamPhase =
  | { readonly is: 'running' }
  | { readonly is: 'open'; readonly closesAt: Moment }
  | { readonly is: 'ahead'; readonly startsAt: Moment }
  | { readonly is: 'missed'; readonly endedAt: Moment }
  | { readonly is: 'finished' };

const minute = 60_000;

export function phaseOf(exam: ExamAppointment, now: Moment): ExamPhase {
  if (exam.status === 'Finished') return { is: 'finished' };
  if (exam.status === 'Started') return { is: 'running' };
  const slot = {
    startsAt: Date.parse(exam.startsAt),
    endsAt: Date.parse(exam.endsAt),
    extraMinutes: exam.extraTime,
  };
  const window = startWindow(slot, now);
  if (window.is === 'tooEarly') return { is: 'ahead', startsAt: window.startsAt };
  if (window.is === 'tooLate') return { is: 'missed', endedAt: window.endedAt };
  return { is: 'open', closesAt: slot.endsAt + slot.extraMinutes * minute };
}

export type Appointed = { readonly exam: ExamAppointment; readonly phase: ExamPhase };

/** Priority: a running exam, then one that can start, then the next upcoming one. */
const urgency: Readonly<Record<ExamPhase['is'], number>> = {
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
    .filter(({ phase }) => phase.is !== 'finished')
    .toSorted(
      (one, other) =>
        urgency[one.phase.is] - urgency[other.phase.is] ||
        Date.parse(one.exam.startsAt) - Date.parse(other.exam.startsAt),
    );
  const [first, ...rest] = inOrder;
  if (first === undefined || first.phase.is === 'missed') return { next: undefined, further: inOrder };
  return { next: first, further: rest };
}
