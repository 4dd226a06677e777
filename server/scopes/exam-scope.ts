import { type Actor, isOf, isOfAny } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { isKeyClosed } from '#server/exams/questions-used-until.ts';
import type { Services } from '#server/services.ts';
import { anyOf } from './conditions.ts';
import { holdsDiscipline } from './holders.ts';
import { placesInScope } from './secretary-places.ts';
import { type Viewer, viewerOf } from './viewer.ts';

const ofHolder = (sql: Queryable, { actor }: Viewer, part: Fragment): Fragment[] =>
  isOf(actor, 'teacher')
    ? [
        sql`exists (select from custom_exam_disciplines examined where examined.part_id = ${part}
                     and ${holdsDiscipline(sql, actor, sql`examined.discipline_id`)})`,
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
              sql`not exists (select from custom_exam_disciplines examined where examined.part_id = ${part}
                               and not ${holdsDiscipline(sql, viewer.actor, sql`examined.discipline_id`)})`,
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

/** Whether a user studies such a part as a whole. The dean's office reads results, not statistics. */
export const wholeStatisticsScope = (sql: Queryable, actor: Actor, part: Fragment): Fragment =>
  wholeExamScope(sql, { actor: { ...actor, dean: false }, assignments: [] }, part);

/** The disciplines that a user may study; undefined means all. */
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

/** Whether somebody is or was a student too; nobody else takes exams. */
export const isStudentToo = (sql: Queryable, userId: number): Fragment =>
  sql`exists (select from students where user_id = ${userId})`;

/** Whether all exams of appointment `own` are finished. */
const isSat = (sql: Queryable): Fragment => sql`
  coalesce((select bool_and(x.finished_at is not null) from exam_groups w join exams x on x.group_id = w.id
             where w.appointment_id = own.id), false)`;

/** Which sessions `s` somebody can still take an exam in, and which appointments `own` show that they sat it there. */
type Takeable = { readonly session: Fragment; readonly satIn: Fragment };

/**
 * Whether student `me` takes the exam of `mine` or took it: they have an appointment ahead, belong to its series and have not sat it in
 * the session `s`, or sat it and its key is still closed.
 */
const isTakenBy = (sql: Queryable, { session, satIn }: Takeable): Fragment => sql`(
  exists (
    select from appointments own
     where own.student_id = me.id and own.custom_exam_id = mine.custom_exam_id and own.annulled_at is null
       and now() < own.ends_at + make_interval(mins => own.extra_minutes)
       and not ${isSat(sql)})
  or exists (
    select from custom_exam_series enrolled join exam_sessions s on ${session}
      join custom_exams offered on offered.id = enrolled.custom_exam_id and offered.removed_at is null
     where enrolled.custom_exam_id = mine.custom_exam_id and enrolled.series_id = me.series_id
       and not exists (
         select from appointments own
          where own.student_id = me.id and own.custom_exam_id = mine.custom_exam_id and own.annulled_at is null
            and ${satIn} and ${isSat(sql)}))
  or exists (
    select from exam_groups g join exams e on e.group_id = g.id
     where g.student_id = me.id and g.kind = 'official' and e.part_id = mine.part_id and ${isKeyClosed(sql)}))`;

/**
 * Whether somebody takes an exam with a discipline of this part too. The key of others is then closed to them as to any taker
 * (RESU-1).
 */
export const isFellowTaker = (
  sql: Queryable,
  userId: number,
  { part, session }: { readonly part: Fragment; readonly session: Fragment },
): Fragment => sql`exists (
  select from students me
    -- Read first: the aliases of the caller are hidden further inside.
    cross join (select ${part} as part_id, ${session} as session_id) viewed
    join custom_exam_disciplines examined on examined.part_id = viewed.part_id
    join custom_exam_disciplines mine on mine.discipline_id = examined.discipline_id
   where me.user_id = ${userId}
     and ${isTakenBy(sql, {
       session: sql`s.id = viewed.session_id and s.end_date >= current_date`,
       satIn: sql`own.exam_session_id = s.id`,
     })})`;

/**
 * The disciplines somebody is examined in now, or was with a key that is still closed. It looks at their own exams alone: what was
 * drawn for them must not matter: refusals would reveal it.
 */
export const disciplinesTaken = (sql: Queryable, userId: number): Fragment => sql`(
  select mine.discipline_id from students me cross join custom_exam_disciplines mine
   where me.user_id = ${userId}
     and ${isTakenBy(sql, {
       session: sql`current_date between s.start_date and s.end_date`,
       satIn: sql`own.exam_session_id in (
         select r.id from exam_sessions r where current_date between r.start_date and r.end_date)`,
     })})`;

/** Whether the key of exam `e` is hidden from takers now: it is closed (by time), or they may see none. */
const isKeyHiddenFromTakers = (sql: Queryable, allowExamPreview: boolean): Fragment =>
  sql`(e.finished_at is null or not ${allowExamPreview} or ${isKeyClosed(sql)})`;

/** Whether the key of exam `e` in sitting `g` is hidden from staff as from its taker: they sat it, or take one with the same questions (RESU-1). */
export const isKeyHiddenFromStaff = (
  sql: Queryable,
  userId: number,
  allowExamPreview: boolean,
): Fragment => sql`(
  -- Decides for most staff without a look at the exams.
  ${isStudentToo(sql, userId)}
    and ${isKeyHiddenFromTakers(sql, allowExamPreview)}
    and (g.user_id = ${userId}
         or ${isFellowTaker(sql, userId, { part: sql`e.part_id`, session: sql`g.exam_session_id` })}))`;

/** An exam, or all official exams of a session that ask a question. */
type KeyTarget = number | { readonly versionId: number; readonly sessionId: number };

/** Whether the key of an exam, or of a question in one of the exams that ask it, is hidden from staff as from takers (RESU-1). */
export async function isKeyHiddenFrom(
  { database, settings }: Services,
  { userId }: Actor,
  target: KeyTarget,
  sql: Queryable = database.sql,
): Promise<boolean> {
  const { allowExamPreview } = await settings.current();
  const exams =
    typeof target === 'number'
      ? sql`e.id = ${target}`
      : sql`g.exam_session_id = ${target.sessionId} and g.kind = 'official'
              and e.id in (select exam_id from exam_questions where question_version_id = ${target.versionId})`;
  const rows = await sql`
    select from exams e join exam_groups g on g.id = e.group_id
     where ${exams} and ${isKeyHiddenFromStaff(sql, userId, allowExamPreview)} limit 1`;
  return rows.count > 0;
}

/**
 * The exams of a sitting if the staff member sees all of them completely, did not sit them and takes none like them whose key is still
 * closed to takers; otherwise none. Planning the conditions on takers costs more than the rest, so skip them for users
 * who are not enrolled.
 */
export async function fullyVisibleExams(
  { database: { sql }, settings }: Services,
  actor: Actor,
  groupId: number,
  enrolled = true,
): Promise<number[]> {
  // The dean's office reads results, not questions.
  const viewer = await viewerOf(sql, { ...actor, dean: false });
  const { allowExamPreview } = await settings.current();
  const part = sql`e.part_id`;
  const rows = await sql<{ id: number; isWhole: boolean | null }[]>`
    select e.id, g.user_id <> ${actor.userId} and (${examScope(sql, viewer, part)}) and (${wholeExamScope(sql, viewer, part)})
             and not ${enrolled ? isKeyHiddenFromStaff(sql, actor.userId, allowExamPreview) : sql`false`} as "isWhole"
      from exams e join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
     where g.id = ${groupId} and g.kind = 'official' order by e.position`;
  return rows.every(({ isWhole }) => isWhole) ? rows.map(({ id }) => id) : [];
}
