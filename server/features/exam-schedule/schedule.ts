import type { QueryOfCall, ResponseOfCall } from '#contract/call.ts';
import {
  type examSchedule,
  type examScheduleSeats,
  maxScheduleDays,
  type ScheduleRow,
  type ScheduleSeat,
} from '#contract/exam-schedule.ts';
import { type Actor, isOf, isOfAny } from '#domain/access/actor.ts';
import { paperState, paperStates } from '#domain/appointments/paper-state.ts';
import { countSharedPapers } from '#domain/appointments/shared-papers.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { groupBy } from '#domain/group-by.ts';
import { selectAppointments } from '#server/appointments/appointment-rows.ts';
import { selectDaySlots, selectMarkedSeats } from '#server/appointments/day-slots.ts';
import type { Fragment, Queryable, Sql } from '#server/db/database.ts';
import { matchesExam } from '#server/exams/conditions.ts';
import { anyOf } from '#server/scopes/conditions.ts';
import { placesInScope } from '#server/scopes/secretary-places.ts';
import { type Viewer, viewerOf } from '#server/scopes/viewer.ts';

/**
 * The appointments `a` of students `p` that a user sees on the schedule; holders see those with their
 * disciplines (APPT-5).
 */
function scheduled(sql: Queryable, { actor, assignments }: Viewer): Fragment {
  if (isOfAny(actor, ['admin', 'dean'])) return sql`true`;
  return anyOf(sql, [
    ...(isOf(actor, 'secretary') ? [placesInScope(sql, assignments, 'p')] : []),
    ...(isOf(actor, 'teacher')
      ? [
          sql`exists (select from custom_exam_disciplines d join discipline_teachers t on t.discipline_id = d.discipline_id
                       where d.custom_exam_id = a.custom_exam_id and t.email = ${actor.email} and t.part = 'holder')`,
        ]
      : []),
  ]);
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = Date.parse(from); day <= Date.parse(to); day += dayMilliseconds)
    days.push(new Date(day).toISOString().slice(0, 10));
  return days;
}

type Counted = Parameters<typeof paperState>[0] & {
  readonly examDate: string;
  readonly slotId: number;
  readonly examCustomId: number;
  readonly examCustom: string;
  readonly count: number;
};

/** How many appointments in scope each slot has, by exam and state of the paper. */
const countAppointments = (sql: Queryable, viewer: Viewer, days: readonly string[]) => sql<Counted[]>`
  select a.exam_date as "examDate", a.room_slot_id as "slotId", a.custom_exam_id as "examCustomId", c.name as "examCustom",
         g.id is not null as "isDrawn", g.started_at is not null as "isBegun",
         coalesce((select bool_and(x.finished_at is not null) from exams x where x.group_id = g.id), false) as "isFinished",
         now() >= a.ends_at + make_interval(mins => a.extra_minutes) as "isOver", count(*)::int as count
    from appointments a join students p on p.id = a.student_id join custom_exams c on c.id = a.custom_exam_id
    left join exam_groups g on g.appointment_id = a.id
   where a.exam_date = any(${[...days]}::date[]) and ${scheduled(sql, viewer)}
   group by 1, 2, 3, 4, 5, 6, 7, 8
   order by c.name collate natural_ro`;

const sumOf = (rows: readonly Counted[]) => rows.reduce((sum, { count }) => sum + count, 0);

/** The slots of rooms on days, with their occupancy. A teacher sees only slots with their own exams. */
export async function scheduleOf(
  sql: Sql,
  actor: Actor,
  { from, to, examRoomId }: QueryOfCall<typeof examSchedule>,
): Promise<ScheduleRow[]> {
  if (to < from) refuseProblems([problem('to', 'validation.endBeforeStart')]);
  if ((Date.parse(to) - Date.parse(from)) / dayMilliseconds >= maxScheduleDays)
    refuseProblems([problem('to', 'validation.max', { max: maxScheduleDays })]);
  const days = daysBetween(from, to);
  const viewer = await viewerOf(sql, actor);
  const [slots, counted, taken] = await Promise.all([
    selectDaySlots(sql, { days, roomId: examRoomId }),
    countAppointments(sql, viewer, days),
    sql<{ key: string; count: number }[]>`
      select exam_date || ' ' || room_slot_id as key, count(*)::int as count from appointments
       where exam_date = any(${days}::date[]) group by 1`,
  ]);
  const bySlot = groupBy(counted, ({ examDate, slotId }) => `${examDate} ${slotId}`);
  const totals = new Map(taken.map(({ key, count }) => [key, count]));
  const seesAll = isOfAny(actor, ['admin', 'dean', 'secretary']);
  return slots.flatMap((slot): ScheduleRow[] => {
    const key = `${slot.examDate} ${slot.examRoomSlotId}`;
    const here = bySlot.get(key) ?? [];
    if (here.length === 0 && !seesAll) return [];
    const exams = groupBy(here, ({ examCustomId }) => examCustomId);
    return [
      {
        examDate: slot.examDate,
        examRoomId: slot.examRoomId,
        examRoom: slot.examRoom,
        building: slot.building,
        examRoomSlotId: slot.examRoomSlotId,
        startHour: slot.startHour,
        endHour: slot.endHour,
        seats: slot.seats,
        taken: totals.get(key) ?? 0,
        exams: [...exams.values()].map((rows) => ({
          examCustomId: rows[0]?.examCustomId ?? 0,
          examCustom: rows[0]?.examCustom ?? '',
          count: sumOf(rows),
        })),
        states: Object.fromEntries(
          paperStates.map((state) => [state, sumOf(here.filter((row) => paperState(row) === state))]),
        ) as ScheduleRow['states'],
      },
    ];
  });
}

