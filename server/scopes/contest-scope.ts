import { type Actor, isOf } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { allOf, anyOf } from './conditions.ts';
import { wholeExamScope } from './exam-scope.ts';
import { holdsDiscipline } from './holders.ts';
import { isRelative } from './relatives.ts';

/** The viewer of contestations, with the setting that decides who resolves them. */
export type ContestViewer = { readonly actor: Actor; readonly teacherContests: boolean };

export async function contestViewer({ settings }: Services, actor: Actor): Promise<ContestViewer> {
  return { actor, teacherContests: (await settings.current()).teacherContests };
}

/** A user by id, or by the column of a query. */
type SomeUser = { readonly userId: number | Fragment };

/** Whether contestation `k` is about an exam of the user. */
export const isOwn = (sql: Queryable, { userId }: SomeUser): Fragment => sql`exists (
  select from exams oe join exam_groups og on og.id = oe.group_id where oe.id = k.exam_id and og.user_id = ${userId})`;

/** The questions `q` of contestation `k` that staff may see (ROLE-5). */
export const contestQuestionScope = (sql: Queryable, actor: Actor): Fragment => {
  if (isOf(actor, 'admin')) return sql`true`;
  return isOf(actor, 'teacher') ? holdsDiscipline(sql, actor, sql`q.discipline_id`) : sql`false`;
};

/** Whether staff see corrections of the scoring mode of an exam's part: holders where they hold all its disciplines (ROLE-5). */
export const scoringModeScope = (sql: Queryable, actor: Actor, part: Fragment): Fragment =>
  // The dean's office reads results and does not resolve.
  wholeExamScope(sql, { actor: { ...actor, dean: false }, assignments: [] }, part);

/** The settlements `t` of exam `e` that staff may see: holders those of questions they hold, and a scoring mode where they hold all (ROLE-5). */
export function settlementScope(sql: Queryable, actor: Actor): Fragment {
  if (isOf(actor, 'admin')) return sql`true`;
  if (!isOf(actor, 'teacher')) return sql`false`;
  return sql`case when t.question_version_id is null then ${scoringModeScope(sql, actor, sql`e.part_id`)} else exists (
    select from question_versions v join questions b on b.id = v.question_id join chapters c on c.id = b.chapter_id
     where v.id = t.question_version_id and ${holdsDiscipline(sql, actor, sql`c.discipline_id`)}) end`;
}

/**
 * The contestations `k` an actor may see as staff: administrators all, holders those of their disciplines
 * (CONT-6).
 */
export const contestScope = (sql: Queryable, actor: Actor): Fragment =>
  isOf(actor, 'admin')
    ? sql`true`
    : sql`exists (select from exam_contest_questions q where q.contest_id = k.id and ${contestQuestionScope(sql, actor)})`;

/** The contestations `k` in a user's list. */
export const contestListScope = (sql: Queryable, actor: Actor): Fragment =>
  anyOf(sql, [isOwn(sql, actor), contestScope(sql, actor)]);

/** Nobody resolves an exam they took or a contestation of a student they marked as a relative. */
export const isImpartial = (sql: Queryable, user: SomeUser): Fragment => sql`(not ${isOwn(sql, user)}
  and not ${isRelative(sql, user.userId, sql`(select n.user_id from students n where n.id = k.student_id)`)})`;

/**
 * The questions `q` of contestation `k` in session `s` that the viewer may resolve now: the rule of
 * `domain/contestations/resolving.ts` as SQL, for lists and groups.
 */
export function resolvableQuestion(sql: Queryable, { actor, teacherContests }: ContestViewer): Fragment {
  if (isOf(actor, 'admin')) return isImpartial(sql, actor);
  if (!isOf(actor, 'teacher') || !teacherContests) return sql`false`;
  return allOf(sql, [
    isImpartial(sql, actor),
    sql`k.type <> 'technical' and now() <= s.contest_resolve_end_date`,
    holdsDiscipline(sql, actor, sql`q.discipline_id`),
  ]);
}

/** The contestations of exam `e` that staff may see, as JSON. */
export const contestsOfExam = (sql: Queryable, actor: Actor): Fragment => sql`coalesce((
  select json_agg(json_build_object('id', k.id, 'status', k.status) order by k.id) from exam_contests k
   where k.exam_id = e.id and ${contestScope(sql, actor)}), '[]')`;
