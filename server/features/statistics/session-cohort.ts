import type { Actor } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { statisticsScope, wholeStatisticsScope } from '#server/scopes/exam-scope.ts';
import { counted, fingerprintOfExams } from './cohort.ts';

/** A part of a custom exam with its exams in a session, in the order of their ids. */
export type SessionPart = {
  readonly partId: number;
  /** Whether the viewer holds all disciplines that the part examines. */
  readonly isWhole: boolean;
  readonly examIds: readonly number[];
  readonly sittingIds: readonly number[];
};

/** The exams `e` of a session that the viewer may study, without annulled ones. */
const studied = (sql: Queryable, actor: Actor, sessionId: number): Fragment =>
  sql`${counted(sql, sessionId)} and ${statisticsScope(sql, actor, sql`e.part_id`)}`;

export async function partsOfSession(
  sql: Queryable,
  actor: Actor,
  sessionId: number,
): Promise<SessionPart[]> {
  return sql<SessionPart[]>`
    select x.part_id as "partId", ${wholeStatisticsScope(sql, actor, sql`x.part_id`)} as "isWhole", x.exams as "examIds", x.sittings as "sittingIds"
      from (select e.part_id, array_agg(e.id order by e.id) as exams, array_agg(e.group_id order by e.id) as sittings
              from exams e where e.finished_at is not null and ${studied(sql, actor, sessionId)} group by e.part_id) x order by x.part_id`;
}

/** Differs when anything changed that the figures of a session rest on, except where their questions belong. */
export async function fingerprintOfSession(sql: Queryable, actor: Actor, sessionId: number): Promise<string> {
  const [row] = await sql<{ fingerprint: string }[]>`
    select concat_ws(' ',
      ${fingerprintOfExams(sql, studied(sql, actor, sessionId), sessionId)},
      (select sum(hashtextextended(concat_ws(' ', part_id, discipline_id), 0)) from custom_exam_disciplines
        where custom_exam_id in (select custom_exam_id from appointments where exam_session_id = ${sessionId})))
      as fingerprint`;
  return row?.fingerprint ?? '';
}

/** The discipline of each version. */
export type VersionDisciplines = ReadonlyMap<number, number>;

export async function disciplinesOfVersions(
  sql: Queryable,
  ids: Iterable<number>,
): Promise<VersionDisciplines> {
  const rows = await sql<{ id: number; disciplineId: number }[]>`
    select v.id, c.discipline_id as "disciplineId" from question_versions v join questions q on q.id = v.question_id
      join chapters c on c.id = q.chapter_id where v.id = any(${[...ids]}::int[])`;
  return new Map(rows.map(({ id, disciplineId }) => [id, disciplineId]));
}

/** Whether the versions still belong to these disciplines: a question can be moved. */
export async function stillBelong(sql: Queryable, known: VersionDisciplines): Promise<boolean> {
  const rows = await sql`
    select from unnest(${[...known.keys()]}::int[], ${[...known.values()]}::int[]) known (id, discipline_id)
      join question_versions v on v.id = known.id join questions q on q.id = v.question_id
      join chapters c on c.id = q.chapter_id
     where c.discipline_id <> known.discipline_id limit 1`;
  return rows.count === 0;
}
