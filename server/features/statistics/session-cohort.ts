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

/** Differs when anything changed that the figures of a session rest on. */
export async function fingerprintOfSession(sql: Queryable, actor: Actor, sessionId: number): Promise<string> {
  const [row] = await sql<{ fingerprint: string }[]>`
    select concat_ws(' ',
      ${fingerprintOfExams(sql, studied(sql, actor, sessionId), sessionId)},
      (select sum(hashtextextended(concat_ws(' ', part_id, discipline_id), 0)) from custom_exam_disciplines),
      (select sum(hashtextextended(concat_ws(' ', q.id, c.discipline_id), 0)) from questions q join chapters c on c.id = q.chapter_id))
      as fingerprint`;
  return row?.fingerprint ?? '';
}
