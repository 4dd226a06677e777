import type { Dashboard } from '#contract/dashboard.ts';
import type { Actor } from '#domain/access/actor.ts';
import { selectedLines } from '#domain/access/dashboard-lines.ts';
import { may } from '#domain/access/permissions.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { nameWithPart } from '#server/exams/part-name.ts';
import { contestViewer, resolvableQuestion } from '#server/scopes/contest-scope.ts';
import type { Services } from '#server/services.ts';

/** The contestations a user may decide, by session, nearest deadline first. */
export async function waitingContests(
  services: Services,
  actor: Actor,
): Promise<Dashboard['waitingContests']> {
  if (!may(actor, 'contestation.resolve')) return [];
  const { sql } = services.database;
  const viewer = await contestViewer(services, actor);
  return sql<Dashboard['waitingContests']>`
    select s.id as "sessionId", s.description as session, s.contest_resolve_end_date as until, count(distinct k.id)::int as contests
      from exam_contests k join exam_sessions s on s.id = k.exam_session_id
      join exam_contest_questions q on q.contest_id = k.id and q.accepted is null
     where k.status = 'DP' and ${resolvableQuestion(sql, viewer)}
     group by s.id order by s.contest_resolve_end_date, s.id limit ${selectedLines.kind}`;
}

/** SQL: a student's own contestations, newest first. */
const ownContests = (sql: Queryable, userId: number): Fragment => sql`
  select k.id, ${nameWithPart(sql)} as "examName", k.status
    from exam_groups g join exams e on e.group_id = g.id join exam_contests k on k.exam_id = e.id
   where g.user_id = ${userId} order by k.id desc limit ${selectedLines.recent}`;

/** SQL: a student's grades that changed without an appeal, until they view the result; newest first. */
const changedGrades = (sql: Queryable, userId: number): Fragment => sql`
  select e.id as "examId", ${nameWithPart(sql)} as "examName",
         c.old_grade::float8 as "oldGrade", e.grade::float8 as "newGrade"
    from exam_groups g join exams e on e.group_id = g.id join changed_grades c on c.exam_id = e.id
   where g.user_id = ${userId} and c.seen_at is null and e.grade <> c.old_grade
   order by c.changed_at desc, e.id limit ${selectedLines.kind}`;

type OwnResults = Pick<Dashboard, 'ownContests' | 'changedGrades'>;

/** What is new about a person's results, in one statement: thousands open this page at once. */
export async function ownResults({ database: { sql } }: Services, { userId }: Actor): Promise<OwnResults> {
  const [row] = await sql<OwnResults[]>`
    select array(select to_json(own) from (${ownContests(sql, userId)}) own) as "ownContests",
           array(select to_json(changed) from (${changedGrades(sql, userId)}) changed) as "changedGrades"`;
  if (!row) throw new Error('the results could not be read');
  return row;
}
