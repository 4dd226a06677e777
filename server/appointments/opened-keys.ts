import { refuse } from '#domain/errors.ts';
import { keyDelaySeconds } from '#domain/exam-taking/key-opening.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** A change that is decided on before the key opens is also stored before. */
export const slackSeconds = 15;

/** SQL: until when the slot of an appointment keeps a key closed, less `slack` seconds. */
const slotKeepsUntil = (sql: Queryable, appointment: Fragment, slack = 0): Fragment => sql`
  ${appointment}.ends_at + make_interval(mins => ${appointment}.extra_minutes, secs => ${keyDelaySeconds - slack}::int)`;

/**
 * Whether the key of one of the parts `p` has opened on `day`, or is about to: a sitting of that day with it has begun, and the
 * slots of everybody who could get the questions of that sitting are over. Papers from templates keep their key until the session's
 * last day ends. Unlike `questionsUsedUntil`, it leaves out the deadlines of running exams and undecided outages: it never answers
 * later than the key opens, sometimes earlier.
 */
const keyOfPartsHasOpened = (sql: Queryable, parts: Fragment, day: Fragment): Fragment => sql`
  exists (
    select from custom_exam_parts p
     where ${parts}
       -- In this order: on a day ahead the first appointment decides.
       and case when exists (
             select from appointments a
              where a.exam_date = ${day}
                and a.custom_exam_id in (select p.custom_exam_id union
                                         select o.custom_exam_id from custom_exam_disciplines d
                                           join custom_exam_disciplines o on o.discipline_id = d.discipline_id where d.part_id = p.id)
                and ${slotKeepsUntil(sql, sql`a`, slackSeconds)} > clock_timestamp())
           then false
           else exists (select from appointments s join exam_groups g on g.appointment_id = s.id
                         where s.custom_exam_id = p.custom_exam_id and s.exam_date = ${day}
                           and g.started_at is not null and g.template_group_id is null) end)`;

/** Whether the key of questions that custom exam `exam` could ask on `day` has opened, or is about to. */
export const keyHasOpenedOnDay = (sql: Queryable, exam: Fragment, day: Fragment): Fragment =>
  keyOfPartsHasOpened(
    sql,
    sql`(p.custom_exam_id = ${exam}
         or exists (select from custom_exam_disciplines d join custom_exam_disciplines same on same.discipline_id = d.discipline_id
                     where d.part_id = p.id and same.custom_exam_id = ${exam}))`,
    day,
  );

/** Of custom exams, those that nobody can be added to on a day any more, because its key has opened (RESU-1). */
export async function examsWithKeyOpenOnDay(
  sql: Queryable,
  customExamIds: readonly number[],
  day: string,
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ id: number }[]>`
    select x.id from unnest(${[...customExamIds]}::int[]) as x(id) where ${keyHasOpenedOnDay(sql, sql`x.id`, sql`${day}::date`)}`;
  return new Set(rows.map(({ id }) => id));
}

/** Refuses to add anybody to the sittings of a custom exam on a day whose key has opened. */
export async function refuseKeyOpenOnDay(sql: Queryable, customExamId: number, day: string): Promise<void> {
  if ((await examsWithKeyOpenOnDay(sql, [customExamId], day)).size > 0) refuse('appointment.keyOpened');
}

/**
 * Refuses disciplines that a custom exam does not ask yet, while it has slots on a day on which their key has opened: its
 * students could know the questions, and the key would close again (RESU-1).
 */
export async function refuseOpenKeysOf(
  sql: Queryable,
  customExamId: number,
  disciplineIds: readonly number[],
): Promise<void> {
  const asked = sql`exists (select from custom_exam_disciplines d where d.part_id = p.id and d.discipline_id = added.id)`;
  const [opened] = await sql<{ discipline: string; day: string }[]>`
    select c.description as discipline, slots.day::text as day
      from unnest(${[...disciplineIds]}::int[]) as added (id) join disciplines c on c.id = added.id
      cross join (select distinct y.exam_date as day from appointments y
                   where y.custom_exam_id = ${customExamId} and ${slotKeepsUntil(sql, sql`y`)} > clock_timestamp()) slots
     where ${keyOfPartsHasOpened(sql, asked, sql`slots.day`)}
     order by slots.day, added.id limit 1`;
  if (opened) refuse('customExam.keyOpened', opened);
}