/** Who sits where in a slot. A slot without students in scope does not exist for a teacher. */
export async function seatsOfSlot(
  sql: Sql,
  actor: Actor,
  { examDate, examRoomSlotId }: QueryOfCall<typeof examScheduleSeats>,
): Promise<ResponseOfCall<typeof examScheduleSeats>> {
  const [slot] = await sql<
    { examRoomId: number; examRoom: string; building: string; startHour: string; endHour: string }[]
  >`
    select r.id as "examRoomId", r.name as "examRoom", r.building, to_char(s.start_hour, 'HH24:MI') as "startHour",
           to_char(s.end_hour, 'HH24:MI') as "endHour"
      from room_slots s join rooms r on r.id = s.room_id where s.id = ${examRoomSlotId}`;
  if (!slot) refuse('resource.notFound');
  const here = sql`a.room_slot_id = ${examRoomSlotId} and a.exam_date = ${examDate}`;
  const viewer = await viewerOf(sql, actor);
  const [known, taken, seats, heldSeats] = await Promise.all([
    selectAppointments(sql, sql`${here} and ${scheduled(sql, viewer)}`),
    sql<{ row: number; seat: number; exam: number | null; templates: number }[]>`
      select a.row_number as row, a.seat_number as seat, case when a.annulled_at is null then a.custom_exam_id end as exam,
             (select count(*)::int from template_groups t join exam_sessions s on s.id = t.exam_session_id
               where s.pregenerated and s.id = a.exam_session_id and t.custom_exam_id = a.custom_exam_id
                 and ${matchesExam(sql, sql`a.custom_exam_id`)}) as templates
        from appointments a where ${here}`,
    selectMarkedSeats(sql, slot.examRoomId),
    sql<{ row: number; seat: number; heldFor: NonNullable<ScheduleSeat['heldFor']> }[]>`
      select row_number as row, seat_number as seat, 'extraTime' as "heldFor" from overrun_seats a where ${here}
      union all
      select row_number, seat_number, 'offer' from held_seats a where ${here}`,
  ]);
  if (known.length === 0 && !isOfAny(actor, ['admin', 'dean', 'secretary'])) refuse('resource.notFound');
  const shown = (row: number) => (row === 0 ? '-' : row);
  const byPlace = new Map(known.map((one) => [`${one.examRow} ${one.seatNumber}`, one]));
  const all = new Map(seats.map((one) => [`${shown(one.row)} ${one.seat}`, one.mark]));
  const heldFor = new Map(heldSeats.map(({ row, seat, heldFor }) => [`${shown(row)} ${seat}`, heldFor]));
  const isTaken = new Set(taken.map(({ row, seat }) => `${shown(row)} ${seat}`));
  // Also shows a seat that was assigned before the room changed.
  const lost = taken
    .filter(({ row, seat }) => !all.has(`${shown(row)} ${seat}`))
    .toSorted((one, other) => one.row - other.row || one.seat - other.seat);
  const examAt = new Map(taken.map(({ row, seat, exam }) => [`${row} ${seat}`, exam ?? undefined]));
  const templates = new Map(taken.map(({ exam, templates }) => [exam, templates]));
  return {
    examDate,
    ...slot,
    usableSeats: seats.filter(({ mark }) => mark !== 'outOfOrder').length,
    sharedPapers: countSharedPapers(
      seats.map(({ row, seat }) => ({ row, seat, exam: examAt.get(`${row} ${seat}`) })),
      (exam) => templates.get(exam) ?? 0,
    ),
    seats: [...seats, ...lost].map(({ row, seat }): ScheduleSeat => {
      const key = `${shown(row)} ${seat}`;
      const found = byPlace.get(key);
      return {
        examRow: shown(row),
        seatNumber: seat,
        mark: all.get(key) ?? null,
        taken: isTaken.has(key),
        heldFor: isTaken.has(key) ? null : (heldFor.get(key) ?? null),
        student: found
          ? {
              appointmentId: found.id,
              studentId: found.studentId,
              studentName: found.studentName,
              nrMatricol: found.nrMatricol,
              year: found.year,
              examCustomId: found.examCustomId,
              examCustom: found.examCustom,
              extraTime: found.extraTime,
              state: found.state,
              isAnnulled: found.isAnnulled,
            }
          : null,
      };
    }),
  };
}
