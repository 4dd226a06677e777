import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** The sign-in that begins or loads a sitting. */
export type SittingSignIn = { readonly userId: number; readonly signInId: string };

/** An exam and its new writer. */
export type ExamWriter = { readonly id: number; readonly writer: string; readonly takeovers: number };

/** Opens the exams of the sitting `begun`, to be written by this sign-in. */
const openBegun = (sql: Queryable, signInId: string): Fragment => sql`
  , opened as (
    update exams e set started_at = now(), deadline = begun.deadline, writer = gen_random_uuid(),
           writer_sign_in = ${signInId}::uuid
      from begun where e.group_id = begun.id returning e.id, e.writer, e.takeovers
  ), event as (
    insert into exam_events (exam_id, save_id, kind, sign_in)
    select id, gen_random_uuid(), ${eventLetters.begun}::"char", ${signInId}::uuid from opened
  )
  select id, writer, takeovers from opened`;

/**
 * Begins an official sitting in one statement, if its slot is open by the database's clock and it has not begun. The
 * deadline is the earlier of duration and slot end, plus the extra time (`deadlineOf` in domain/exam-taking/time.ts).
 * The appointment is locked, so extra time granted concurrently counts here or is credited afterwards. The days after
 * which the student is told that the recording is deleted are stored (REC-3). A sitting that has just moved to another
 * account does not begin, because its former owner could not load it.
 */
export async function beginOfficial(
  sql: Queryable,
  groupId: number,
  { userId, signInId }: SittingSignIn,
  recordingDays: number,
): Promise<ExamWriter[]> {
  return sql<ExamWriter[]>`
    with appointment as materialized (
      select a.id, a.starts_at, a.ends_at, a.extra_minutes from appointments a
       where a.id = (select appointment_id from exam_groups where id = ${groupId}) for share
    ), begun as (
      update exam_groups g set started_at = now(), recording_days = ${recordingDays}::smallint from appointment a
       where g.id = ${groupId} and g.user_id = ${userId} and a.id = g.appointment_id and g.started_at is null
         and now() >= a.starts_at and now() < a.ends_at + make_interval(mins => a.extra_minutes)
      returning g.id, least(now() + make_interval(secs => g.duration_s), a.ends_at) + make_interval(mins => a.extra_minutes) as deadline
    ) ${openBegun(sql, signInId)}`;
}

/** Begins a sitting that needs no appointment: a simulation or a trial. */
export async function beginPractice(
  sql: Queryable,
  groupId: number,
  signInId: string,
): Promise<ExamWriter[]> {
  return sql<ExamWriter[]>`
    with begun as (
      update exam_groups g set started_at = now() where g.id = ${groupId} and g.started_at is null
      returning g.id, now() + make_interval(secs => g.duration_s) as deadline
    ) ${openBegun(sql, signInId)}`;
}

/**
 * Makes the sign-in that loads a running sitting its writer; saves with an older writer are refused (EXAM-9).
 * Its exams are locked in order, so that two loads of a sitting with several exams cannot deadlock.
 */
export async function takeOver(
  sql: Queryable,
  groupId: number,
  { userId, signInId }: SittingSignIn,
): Promise<ExamWriter[]> {
  return sql<ExamWriter[]>`
    with running as materialized (
      select id from exams
       where group_id = ${groupId} and user_id = ${userId} and started_at is not null and finished_at is null
       order by id for no key update
    ), taken as (
      update exams e set writer = gen_random_uuid(), writer_sign_in = ${signInId}::uuid, takeovers = e.takeovers + 1
        from running where e.id = running.id returning e.id, e.writer, e.takeovers
    ), event as (
      insert into exam_events (exam_id, save_id, kind, sign_in)
      select id, gen_random_uuid(), ${eventLetters.loaded}::"char", ${signInId}::uuid from taken
    )
    select id, writer, takeovers from taken`;
}
