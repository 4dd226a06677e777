import { createHash } from 'node:crypto';
import type { BodyOfCall } from '#contract/call.ts';
import type { moveSlot as moveCall, SlotMove } from '#contract/slot-moves.ts';
import type { Actor } from '#domain/access/actor.ts';
import { unfitSlot } from '#domain/appointments/booking.ts';
import { seatMovers } from '#domain/appointments/seat-movers.ts';
import type { Placement, PlannedSeat } from '#domain/appointments/seating.ts';
import { type ErrorCode, problem, Refusal, refuse, refuseProblems } from '#domain/errors.ts';
import { selectSessions } from '#server/appointments/bookable.ts';
import { type DaySlot, selectDaySlots } from '#server/appointments/day-slots.ts';
import { lockExams, lockPeople, lockSessions, lockSlots } from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import { examsWithKeyOpenOnDay } from '#server/appointments/opened-keys.ts';
import { selectPlannedSeats } from '#server/appointments/planned-seats.ts';
import { freeAfterwards, selectLaterSlots } from '#server/appointments/seat-overruns.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import { countWaiting, dropFulfilled } from '#server/appointments/waiting-list.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { hasBegun } from '#server/exams/conditions.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { appointmentScope } from './booker.ts';
import { slotDayOf } from './booking.ts';

type SlotMoveRequest = BodyOfCall<typeof moveCall>;
type Row = {
  readonly appointmentId: number;
  readonly studentId: number;
  readonly userId: number;
  readonly studentName: string;
  readonly nrMatricol: string | null;
  readonly examCustomId: number;
  readonly examCustom: string;
  readonly durationMinutes: number;
  readonly extraMinutes: number;
  readonly examSessionId: number;
  readonly row: number;
  readonly seat: number;
  readonly needsAccessible: boolean;
  readonly isBegun: boolean;
  readonly isElsewhere: boolean;
  /** Another exam of the student on the day they are moved to. */
  readonly otherExam: string | null;
};

/** The appointments in scope to move, with what may prevent the move. */
const selectRows = async (
  sql: Queryable,
  actor: Actor,
  { examDate, examRoomSlotId }: SlotMoveRequest,
  to: DaySlot,
) =>
  sql<Row[]>`
    select a.id as "appointmentId", a.student_id as "studentId", p.user_id as "userId",
           p.last_name || ' ' || p.first_name as "studentName", p.matricol as "nrMatricol", c.id as "examCustomId",
           c.name as "examCustom", c.duration_minutes as "durationMinutes", a.extra_minutes as "extraMinutes", a.exam_session_id as "examSessionId",
           a.row_number as row, a.seat_number as seat, a.needs_accessible as "needsAccessible",
           ${hasBegun(sql, sql`a`)} as "isBegun",
           exists (select from students s join appointments o on o.student_id = s.id
                    where s.user_id = p.user_id and o.id <> a.id and o.annulled_at is null
                      and appointment_time(o.starts_at, o.ends_at, o.extra_minutes)
                          && tstzrange(to_timestamp(${to.startsAt / 1000}),
                                       to_timestamp(${to.endsAt / 1000}) + make_interval(mins => a.extra_minutes))) as "isElsewhere",
           (select y.name from students s join appointments o on o.student_id = s.id join custom_exams y on y.id = o.custom_exam_id
             where s.user_id = p.user_id and o.id <> a.id and o.annulled_at is null and o.exam_date = ${to.examDate}::date
             order by o.starts_at limit 1) as "otherExam"
      from appointments a join students p on p.id = a.student_id join custom_exams c on c.id = a.custom_exam_id
      left join exam_groups g on g.appointment_id = a.id
     where a.room_slot_id = ${examRoomSlotId} and a.exam_date = ${examDate} and a.annulled_at is null and a.ends_at > now()
       and ${appointmentScope(sql, await viewerOf(sql, actor))}
     order by a.row_number = 0, a.row_number, a.seat_number`;

type Plan = Omit<SlotMove, 'moved' | 'fingerprint'> & {
  readonly rows: readonly Row[];
  readonly slot: DaySlot;
};

type Seated = {
  readonly seatOf: ReadonlyMap<number, Placement>;
  /** Why the others have none. */
  readonly full: ReadonlyMap<number, ErrorCode>;
};

