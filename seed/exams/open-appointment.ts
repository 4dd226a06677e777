import type { DemoEmail } from '#seed/accounts.ts';
import { dayOf } from '#seed/calendar.ts';
import type { Transaction } from '#server/db/database.ts';

/** Whose appointment is always open. */
const candidate: DemoEmail = 'student@exam.test';

/** An open appointment leaves at least this long, so that a whole exam can be begun. */
const leastMinutes = 90;
/** A renewed one lasts until the full hour so many hours from now. */
const hours = 4;

type Standing = {
  readonly id: number;
  readonly examSessionId: number;
  readonly state: 'waiting' | 'running' | 'over';
  /** Whether its time began already. */
  readonly since: boolean;
  readonly minutesLeft: number;
  readonly usable: boolean;
};

/** The candidate's appointments; one whose exam ran out of time is over, whether it has been closed yet or not. */
async function standingOf(tx: Transaction, studentId: number, now: string): Promise<Standing[]> {
  return tx<Standing[]>`
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

type Seat = {
  readonly roomId: number;
  readonly slotId: number;
  readonly row: number;
  readonly seat: number;
  readonly startsAt: string;
};

/** A free seat in a slot that holds the moment on the university's clock; by day and night there is a room with one. */
async function freeSeat(tx: Transaction, now: string, today: string): Promise<Seat | undefined> {
  const [seat] = await tx<Seat[]>`
    with slot as (
      select s.room_id, s.id, (${today}::date + s.start_hour) at time zone 'Europe/Bucharest' as starts_at,
             (${today}::date + s.end_hour) at time zone 'Europe/Bucharest' > ${now}::timestamptz as open
        from room_slots s
    ), place as (
      select w.room_id, w.row_number, n as seat_number from seat_rows w, generate_series(1, w.seats) n
      union all
      select r.id, 0, n from rooms r, generate_series(1, r.seat_numbers -
        (select coalesce(sum(w.seats), 0)::int from seat_rows w where w.room_id = r.id)) n
    )
    select s.room_id as "roomId", s.id as "slotId", p.row_number as row, p.seat_number as seat, s.starts_at as "startsAt"
      from slot s join rooms r on r.id = s.room_id join place p on p.room_id = s.room_id
     where s.starts_at <= ${now} and not exists (
       select from appointments a where a.room_slot_id = s.id and a.exam_date = ${today}::date
          and a.row_number = p.row_number and a.seat_number = p.seat_number)
     order by s.open desc, s.starts_at desc, r.priority desc, p.row_number = 0, p.row_number, p.seat_number limit 1`;
  return seat;
}

/** The exam to be sat next: one that the candidate has not sat in the session, else another like the first one. */
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

async function copyOf(tx: Transaction, id: number, number: number): Promise<number | undefined> {
  const [copy] = await tx<{ id: number }[]>`
    insert into custom_exams (name, college_id, section_id, year, duration_minutes)
    select name || ${` (${number})`}, college_id, section_id, year, duration_minutes from custom_exams where id = ${id}
    returning id`;
  if (!copy) return undefined;
  await tx`insert into custom_exam_series (custom_exam_id, series_id)
    select ${copy.id}, series_id from custom_exam_series where custom_exam_id = ${id}`;
  await tx`insert into custom_exam_parts (custom_exam_id, position, kind, group_name, credits, percent_simple)
    select ${copy.id}, position, kind, group_name, credits, percent_simple from custom_exam_parts
     where custom_exam_id = ${id} order by position`;
  await tx`
    insert into custom_exam_disciplines (part_id, custom_exam_id, kind, discipline_id, position, questions, credits)
    select n.id, ${copy.id}, d.kind, d.discipline_id, d.position, d.questions, d.credits
      from custom_exam_disciplines d join custom_exam_parts p on p.id = d.part_id
      join custom_exam_parts n on n.custom_exam_id = ${copy.id} and n.position = p.position
     where d.custom_exam_id = ${id} order by p.position, d.position`;
  return copy.id;
}

/** Ends what holds the candidate's time although it is over, so that something else can begin now. */
const letGo = (tx: Transaction, studentId: number, now: string, without: number | undefined) => tx`
  update appointments a
     set ends_at = greatest(a.starts_at + interval '1 millisecond', least(${now}::timestamptz, (
       select max(coalesce(e.finished_at, e.deadline)) from exam_groups g join exams e on e.group_id = g.id
        where g.appointment_id = a.id)))
   where a.student_id = ${studentId} and a.starts_at <= ${now} and a.ends_at > ${now} and a.id is distinct from ${without ?? null}`;

/**
 * Makes sure that the demo's student has an appointment that is open now and long enough for a whole exam. One that nobody
 * began is moved; after one that is over there is a fresh one, unless only waiting ones are looked after. An exam that runs
 * is left alone.
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
  const all = await standingOf(tx, student.id, now);
  const begun = all.filter(({ since }) => since);
  if (begun.some(({ state }) => state === 'running')) return;
  const waiting = begun.filter(({ state }) => state === 'waiting');
  if (waiting.some(({ minutesLeft }) => minutesLeft >= leastMinutes)) return;
  const moved = waiting.findLast(
    ({ examSessionId, usable }) => usable && examSessionId === student.examSessionId,
  );
  if (onlyWaiting && !moved) return;
  const seat = await freeSeat(tx, now, today);
  const customExamId = moved ? undefined : await nextExam(tx, student.id, student.examSessionId);
  if (!seat || (!moved && customExamId === undefined)) return;

  await letGo(tx, student.id, now, moved?.id);
  const others = tx`appointments o where o.student_id = ${student.id} and o.id is distinct from ${moved?.id ?? null}`;
  // In the database, whose moments are finer than ours: what begins must not overlap what ended by a thousandth.
  const from = tx`(select greatest(${seat.startsAt}::timestamptz, max(o.ends_at)) from ${others} and o.starts_at <= ${now})`;
  const to = tx`(select least(date_trunc('hour', ${now}::timestamptz + make_interval(hours => ${hours})), min(o.starts_at))
                   from ${others} and o.starts_at > ${now})`;
  if (moved)
    await tx`
      update appointments set exam_date = ${today}, room_id = ${seat.roomId}, room_slot_id = ${seat.slotId},
             row_number = ${seat.row}, seat_number = ${seat.seat}, starts_at = ${from}, ends_at = ${to}
       where id = ${moved.id}`;
  else
    await tx`
      insert into appointments (student_id, custom_exam_id, exam_session_id, exam_date, room_id, room_slot_id, row_number,
                                seat_number, starts_at, ends_at, booked_at)
      values (${student.id}, ${customExamId ?? 0}, ${student.examSessionId}, ${today}, ${seat.roomId}, ${seat.slotId},
              ${seat.row}, ${seat.seat}, ${from}, ${to}, ${now})`;
}
