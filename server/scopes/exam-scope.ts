import { type Actor, isOf, isOfAny } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { anyOf } from './conditions.ts';
import { holdsDiscipline } from './holders.ts';
import { placesInScope } from './secretary-places.ts';
import { type Viewer, viewerOf } from './viewer.ts';

const ofHolder = (sql: Queryable, { actor }: Viewer, part: Fragment): Fragment[] =>
  isOf(actor, 'teacher')
    ? [
        sql`exists (select from custom_exam_disciplines asked where asked.part_id = ${part}
                     and ${holdsDiscipline(sql, actor, sql`asked.discipline_id`)})`,
      ]
    : [];

const ofSecretary = (sql: Queryable, { actor, assignments }: Viewer): Fragment[] =>
  isOf(actor, 'secretary') ? [placesInScope(sql, assignments, 'p')] : [];

/** The official exams staff may see: parts of custom exams, of students `p` (ROLE-5). */
export const examScope = (sql: Queryable, viewer: Viewer, part: Fragment): Fragment =>
  isOf(viewer.actor, 'admin')
    ? sql`true`
    : anyOf(sql, [...ofSecretary(sql, viewer), ...ofHolder(sql, viewer, part)]);

/** The exams whose result staff may read in lists: the dean's office reads all (ROLE-10). */
export const resultScope = (sql: Queryable, viewer: Viewer, part: Fragment): Fragment =>
  isOf(viewer.actor, 'dean') ? sql`true` : examScope(sql, viewer, part);

/** Whether the viewer sees the whole exam; a holder only when they hold all its disciplines. */
export const wholeExamScope = (sql: Queryable, viewer: Viewer, part: Fragment): Fragment =>
  isOfAny(viewer.actor, ['admin', 'dean'])
    ? sql`true`
    : anyOf(sql, [
        ...ofSecretary(sql, viewer),
        ...(isOf(viewer.actor, 'teacher')
          ? [
              sql`not exists (select from custom_exam_disciplines asked where asked.part_id = ${part}
                               and not ${holdsDiscipline(sql, viewer.actor, sql`asked.discipline_id`)})`,
            ]
          : []),
      ]);

/**
 * The parts of custom exams whose statistics a user may read: administrators all, holders those with a
 * discipline they hold.
 */
export const statisticsScope = (sql: Queryable, actor: Actor, part: Fragment): Fragment => {
  const viewer = { actor, assignments: [] };
  return isOf(actor, 'admin') ? sql`true` : anyOf(sql, ofHolder(sql, viewer, part));
};

/** The disciplines whose questions a user may study; undefined means all. */
export async function statisticsDisciplines(
  sql: Queryable,
  actor: Actor,
): Promise<readonly number[] | undefined> {
  if (isOf(actor, 'admin')) return undefined;
  const rows = await sql<{ id: number }[]>`
    select discipline_id as id from discipline_teachers where email = ${actor.email} and part = 'holder'`;
  return rows.map(({ id }) => id);
}

/**
 * Whether staff may see an exam: administrators, secretaries of the student, holders of its disciplines
 * (ROLE-5).
 */
export async function canSeeExam(sql: Queryable, actor: Actor, examId: number): Promise<boolean> {
  const viewer = await viewerOf(sql, actor);
  const rows = await sql`
    select from exams e join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
     where e.id = ${examId} and g.kind = 'official' and ${examScope(sql, viewer, sql`e.part_id`)}`;
  return rows.count > 0;
}

/** The given exams that a holder sees only in part, each with the positions of the visible questions. */
export async function partlyVisible(
  sql: Queryable,
  actor: Actor,
  examIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (examIds.length === 0 || isOf(actor, 'admin')) return new Map();
  // The dean's office reads results, not questions.
  const viewer = await viewerOf(sql, { ...actor, dean: false });
  const rows = await sql<{ examId: number; positions: number[] }[]>`
    select e.id as "examId",
           array(select q.position from exam_questions q join question_versions v on v.id = q.question_version_id
                   join questions b on b.id = v.question_id join chapters c on c.id = b.chapter_id
                  where q.exam_id = e.id and ${holdsDiscipline(sql, actor, sql`c.discipline_id`)}) as positions
      from exams e join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
     where e.id = any(${[...examIds]}::int[]) and not ${wholeExamScope(sql, viewer, sql`e.part_id`)}`;
  return new Map(rows.map(({ examId, positions }) => [examId, new Set(positions)]));
}

/**
 * Whether somebody is a student who has yet to sit an exam with a discipline of this part. Until the key opens for takers it is closed
 * to them in the sittings of others too (RESU-1).
 */
export const isStillToSit = (sql: Queryable, userId: number, part: Fragment): Fragment => sql`exists (
  select from students me join appointments own on own.student_id = me.id
    join custom_exam_disciplines mine on mine.custom_exam_id = own.custom_exam_id
    join custom_exam_disciplines asked on asked.discipline_id = mine.discipline_id
   where me.user_id = ${userId} and asked.part_id = ${part} and own.annulled_at is null
     and now() < own.ends_at + make_interval(mins => own.extra_minutes)
     and coalesce((select bool_or(x.finished_at is null) from exam_groups w join exams x on x.group_id = w.id
                    where w.appointment_id = own.id), true))`;

/** The exams of a sitting if the staff member sees all of them completely and neither sat nor is still to sit them; otherwise none. */
export async function fullyVisibleExams(sql: Queryable, actor: Actor, groupId: number): Promise<number[]> {
  // The dean's office reads results, not questions.
  const viewer = await viewerOf(sql, { ...actor, dean: false });
  const part = sql`e.part_id`;
  const rows = await sql<{ id: number; isWhole: boolean | null }[]>`
    select e.id, g.user_id <> ${actor.userId} and not ${isStillToSit(sql, actor.userId, part)} and (${examScope(sql, viewer, part)}) and (${wholeExamScope(sql, viewer, part)}) as "isWhole"
      from exams e join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
     where g.id = ${groupId} and g.kind = 'official' order by e.position`;
  return rows.every(({ isWhole }) => isWhole) ? rows.map(({ id }) => id) : [];
}