/** The seats of those who can move, beside the candidates already there. Seats that movers keep by extra time become free. */
async function seatRows(sql: Queryable, slot: DaySlot, rows: readonly Row[]): Promise<Seated> {
  const full = new Map<number, ErrorCode>();
  for (let moving = rows; ; ) {
    const movedIds = moving.map(({ appointmentId }) => appointmentId);
    const planned = await selectPlannedSeats(sql, [slot], slot.examDate, movedIds);
    const seats = planned.get(slot.examRoomSlotId) ?? [];
    const freeFor = new Map<number, ReadonlySet<PlannedSeat>>();
    for (const minutes of new Set(moving.map(({ extraMinutes }) => extraMinutes)))
      freeFor.set(minutes, new Set(await freeAfterwards(sql, { ...slot, movedIds }, seats, minutes)));
    const { placements, unplaced } = seatMovers(
      seats,
      moving.map(({ appointmentId, examCustomId, needsAccessible, extraMinutes }) => ({
        ...{ id: appointmentId, exam: examCustomId, needsAccessible, extraMinutes },
      })),
      (seat, minutes) => freeFor.get(minutes)?.has(seat) ?? false,
    );
    if (unplaced.length === 0)
      return { seatOf: new Map(placements.map((one) => [one.candidateId, one])), full };
    for (const { candidateId, reason } of unplaced)
      full.set(candidateId, reason === 'noSeat' ? 'appointment.noFreeRooms' : 'appointment.noAccessibleSeat');
    // Students who stay also keep the seat after the slot, so the others are seated again around it.
    moving = moving.filter(({ appointmentId }) => !full.has(appointmentId));
  }
}

/** The planned seats, with the reason for those who stay. */
async function plan(sql: Queryable, actor: Actor, wanted: SlotMoveRequest): Promise<Plan> {
  const { examDate, examRoomSlotId, toDate, toRoomSlotId } = wanted;
  if (examDate === toDate && examRoomSlotId === toRoomSlotId)
    refuseProblems([problem('toRoomSlotId', 'validation.choice')]);
  const [slot] = await selectDaySlots(sql, { days: [toDate], slotIds: [toRoomSlotId] });
  if (!slot) return refuse('resource.notFound');
  const rows = await selectRows(sql, actor, wanted, slot);
  if (rows.length === 0) return refuse('resource.notFound');
  const { now } = await clockOf(sql);
  const sessions = new Set((await selectSessions(sql, toDate)).map(({ id }) => id));
  const opened = await examsWithKeyOpenOnDay(
    sql,
    [...new Set(rows.map(({ examCustomId }) => examCustomId))],
    toDate,
  );
  const refusalFor = (row: Row): Refusal | undefined => {
    // Nobody is the office for themselves (ROLE-5).
    if (row.userId === actor.userId) return new Refusal('sitting.concerned', {});
    if (row.isBegun) return new Refusal('appointment.begun', {});
    if (!sessions.has(row.examSessionId)) return new Refusal('appointment.outsideSession', {});
    if (row.isElsewhere) return new Refusal('appointment.elsewhere', {});
    return (
      unfitSlot(slot, row.durationMinutes, now) ??
      (opened.has(row.examCustomId) ? new Refusal('appointment.keyOpened', {}) : undefined)
    );
  };
  const judged = rows.map((row) => ({ row, refusal: refusalFor(row) }));
  const { seatOf, full } = await seatRows(
    sql,
    slot,
    judged.flatMap(({ row, refusal }) => (refusal ? [] : [row])),
  );
  const [all] = await sql<{ count: number }[]>`
    select count(*)::int as count from appointments
     where room_slot_id = ${examRoomSlotId} and exam_date = ${examDate} and annulled_at is null`;
  const shownRow = (row: number) => (row === 0 ? ('-' as const) : row);
  return {
    rows,
    slot,
    hidden: (all?.count ?? rows.length) - rows.length,
    waiting: (await countWaiting(sql, [toDate], { except: rows.map(({ studentId }) => studentId) }))(
      toDate,
      toRoomSlotId,
    ),
    sameDay: rows.flatMap(({ appointmentId, studentName, otherExam }) =>
      seatOf.has(appointmentId) && otherExam !== null
        ? [{ appointmentId, studentName, examName: otherExam }]
        : [],
    ),
    places: rows.flatMap(({ appointmentId, studentName, nrMatricol, examCustom, row, seat }) => {
      const given = seatOf.get(appointmentId);
      return given
        ? [
            {
              ...{ appointmentId, studentName, nrMatricol, examCustom },
              ...{ fromRow: shownRow(row), fromSeat: seat },
              ...{ examRow: shownRow(given.row), seatNumber: given.seat },
            },
          ]
        : [];
    }),
    failed: judged.flatMap(({ row: { appointmentId, studentName }, refusal }) => {
      const error = refusal?.code ?? full.get(appointmentId);
      return error === undefined
        ? []
        : [
            {
              appointmentId,
              studentName,
              error: error as ErrorCode,
              params: { ...refusal?.params },
            },
          ];
    }),
  };
}

