import { Refusal } from '#domain/errors.ts';
import type { Moment } from '#domain/exam-taking/time.ts';
import { isAhead, type PaperState } from './paper-state.ts';

const minute = 60_000;

/** Settings and scheduling days bind students, but not the office. */
export type Booker = 'student' | 'office';

/** How often a student may book, move or queue within 24 hours: far more than anybody needs. */
export const maxDailyChanges = 50;

/** The parts of an exam session that matter for booking; days are ISO. */
export type BookableSession = {
  readonly id: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly opensAt: Moment;
  readonly closesAt: Moment;
};

/** A slot of a room on one day. */
export type SlotTimes = { readonly startsAt: Moment; readonly endsAt: Moment };

const contains = ({ startDate, endDate }: BookableSession, day: string) => startDate <= day && day <= endDate;

/**
 * The session of an appointment: the chosen one, otherwise of the sessions that include the day the one that can be booked
 * now; of several the latest-starting one (APPT-8).
 */
export function sessionOfDay<S extends BookableSession>(
  sessions: readonly S[],
  day: string,
  chosen: number | undefined,
  now: Moment,
): S | undefined {
  const fitting = sessions.filter((session) => contains(session, day));
  if (chosen !== undefined) return fitting.find(({ id }) => id === chosen);
  const isOpen = ({ opensAt, closesAt }: S) => opensAt <= now && now < closesAt;
  return fitting
    .toSorted(
      (one, other) =>
        Number(isOpen(one)) - Number(isOpen(other)) ||
        one.startDate.localeCompare(other.startDate) ||
        one.id - other.id,
    )
    .at(-1);
}

/** Why a session cannot be booked now; undefined when it can. */
export function closedBooking(
  session: Pick<BookableSession, 'opensAt' | 'closesAt'> | undefined,
  by: Booker,
  { allowExams, now }: { readonly allowExams: boolean; readonly now: Moment },
): Refusal | undefined {
  if (by === 'office') return undefined;
  if (!allowExams) return new Refusal('appointment.notOpen', {});
  if (!session) return undefined;
  const at = (moment: Moment) => new Date(moment).toISOString();
  if (now < session.opensAt) return new Refusal('appointment.notOpenYet', { opensAt: at(session.opensAt) });
  return now < session.closesAt
    ? undefined
    : new Refusal('appointment.closed', { closedAt: at(session.closesAt) });
}

/**
 * Why an appointment cannot be changed now; undefined when it can. Students cannot change one they have begun or missed, because that
 * would erase the absence; the office can still give it more time.
 */
export function closedChange(
  { session, state }: { readonly session: Parameters<typeof closedBooking>[0]; readonly state: PaperState },
  by: Booker,
  when: { readonly allowExams: boolean; readonly now: Moment },
): Refusal | undefined {
  const closed = closedBooking(session, by, when);
  if (closed) return closed;
  return by === 'student' && !isAhead(state) ? new Refusal('appointment.begun', {}) : undefined;
}

/** The latest time at which a slot can be booked: the whole exam must fit into the rest of the slot. */
export const bookableUntil = ({ endsAt }: SlotTimes, durationMinutes: number): Moment =>
  endsAt - durationMinutes * minute;

/** Why an exam cannot be held in a slot; undefined when it can. */
export function unfitSlot(slot: SlotTimes, durationMinutes: number, now: Moment): Refusal | undefined {
  if (slot.endsAt - slot.startsAt < durationMinutes * minute)
    return new Refusal('appointment.slotTooShort', { minutes: durationMinutes });
  return now < bookableUntil(slot, durationMinutes) ? undefined : new Refusal('appointment.tooLate', {});
}

type BookingRequest = {
  readonly day: string;
  readonly session: BookableSession | undefined;
  readonly slot: SlotTimes;
  readonly durationMinutes: number;
};

/**
 * All booking gates except the last, a free seat: exams allowed, scheduling open, a day of the session, a slot that is
 * long enough and not over. Returns the first refusal.
 */
export function closedGate(
  { session, slot, durationMinutes }: BookingRequest,
  by: Booker,
  state: { readonly allowExams: boolean; readonly now: Moment },
): Refusal | undefined {
  const closed = closedBooking(session, by, state);
  if (closed) return closed;
  if (!session) return new Refusal('appointment.outsideSession', {});
  return unfitSlot(slot, durationMinutes, state.now);
}

/** An appointment of a student for an exam that is still to be sat. */
export type ExamToSit = { readonly sessionId: number; readonly session: string; readonly examDate: string };

type ExamFacts = {
  readonly sessionId: number | undefined;
  /** Whether an appointment still to be sat moves, which adds none. */
  readonly isMove: boolean;
  /** Whether the key of the exam has opened on the day. */
  readonly hasOpened: boolean;
  readonly toSit: readonly ExamToSit[];
};

/**
 * Why a student gets no seat for an exam although its gates are open: its key has opened on the day (RESU-1), or they have it to sit
 * already (APPT-2).
 */
export function closedExam({ sessionId, isMove, hasOpened, toSit }: ExamFacts): Refusal | undefined {
  if (hasOpened) return new Refusal('appointment.keyOpened', {});
  if (isMove || toSit.length === 0) return undefined;
  const elsewhere = toSit.find((one) => one.sessionId !== sessionId);
  if (!elsewhere) return new Refusal('appointment.examTwice', {});
  const { session, examDate } = elsewhere;
  return new Refusal('appointment.toSitElsewhere', { session, examDate });
}

/** The maximum number of days offered; later days follow as time passes. */
const maxDays = 92;

const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 60 * minute).toISOString().slice(0, 10);

/** The days of the sessions from a given day on, in order, without duplicates. */
export function bookableDays(
  sessions: readonly Pick<BookableSession, 'startDate' | 'endDate'>[],
  from: string,
): readonly string[] {
  const days = new Set<string>();
  for (const { startDate, endDate } of sessions) {
    let day = startDate > from ? startDate : from;
    for (let count = 0; day <= endDate && count < maxDays; count += 1) {
      days.add(day);
      day = dayAfter(day);
    }
  }
  return [...days].sort().slice(0, maxDays);
}
