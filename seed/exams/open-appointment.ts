import type { Seat } from '#domain/appointments/seats.ts';
import { instantOf } from '#domain/calendar/moment.ts';
import type { DemoEmail } from '#seed/accounts.ts';
import { dayOf } from '#seed/calendar.ts';
import { insertAppointment } from '#server/appointments/appointments.ts';
import { insertCustomExam, type NewCustomExam } from '#server/appointments/custom-exams.ts';
import { type RoomSlot, selectRoomSlots } from '#server/appointments/room-slots.ts';
import type { Transaction } from '#server/db/database.ts';

/** The student whose appointment is always open. */
const candidate: DemoEmail = 'student@exam.test';

/** The minimum remaining time of an open appointment, enough for a whole exam. */
const minMinutes = 90;
/** A renewed appointment ends at the full hour this many hours from now. */
const hours = 4;

type ExistingAppointment = {
  readonly id: number;
  readonly examSessionId: number;
  readonly state: 'waiting' | 'running' | 'over';
  /** Whether its start has passed. */
  readonly since: boolean;
  readonly minutesLeft: number;
  readonly usable: boolean;
};

/** The candidate's appointments. One past its deadline is over, even when its exam is not closed yet. */
async function existingAppointments(
  tx: Transaction,
  studentId: number,
  now: string,
): Promise<ExistingAppointment[]> {
  return tx<ExistingAppointment[]>`
    select a.id, a.exam_session_id as "examSessionId", a.starts_at <= ${now} as since,
           extract(epoch from a.ends_at - ${now}::timestamptz)::float8 / 60 as "minutesLeft", c.removed_at is null as usable,
           case when g.started_at is null then 'waiting'
                when exists (select from exams e where e.group_id = g.id and e.finished_at is null
                                and e.deadline + interval '1 minute' > ${now}) then 'running'
                else 'over' end as state
      from appointments a join custom_exams c on c.id = a.custom_exam_id
      left join exam_groups g on g.appointment_id = a.id
     where a.student_id = ${studentId} order by a.starts_at`;
}

type FreeSeat = Pick<RoomSlot, 'roomId' | 'slotId'> & Seat & { readonly startsAt: string };

/** A free seat in a slot that is open now in the university's time zone; one room has slots around the clock. */
async function freeSeat(tx: Transaction, moment: Date, today: string): Promise<FreeSeat | undefined> {
  const taken = await tx<{ slotId: number; row: number; seat: number }[]>`
    select room_slot_id as "slotId", row_number as row, seat_number as seat from appointments where exam_date = ${today}`;
  const isTaken = (slotId: number, { row, seat }: Seat) =>
    taken.some((one) => one.slotId === slotId && one.row === row && one.seat === seat);
  const begun = (await selectRoomSlots(tx))
    .toReversed()
    .map((slot) => ({
      ...slot,
      startsAt: instantOf(`${today}T${slot.from}:00`),
      isOpen: instantOf(`${today}T${slot.to}:00`) > moment.getTime(),
    }))
    .filter(({ startsAt }) => startsAt <= moment.getTime())
    .toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen) || other.startsAt - one.startsAt);
  for (const { roomId, slotId, startsAt, seats } of begun) {
    const free = seats.find((seat) => !isTaken(slotId, seat));
    if (free) return { roomId, slotId, ...free, startsAt: new Date(startsAt).toISOString() };
  }
  return undefined;
}

/** The next exam: one the candidate has not sat in this session, else a copy of the first. */
async function nextExam(
  tx: Transaction,
  studentId: number,
  examSessionId: number,
): Promise<number | undefined> {
  const exams = await tx<{ id: number; isFree: boolean }[]>`
    select c.id, not exists (select from appointments a where a.custom_exam_id = c.id and a.student_id = p.id
                                and a.exam_session_id = ${examSessionId}) as "isFree"
      from students p join custom_exam_series s on s.series_id = p.series_id join custom_exams c on c.id = s.custom_exam_id
     where p.id = ${studentId} and c.removed_at is null
       and exists (select from custom_exam_parts i where i.custom_exam_id = c.id and i.kind = 'integrative')
     order by c.id`;
  const [first] = exams;
  return first && (exams.find(({ isFree }) => isFree)?.id ?? copyOf(tx, first.id, exams.length + 1));
}