/** The fingerprint of the reviewed plan: who goes where, who stays and why. */
const fingerprintOf = ({ places, failed, hidden }: Plan): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        places.map(({ appointmentId, examRow, seatNumber }) => [appointmentId, examRow, seatNumber]),
        failed.map(({ appointmentId, error }) => [appointmentId, error]),
        hidden,
      ]),
    )
    .digest('hex');

const resultOf = (made: Plan, moved: number): SlotMove => ({
  moved,
  places: made.places,
  failed: made.failed,
  hidden: made.hidden,
  waiting: made.waiting,
  sameDay: made.sameDay,
  fingerprint: fingerprintOf(made),
});

/** The planned seats; writes nothing. */
export const previewSlotMove = async (
  { database: { sql } }: Services,
  actor: Actor,
  wanted: SlotMoveRequest,
): Promise<SlotMove> => resultOf(await plan(sql, actor, wanted), 0);

async function write(tx: Transaction, { slot, places, rows }: Plan): Promise<void> {
  const seats = places.map(({ appointmentId, examRow, seatNumber }) => ({
    id: appointmentId,
    row: examRow === '-' ? 0 : examRow,
    seat: seatNumber,
  }));
  // Writing the session drops a waiting paper, because a moved appointment gets a new one.
  await tx`
    update appointments a set exam_session_id = a.exam_session_id, exam_date = ${slot.examDate}, room_id = ${slot.examRoomId},
           room_slot_id = ${slot.examRoomSlotId}, row_number = s.row, seat_number = s.seat, sequence = a.sequence + 1,
           starts_at = ${new Date(slot.startsAt).toISOString()}::timestamptz, ends_at = ${new Date(slot.endsAt).toISOString()}::timestamptz
      from jsonb_to_recordset(${tx.json(seats)}) as s (id int, "row" smallint, seat smallint) where a.id = s.id`;
  const moved = new Set(seats.map(({ id }) => id));
  await dropFulfilled(
    tx,
    slotDayOf(slot),
    rows
      .filter(({ appointmentId }) => moved.has(appointmentId))
      .map(({ studentId, examCustomId, examSessionId }) => ({
        ...{ studentId, customExamId: examCustomId, examSessionId },
      })),
  );
  await noteMails(tx, 'change', [...moved]);
}

/**
 * Moves all who can be moved in one transaction and notifies them; the others stay, each with a reason
 * (APPT-12). Refuses when the plan differs from the reviewed one.
 */
export async function moveSlot(
  services: Services,
  actor: Actor,
  author: Author,
  wanted: SlotMoveRequest,
): Promise<SlotMove> {
  return services.database.transaction(author, async (tx) => {
    await lockSessions(tx, 'shared');
    const later = await selectLaterSlots(tx, wanted.toRoomSlotId);
    await lockSlots(tx, [wanted.examRoomSlotId, wanted.toRoomSlotId, ...later], 'exclusive');
    const seen = await plan(tx, actor, wanted);
    if (wanted.fingerprint === undefined) refuse('appointment.moveUnseen');
    await lockPeople(
      tx,
      seen.rows.map(({ userId }) => userId),
    );
    await lockExams(
      tx,
      seen.rows.map(({ examCustomId }) => examCustomId),
    );
    const ids = seen.rows.map(({ appointmentId }) => appointmentId);
    await tx`select from appointments where id = any(${ids}::int[]) order by id for no key update`;
    // Beginning an exam locks its sitting, so the second of the two sees the first.
    await tx`select from exam_groups where appointment_id = any(${ids}::int[]) order by id for update`;
    const planned = await plan(tx, actor, wanted);
    if (wanted.fingerprint !== fingerprintOf(planned)) refuse('appointment.moveChanged');
    await write(tx, planned);
    return resultOf(planned, planned.places.length);
  });
}
