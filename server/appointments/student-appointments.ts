import type { ExamAppointment } from '#contract/exam-taking.ts';
import type { AppointmentState } from '#domain/appointments/current-appointment.ts';
import type { Moment } from '#domain/exam-taking/time.ts';
import type { Queryable } from '#server/db/database.ts';

/** An appointment of a student with all its details. */
export type StudentAppointment = AppointmentState & {
  readonly appointmentId: number;
  readonly customExamId: number;
  /** The ids of the sitting's exams; before the paper is drawn only that of the first is known. */
  readonly examIds: readonly number[];
  readonly details: Omit<ExamAppointment, 'disciplines' | 'integrativeGroups' | 'status'>;
};

export type StudentAppointments = {
  readonly all: readonly StudentAppointment[];
  readonly now: Moment;
  readonly today: string;
};

type Clock = { readonly now: Moment; readonly today: string };

type Row = Omit<StudentAppointment, 'details'> &
  Omit<ExamAppointment, 'disciplines' | 'integrativeGroups' | 'status' | 'startsAt' | 'endsAt' | 'extraTime'>;

const clockColumns = (sql: Queryable) =>
  sql`floor(extract(epoch from now()) * 1000)::float8 as now, current_date as today`;

/** The database's clock, as an argument for rules. */
export async function clockOf(sql: Queryable): Promise<Clock> {
  const [clock] = await sql<Clock[]>`select ${clockColumns(sql)}`;
  if (!clock) throw new Error('the database does not tell the time');
  return clock;
}

const iso = (moment: Moment) => new Date(moment).toISOString();

/** An enrolment's appointments from today on, and those with a running exam, in order. */
export async function selectStudentAppointments(
  sql: Queryable,
  studentId: number,
): Promise<StudentAppointments> {
  const rows = await sql<(Row & Clock)[]>`
      select ${clockColumns(sql)}, a.id as "appointmentId", a.custom_exam_id as "customExamId", a.exam_id as "examId", a.exam_date as "examDate",
             extract(epoch from a.starts_at)::float8 * 1000 as "startsAt", extract(epoch from a.ends_at)::float8 * 1000 as "endsAt",
             a.extra_minutes as "extraMinutes", g.id as "groupId", g.started_at is not null as begun,
             coalesce(sat.finished, false) as finished, coalesce(sat.ids, array[a.exam_id]) as "examIds",
             c.name as "examName", c.duration_minutes as "durationMinutes", s.description as "examSession",
             r.name as "examRoom", r.building, a.row_number as "examRow", a.seat_number as "seatNumber", coalesce((select t.scoring_mode from settlements t where t.kind = 'scoringMode' and t.reach = 'session'
                         and t.withdrawn_at is null and t.exam_session_id = s.id and t.custom_exam_id = c.id
                       order by t.id desc limit 1), s.scoring_mode) as "scoringMode",
             (select coalesce(sum(d.questions), 0)::int from custom_exam_disciplines d where d.custom_exam_id = c.id) as questions
        from appointments a join custom_exams c on c.id = a.custom_exam_id
        join exam_sessions s on s.id = a.exam_session_id join rooms r on r.id = a.room_id
        left join exam_groups g on g.appointment_id = a.id
        left join lateral (select bool_and(e.finished_at is not null) as finished, array_agg(e.id order by e.position) as ids
                             from exams e where e.group_id = g.id having count(*) > 0) sat on true
       where a.student_id = ${studentId} and a.annulled_at is null
         and (a.exam_date >= current_date or a.ends_at + make_interval(mins => a.extra_minutes) > now()
              or g.started_at is not null and not coalesce(sat.finished, true))
       order by a.starts_at`;
  const [clock = await clockOf(sql)] = rows;
  const all = rows.map(
    ({
      now: _,
      today: __,
      appointmentId,
      customExamId,
      examIds,
      begun,
      finished,
      startsAt,
      endsAt,
      extraMinutes,
      ...details
    }) => ({
      appointmentId,
      customExamId,
      examIds,
      begun,
      finished,
      startsAt,
      endsAt,
      extraMinutes,
      examDate: details.examDate,
      details: { ...details, startsAt: iso(startsAt), endsAt: iso(endsAt), extraTime: extraMinutes },
    }),
  );
  return { all, now: clock.now, today: clock.today };
}

type ExamContents = Pick<ExamAppointment, 'disciplines' | 'integrativeGroups'>;
type ExamContentsRow = {
  readonly customExamId: number;
  /** The position of the part. */
  readonly index: number;
  readonly groupName: string | null;
  readonly groupCredits: number | null;
  readonly pkDiscipline: number;
  readonly disciplineDescription: string;
  readonly questions: number;
  readonly credits: number | null;
};

/** The content of custom exams by id. */
export async function selectExamContents(
  sql: Queryable,
  customExamIds: readonly number[],
): Promise<ReadonlyMap<number, ExamContents>> {
  const rows = await sql<ExamContentsRow[]>`
    select p.custom_exam_id as "customExamId", p.position as index, p.group_name as "groupName", p.credits::float8 as "groupCredits",
           d.id as "pkDiscipline", d.description as "disciplineDescription", a.questions, a.credits::float8 as credits
      from custom_exam_parts p join custom_exam_disciplines a on a.part_id = p.id
      join disciplines d on d.id = a.discipline_id
     where p.custom_exam_id = any(${[...customExamIds]}::int[]) order by p.custom_exam_id, p.position, a.position`;
  const contents = new Map(
    customExamIds.map((id) => [id, { disciplines: [], integrativeGroups: [] } as ExamContents] as const),
  );
  const groups = new Map<string, ExamContents['integrativeGroups'][number]>();
  for (const { customExamId, groupName, groupCredits, ...discipline } of rows) {
    const exam = contents.get(customExamId);
    if (!exam) continue;
    if (groupName === null) {
      exam.disciplines.push(discipline);
      continue;
    }
    const { index } = discipline;
    const name = `${customExamId} ${index}`;
    const group = groups.get(name) ?? {
      index,
      groupName,
      questions: 0,
      credits: groupCredits,
      disciplines: [],
    };
    if (!groups.has(name)) exam.integrativeGroups.push(group);
    group.disciplines.push(discipline);
    group.questions += discipline.questions;
    groups.set(name, group);
  }
  return contents;
}
