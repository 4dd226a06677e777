import type { Queryable, Transaction } from '#server/db/database.ts';

export type NewAppointment = {
  readonly studentId: number;
  readonly customExamId: number;
  readonly examSessionId: number;
  readonly roomId: number;
  readonly slotId: number;
  /** Row 0 holds seats outside the rows. */
  readonly row: number;
  readonly seat: number;
  /** Timestamps for PostgreSQL; without an offset, in the university's time zone. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** The day of the exam, if it differs from the day of its start. */
  readonly examDate?: string;
  readonly extraMinutes?: number;
  readonly needsAccessible?: boolean;
  readonly madeBy?: number;
  readonly madeAt?: string;
};

type StoredAppointment = {
  readonly id: number;
  /** The id its first exam will have. */
  readonly examId: number;
  readonly studentId: number;
};

/** Stores appointments in the given order. Constraints refuse a taken seat, a second appointment for the exam, and overlaps. */
export async function insertAppointments(
  tx: Transaction,
  appointments: readonly NewAppointment[],
): Promise<StoredAppointment[]> {
  return tx<StoredAppointment[]>`
    insert into appointments (student_id, custom_exam_id, exam_session_id, exam_date, room_id, room_slot_id, row_number,
                              seat_number, starts_at, ends_at, extra_minutes, needs_accessible, booked_by, booked_at)
    select "studentId", "customExamId", "examSessionId", coalesce("examDate", "startsAt"::date), "roomId", "slotId", "row", seat, "startsAt", "endsAt",
           coalesce("extraMinutes", 0), coalesce("needsAccessible", false), "madeBy", coalesce("madeAt", now())
      from rows from (jsonb_to_recordset(${tx.json(appointments)}) as (
        "studentId" int, "customExamId" int, "examSessionId" int, "roomId" int, "slotId" int, "row" smallint, seat smallint,
        "startsAt" timestamptz, "endsAt" timestamptz, "examDate" date, "extraMinutes" smallint, "needsAccessible" boolean, "madeBy" int, "madeAt" timestamptz
      )) with ordinality order by ordinality
    returning id, exam_id as "examId", student_id as "studentId"`;
}

export async function insertAppointment(
  tx: Transaction,
  appointment: NewAppointment,
): Promise<StoredAppointment> {
  const [stored] = await insertAppointments(tx, [appointment]);
  if (!stored) throw new Error('the appointment was not stored');
  return stored;
}

type Times = Required<Pick<NewAppointment, 'startsAt' | 'endsAt' | 'examDate'>>;

/**
 * A time range in minutes from now, by the database's clock. A slot that began before midnight and is open now counts
 * as today's.
 */
export async function minutesFromNow(sql: Queryable, from: number, to: number): Promise<Times> {
  const [times] = await sql<Times[]>`
    select greatest(now() + make_interval(mins => ${from}), case when ${to}::int > 0 then date_trunc('day', now()) end)::text as "startsAt",
           (now() + make_interval(mins => ${to}))::text as "endsAt",
           greatest((now() + make_interval(mins => ${from}))::date, current_date)::text as "examDate"`;
  if (!times) throw new Error('the database does not tell the time');
  return times;
}
