import type { Seat } from '#domain/appointments/seats.ts';
import type { Transaction } from '#server/db/database.ts';
import type { DaySlot } from './day-slots.ts';

/** The room, slot and time that a booking or a move writes with its seat. */
type SlotOnDay = Pick<DaySlot, 'examDate' | 'examRoomId' | 'examRoomSlotId' | 'startsAt' | 'endsAt'>;

/** The student and the exam; the seat is chosen here. */
export type SeatRequest = {
  readonly studentId: number;
  readonly customExamId: number;
  readonly examSessionId: number;
  readonly extraMinutes: number;
  readonly extraReason: string | null;
  readonly needsAccessible: boolean;
  readonly bookedBy: number | undefined;
};

type Seated = { readonly id: number };

/** The maximum number of attempts; each failed one means that another booking succeeded. */
const maxAttempts = 100;

/**
 * The first free seat. The first pass skips seats that other bookings are about to take, so that a crowd
 * spreads over the room; the second pass waits for them, because one may still be refused.
 */
const freeSeat = (
  tx: Transaction,
  slot: SlotOnDay,
  seats: readonly Seat[],
  { waits, movedId = 0 }: { readonly waits: boolean; readonly movedId?: number },
) => tx`
  select f.row_number, f.seat_number from (
    select s.row_number, s.seat_number
      from unnest(${seats.map(({ row }) => row)}::int[], ${seats.map(({ seat }) => seat)}::int[])
           with ordinality as s(row_number, seat_number, place)
     where not exists (select from appointments a where a.room_slot_id = ${slot.examRoomSlotId} and a.exam_date = ${slot.examDate}
                          and a.row_number = s.row_number and a.seat_number = s.seat_number and a.id <> ${movedId})
       and not exists (select from held_seats h where h.room_slot_id = ${slot.examRoomSlotId} and h.exam_date = ${slot.examDate}
                          and h.row_number = s.row_number and h.seat_number = s.seat_number)
       and not exists (select from overrun_seats o where o.room_slot_id = ${slot.examRoomSlotId} and o.exam_date = ${slot.examDate}
                          and o.row_number = s.row_number and o.seat_number = s.seat_number and o.appointment_id <> ${movedId})
     order by s.place offset 0) f
   where ${
     waits
       ? tx`true`
       : tx`pg_try_advisory_xact_lock(hashtextextended(format('appointments: seat %s %s %s %s',
              ${slot.examRoomSlotId}::int, ${slot.examDate}::text, f.row_number, f.seat_number), 0))`
   } limit 1`;

/** Tries seat after seat until one is taken; undefined when none is left. The constraint of the table decides every race. */
async function untilSeated(
  tx: Transaction,
  slot: SlotOnDay,
  seats: readonly Seat[],
  take: (seat: ReturnType<typeof freeSeat>) => Promise<readonly Seated[]>,
): Promise<number | undefined> {
  for (let tries = 0; tries < maxAttempts; tries += 1) {
    const [seated] = await take(freeSeat(tx, slot, seats, { waits: tries > 0 }));
    if (seated) return seated.id;
    const left = await freeSeat(tx, slot, seats, { waits: true });
    if (left.count === 0) return undefined;
  }
  return undefined;
}

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Stores an appointment at the first free seat; undefined when there is none. */
export const insertAtFreeSeat = (
  tx: Transaction,
  slot: SlotOnDay,
  seats: readonly Seat[],
  wanted: SeatRequest,
): Promise<number | undefined> =>
  untilSeated(
    tx,
    slot,
    seats,
    (seat) => tx<Seated[]>`
      insert into appointments (student_id, custom_exam_id, exam_session_id, exam_date, room_id, room_slot_id, row_number,
                                seat_number, starts_at, ends_at, extra_minutes, extra_reason, needs_accessible, booked_by)
      select ${wanted.studentId}::int, ${wanted.customExamId}::int, ${wanted.examSessionId}::int, ${slot.examDate}::date,
             ${slot.examRoomId}::int, ${slot.examRoomSlotId}::int, seat.row_number, seat.seat_number,
             ${moment(slot.startsAt)}::timestamptz, ${moment(slot.endsAt)}::timestamptz, ${wanted.extraMinutes}::smallint,
             ${wanted.extraReason}::text, ${wanted.needsAccessible}::boolean, ${wanted.bookedBy ?? null}::int
        from (${seat}) seat
      on conflict on constraint appointments_seat_once do nothing returning id`,
  );

type Moved = {
  readonly examSessionId: number;
  /** Unchanged when absent. */
  readonly needsAccessible?: boolean;
};

/**
 * Moves an appointment to the first free seat of a slot that the caller has locked exclusively; returns
 * whether there was one. Writing the session drops a waiting paper, because a moved appointment gets a new
 * one.
 */
export async function moveToFreeSeat(
  tx: Transaction,
  slot: SlotOnDay,
  seats: readonly Seat[],
  appointmentId: number,
  { examSessionId, needsAccessible }: Moved,
): Promise<boolean> {
  const moved = await tx`
    update appointments a set exam_session_id = ${examSessionId}, exam_date = ${slot.examDate}, room_id = ${slot.examRoomId},
           room_slot_id = ${slot.examRoomSlotId}, row_number = seat.row_number, seat_number = seat.seat_number,
           starts_at = ${moment(slot.startsAt)}::timestamptz, ends_at = ${moment(slot.endsAt)}::timestamptz, sequence = a.sequence + 1,
           needs_accessible = coalesce(${needsAccessible ?? null}::boolean, a.needs_accessible)
      from (${freeSeat(tx, slot, seats, { waits: true, movedId: appointmentId })}) seat where a.id = ${appointmentId}`;
  return moved.count > 0;
}
