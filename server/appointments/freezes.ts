import { isFrozen, type SittingSpan } from '#domain/custom-exams/freeze.ts';
import type { Moment } from '#domain/exam-taking/time.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** A session that freezes a custom exam's questions, and until when. */
export type Freeze = {
  readonly customExamId: number;
  readonly exam: string;
  readonly session: string;
  readonly until: string;
};

type Row = SittingSpan & Omit<Freeze, 'until'> & { readonly now: Moment };

/**
 * The freezes in force now among the appointments matching a condition on `a`; the last to end comes first.
 */
async function selectFreezes(sql: Queryable, of: Fragment): Promise<Freeze[]> {
  const rows = await sql<Row[]>`
    select c.id as "customExamId", c.name as exam, s.description as session, floor(extract(epoch from now()) * 1000)::float8 as now,
           floor(extract(epoch from min(a.starts_at)) * 1000)::float8 as "firstStart",
           floor(extract(epoch from max(greatest(a.ends_at + make_interval(mins => a.extra_minutes), running.deadline))) * 1000)::float8
             as "lastEnd"
      from appointments a join custom_exams c on c.id = a.custom_exam_id join exam_sessions s on s.id = a.exam_session_id
      left join lateral (select max(e.deadline) as deadline from exam_groups g join exams e on e.group_id = g.id
                          where g.appointment_id = a.id and e.finished_at is null) running on true
     where ${of}
     group by c.id, s.id having max(a.ends_at + make_interval(mins => a.extra_minutes)) > now() - interval '1 day'
     order by "lastEnd" desc`;
  return rows
    .filter((row) => isFrozen(row, row.now))
    .map(({ customExamId, exam, session, lastEnd }) => ({
      customExamId,
      exam,
      session,
      until: new Date(lastEnd).toISOString(),
    }));
}

/** The sessions that freeze custom exams, by exam. */
export async function freezesOfExams(
  sql: Queryable,
  customExamIds: readonly number[],
): Promise<ReadonlyMap<number, Freeze>> {
  const freezes = await selectFreezes(sql, sql`a.custom_exam_id = any(${[...customExamIds]}::int[])`);
  return new Map(freezes.toReversed().map((freeze) => [freeze.customExamId, freeze]));
}

/** The freeze of a custom exam by one session. */
export async function freezeOfSittings(
  sql: Queryable,
  { customExamId, examSessionId }: { readonly customExamId: number; readonly examSessionId: number },
): Promise<Freeze | undefined> {
  const [freeze] = await selectFreezes(
    sql,
    sql`a.custom_exam_id = ${customExamId} and a.exam_session_id = ${examSessionId}`,
  );
  return freeze;
}

/** The session that freezes a discipline's structure through an exam that includes it. */
export async function freezeOfDiscipline(sql: Queryable, disciplineId: number): Promise<Freeze | undefined> {
  const [freeze] = await selectFreezes(
    sql,
    sql`a.custom_exam_id in (select custom_exam_id from custom_exam_disciplines where discipline_id = ${disciplineId})`,
  );
  return freeze;
}

/** The freezes of a session's scoring mode through the exams taken in it. */
export const freezesOfSession = (sql: Queryable, examSessionId: number): Promise<Freeze[]> =>
  selectFreezes(sql, sql`a.exam_session_id = ${examSessionId}`);
