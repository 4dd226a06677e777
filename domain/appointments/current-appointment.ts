import { lastStart, type Moment, type Slot } from '#domain/exam-taking/time.ts';

/** A student's appointment and how far its exam has come. */
export type AppointmentState = Slot & {
  /** The day, as the university's calendar has it. */
  readonly examDate: string;
  readonly begun: boolean;
  readonly finished: boolean;
};

/**
 * Of a student's appointments the one that matters now: what runs, else what can be begun, else what comes today, was
 * finished today or was missed today, else what comes next. Undefined means that there is none.
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