/** Copies an exam under a new number. */
async function copyOf(tx: Transaction, id: number, number: number): Promise<number | undefined> {
  const [exam] = await tx<NewCustomExam[]>`
    select c.name || ${` (${number})`} as name, c.college_id as "collegeId", c.section_id as "sectionId", c.year,
           c.duration_minutes as "durationMinutes", array(select series_id from custom_exam_series where custom_exam_id = c.id) as "seriesIds",
           (select jsonb_strip_nulls(jsonb_agg(jsonb_build_object('groupName', p.group_name, 'credits', p.credits, 'disciplines', (
              select jsonb_agg(jsonb_build_object('disciplineId', d.discipline_id, 'questions', d.questions, 'credits', d.credits)
                               order by d.position) from custom_exam_disciplines d where d.part_id = p.id)) order by p.position))
              from custom_exam_parts p where p.custom_exam_id = c.id) as parts
      from custom_exams c where c.id = ${id}`;
  return exam && insertCustomExam(tx, exam);
}

/** Shortens the student's other appointments that overlap now, so a new one can begin. */
const letGo = (tx: Transaction, studentId: number, now: string, without: number | undefined) => tx`
  update appointments a
     set ends_at = greatest(a.starts_at + interval '1 millisecond', least(${now}::timestamptz, (
       select max(coalesce(e.finished_at, e.deadline)) from exam_groups g join exams e on e.group_id = g.id
        where g.appointment_id = a.id)))
   where a.student_id = ${studentId} and a.starts_at <= ${now} and a.ends_at > ${now} and a.id is distinct from ${without ?? null}`;

/**
 * Ensures that the demo's student has an open appointment that is long enough for a whole exam. Moves one that has not
 * begun. Creates a new one after one that is over, unless only waiting ones are renewed. Leaves a running exam alone.
 */
export async function renewOpenAppointment(
  tx: Transaction,
  moment: Date,
  { onlyWaiting = false }: { readonly onlyWaiting?: boolean } = {},
): Promise<void> {
  const [now, today] = [moment.toISOString(), dayOf(moment)];
  const [student] = await tx<{ id: number; examSessionId: number }[]>`
    select p.id, s.id as "examSessionId" from students p, exam_sessions s
     where p.email = ${candidate} and ${today}::date between s.start_date and s.end_date order by s.simulation desc, s.id, p.id`;
  if (!student) return;
  const all = await existingAppointments(tx, student.id, now);
  const begun = all.filter(({ since }) => since);
  if (begun.some(({ state }) => state === 'running')) return;
  const waiting = begun.filter(({ state }) => state === 'waiting');
  if (waiting.some(({ minutesLeft }) => minutesLeft >= minMinutes)) return;
  const moved = waiting.findLast(
    ({ examSessionId, usable }) => usable && examSessionId === student.examSessionId,
  );
  if (onlyWaiting && !moved) return;
  const seat = await freeSeat(tx, moment, today);
  const customExamId = moved ? undefined : await nextExam(tx, student.id, student.examSessionId);
  if (!seat || (!moved && customExamId === undefined)) return;

  await letGo(tx, student.id, now, moved?.id);
  const others = tx`appointments o where o.student_id = ${student.id} and o.id is distinct from ${moved?.id ?? null}`;
  // Computed in the database, whose timestamps are finer: the new time must not overlap the ended one.
  const from = tx`(select greatest(${seat.startsAt}::timestamptz, max(o.ends_at)) from ${others} and o.starts_at <= ${now})`;
  const to = tx`(select least(date_trunc('hour', ${now}::timestamptz + make_interval(hours => ${hours})), min(o.starts_at))
                   from ${others} and o.starts_at > ${now})`;
  if (moved)
    await tx`
      update appointments set exam_date = ${today}, room_id = ${seat.roomId}, room_slot_id = ${seat.slotId},
             row_number = ${seat.row}, seat_number = ${seat.seat}, starts_at = ${from}, ends_at = ${to}
       where id = ${moved.id}`;
  else {
    const [times] = await tx<{ startsAt: string; endsAt: string }[]>`
      select ${from}::text as "startsAt", ${to}::text as "endsAt"`;
    if (!times) return;
    await insertAppointment(tx, {
      studentId: student.id,
      customExamId: customExamId ?? 0,
      examSessionId: student.examSessionId,
      roomId: seat.roomId,
      slotId: seat.slotId,
      row: seat.row,
      seat: seat.seat,
      ...times,
      madeAt: now,
    });
  }
}
