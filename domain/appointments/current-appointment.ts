import { lastStart, type Moment, type Slot } from '#domain/exam-taking/time.ts';

/** A student's appointment and the progress of its exam. */
export type AppointmentState = Slot & {
  /** The day in the university's calendar. */
  readonly examDate: string;
  readonly begun: boolean;
  readonly finished: boolean;
};

/**
 * The student's current appointment: one that is running, otherwise one that can begin, otherwise one that is upcoming,
 * finished or missed today, otherwise the next upcoming one. Undefined when there is none.
 */
export function currentAppointment<R extends AppointmentState>(
  appointments: readonly R[],
  now: Moment,
  today: string,
): R | undefined {
  const inOrder = appointments.toSorted((one, other) => one.startsAt - other.startsAt);
  const ahead = (one: R) => !one.begun && now < one.startsAt;
  const ofToday = (one: R) => one.examDate === today;
  return (
    inOrder.find((one) => one.begun && !one.finished) ??
    inOrder.find((one) => !one.begun && one.startsAt <= now && now < lastStart(one)) ??
    inOrder.find((one) => ahead(one) && ofToday(one)) ??
    inOrder.findLast((one) => one.finished && ofToday(one)) ??
    inOrder.findLast((one) => !one.begun && ofToday(one)) ??
    inOrder.find(ahead)
  );
}
