import { instantOf, wallClockOf } from '#domain/calendar/moment.ts';
import type { Moment } from '#domain/exam-taking/time.ts';

const hour = 3_600_000;

/**
 * How long a seat is held for a student; shorter when booking closes soon, so that more waiting students get
 * an offer. The page states these hours, the mail only the end of the offer; offers already made keep theirs.
 */
export const offerHours = 12;
export const lateOfferHours = 2;
export const lateDays = 2;
/** No offer ends at night, from the first hour until the second, in Bucharest; it lasts until the third. */
const nightFrom = 22;
const nightTo = 8;
const morningEnd = 10;
/** How long an offer lasts at least after an exam of the student, during which it cannot be accepted. */
const afterExam = hour;
/** The minimum time to accept an offer. */
const minTime = hour / 4;

/** The maximum number of waiting places per student. */
export const maxWaitingPlaces = 10;

type Ends = {
  /** When booking closes for students. */
  readonly closesAt: Moment;
  /** The last moment at which the offered slot can be booked. */
  readonly bookableUntil: Moment;
};

/** An end at night becomes one in the morning after it. */
function notAtNight(until: Moment): Moment {
  const atHour = Number(wallClockOf(new Date(until)).slice(11, 13));
  if (atHour >= nightTo && atHour < nightFrom) return until;
  // Twelve hours later it is the day on which this night ends, whatever the clock does.
  const day = wallClockOf(new Date(atHour >= nightFrom ? until + 12 * hour : until)).slice(0, 10);
  return instantOf(`${day}T${morningEnd}:00:00`);
}

/** When an exam of the student begins and ends. */
export type ExamSpan = { readonly startsAt: Moment; readonly endsAt: Moment };

/**
 * Until when a seat offered now can be accepted; undefined when too little time is left to offer it. The exams of the student are in
 * the order of their beginning.
 */
export function offerEnd(
  now: Moment,
  { closesAt, bookableUntil }: Ends,
  exams: readonly ExamSpan[] = [],
): Moment | undefined {
  const last = Math.min(closesAt, bookableUntil);
  const hours = last - now < lateDays * 24 * hour ? lateOfferHours : offerHours;
  let until = notAtNight(now + hours * hour);
  for (const { startsAt, endsAt } of exams)
    if (startsAt < until) until = notAtNight(Math.max(until, endsAt + afterExam));
  until = Math.min(until, last);
  return until - now < minTime ? undefined : until;
}

/** A place in the queue of a day. */
export type QueuedPlace = {
  /** In the order of queueing. */
  readonly id: number;
  readonly studentId: number;
  /** Undefined waits for any room of the day. */
  readonly roomId: number | undefined;
  /** Undefined waits for any slot of the room. */
  readonly slotId: number | undefined;
};

const isSame = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined || one === other;

/**
 * The position of a place: students who came earlier on that day and could take the same seat stand before it, each counted once,
 * however many places they have.
 */
export const positionOf = (place: QueuedPlace, day: readonly QueuedPlace[]): number =>
  new Set(
    day
      .filter(
        ({ id, studentId, roomId, slotId }) =>
          id < place.id &&
          studentId !== place.studentId &&
          isSame(roomId, place.roomId) &&
          isSame(slotId, place.slotId),
      )
      .map(({ studentId }) => studentId),
  ).size + 1;
