import type { Transaction } from '#server/db/database.ts';

/**
 * All code that changes appointments takes locks in the same order: sessions, slots by id, the queue of a day, people
 * by id, the custom exam, then rows of waiting places and appointments; a booking takes the choice of a seat and a seat
 * last. Changing the time of an appointment takes its person too (trigger `person_has_one_place`), so nobody locks the
 * row before the person. Bookings share slots and wait only for the same person; changes of a slot, a room or a session
 * block bookings.
 */
type Mode = 'shared' | 'exclusive';

async function lock(tx: Transaction, names: readonly string[], mode: Mode): Promise<void> {
  if (names.length === 0) return;
  const keys = tx`select hashtextextended(name, 0) as key from unnest(${[...names]}::text[]) with ordinality as n(name, place)
                   order by place offset 0`;
  if (mode === 'shared') await tx`select pg_advisory_xact_lock_shared(key) from (${keys}) k`;
  else await tx`select pg_advisory_xact_lock(key) from (${keys}) k`;
}

const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);

const sessions = 'appointments: sessions';
export const lockSessions = (tx: Transaction, mode: Mode): Promise<void> => lock(tx, [sessions], mode);

export const lockSlots = (tx: Transaction, slotIds: readonly number[], mode: Mode): Promise<void> =>
  lock(tx, inOrder(slotIds).map(slotOf), mode);

const queueOf = (day: string) => `appointments: queue ${day}`;
const slotOf = (id: number) => `appointments: slot ${id}`;

/**
 * One transaction at a time changes the queue of a day; otherwise a student waiting for any slot could be
 * offered two seats.
 */
export const lockQueue = (tx: Transaction, day: string): Promise<void> =>
  lock(tx, [queueOf(day)], 'exclusive');

/**
 * Lets one transaction at a time offer a student a seat for an exam, whichever the day; whether it is this one. It does
 * not wait, because offers to several students are made in the order of the queue.
 */
export async function tryLockOffer(
  tx: Transaction,
  studentId: number,
  customExamId: number,
): Promise<boolean> {
  const name = `appointments: offer ${studentId} ${customExamId}`;
  const [lock] = await tx<{ isGranted: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isGranted"`;
  return lock?.isGranted ?? false;
}

/** Protects a slot, its session and the queue of its day from changes; shared with other bookings. */
export const lockForBooking = (tx: Transaction, slotId: number, day: string): Promise<void> =>
  lock(tx, [sessions, slotOf(slotId), queueOf(day)], 'shared');

/** Serializes the choice of seats in a slot while students can still sit apart. */
export const lockSeatChoice = (tx: Transaction, slotId: number, day: string): Promise<void> =>
  lock(tx, [`appointments: choice ${slotId} ${day}`], 'exclusive');

/** Serializes the bookings of one person over all their enrolments. */
export const lockPeople = (tx: Transaction, userIds: readonly number[]): Promise<void> =>
  lock(
    tx,
    inOrder(userIds).map((id) => `appointments: person ${id}`),
    'exclusive',
  );

/** The same for the person of a sitting, before its appointment is locked. */
export async function lockPersonOf(tx: Transaction, groupId: number): Promise<void> {
  const people = await tx<{ id: number }[]>`
    select p.user_id as id from exam_groups g join appointments a on a.id = g.appointment_id join students p on p.id = a.student_id
     where g.id = ${groupId}`;
  await lockPeople(
    tx,
    people.map(({ id }) => id),
  );
}

/** Keeps custom exams from changes until the end of the transaction; a change locks the exam before its places and papers. */
export async function lockExams(tx: Transaction, customExamIds: readonly number[]): Promise<void> {
  await tx`select from custom_exams where id = any(${inOrder(customExamIds)}::int[]) order by id for key share`;
}
