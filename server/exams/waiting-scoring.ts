import type { Queryable, Transaction } from '#server/db/database.ts';
import { hasBegun } from './conditions.ts';

/** Locks the sittings of a session that wait; beginning an exam locks the same rows, so the second of the two sees the first. */
export async function lockWaitingSittings(tx: Transaction, examSessionId: number): Promise<void> {
  await tx`
    select from exam_groups g join appointments a on a.id = g.appointment_id
     where a.exam_session_id = ${examSessionId} and g.started_at is null order by g.id for update of g`;
}

/** How many appointments for some exams of a session have begun, and how many of the whole session wait to begin. */
export async function countSittings(
  sql: Queryable,
  examSessionId: number,
  customExamIds: readonly number[],
): Promise<{ readonly begun: number; readonly waiting: number }> {
  const [counted] = await sql<{ begun: number; waiting: number }[]>`
    select count(*) filter (where ${hasBegun(sql, sql`a`)} and a.custom_exam_id = any(${[...customExamIds]}::int[]))::int as begun,
           count(*) filter (where ${hasBegun(sql, sql`a`)} is not true and a.ends_at > now())::int as waiting
      from appointments a left join exam_groups g on g.appointment_id = a.id
     where a.exam_session_id = ${examSessionId} and a.annulled_at is null`;
  return counted ?? { begun: 0, waiting: 0 };
}

/** Gives the waiting papers of a session its new scoring mode; they are not drawn again. */
export async function setScoringMode(tx: Transaction, examSessionId: number, mode: string): Promise<void> {
  await tx`
    update exams e set scoring_mode = ${mode} from exam_groups g join appointments a on a.id = g.appointment_id
     where e.group_id = g.id and a.exam_session_id = ${examSessionId} and not ${hasBegun(tx, tx`a`)}
       and a.ends_at + make_interval(mins => a.extra_minutes) > now()`;
}
