import type { Appointment } from '#contract/appointments.ts';
import { paperState } from '#domain/appointments/paper-state.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

type Row = Omit<Appointment, 'state' | 'examRow'> & {
  readonly row: number;
  readonly isDrawn: boolean;
  readonly isBegun: boolean;
  readonly isFinished: boolean;
  readonly isOver: boolean;
};

/** The tables behind an appointment: `a`, `p` its student, `c` its exam, `e` its session, `r` its room, `t` its slot. */
export const appointmentTables = (sql: Queryable): Fragment => sql`
  appointments a join students p on p.id = a.student_id join custom_exams c on c.id = a.custom_exam_id
  join exam_sessions e on e.id = a.exam_session_id join rooms r on r.id = a.room_id join room_slots t on t.id = a.room_slot_id`;

/** Appointments with all displayed fields, in the given order. */
export async function selectAppointments(
  sql: Queryable,
  where: Fragment,
  order: Fragment = sql`a.starts_at, a.id`,
  page: Fragment = sql``,
): Promise<Appointment[]> {
  const rows = await sql<Row[]>`
    select a.id, a.exam_id as "examId", a.student_id as "studentId", p.last_name || ' ' || p.first_name as "studentName",
           p.matricol as "nrMatricol", p.year, a.custom_exam_id as "examCustomId", c.name as "examCustom",
           a.exam_date as "examDate", a.exam_session_id as "examSessionId", e.description as "examSession",
           a.room_id as "examRoomId", r.name as "examRoom", r.building, a.room_slot_id as "examRoomSlotId",
           to_char(a.starts_at, 'HH24:MI') as "examRoomSlot", to_char(a.ends_at, 'HH24:MI') as "endHour",
           a.row_number as row, a.seat_number as "seatNumber", a.extra_minutes as "extraTime", a.extra_reason as "extraTimeReason",
           coalesce(a.needs_accessible, false) as "accessibleSeat", a.annulled_at is not null as "isAnnulled",
           e.exam_schedule_end as "changeableUntil", g.id is not null as "isDrawn", g.started_at is not null as "isBegun",
           coalesce((select bool_and(x.finished_at is not null) from exams x where x.group_id = g.id), false) as "isFinished",
           now() >= a.ends_at + make_interval(mins => a.extra_minutes) as "isOver",
           coalesce((select case when m.sent_at is not null then 'sent' when m.failed_at is null then 'waiting'
                                 when m.tries = 0 then 'none' else 'failed' end
                       from appointment_mails m where m.exam_id = a.exam_id order by m.id desc limit 1), 'none') as mail
      from ${appointmentTables(sql)} left join exam_groups g on g.appointment_id = a.id
     where ${where} order by ${order} ${page}`;
  return rows.map(({ row, isDrawn, isBegun, isFinished, isOver, ...appointment }) => ({
    ...appointment,
    examRow: row === 0 ? '-' : row,
    state: paperState({ isDrawn, isBegun, isFinished, isOver }),
  }));
}
