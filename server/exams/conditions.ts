import { graceSeconds } from '#domain/exam-taking/time.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/*
 * Conditions shared by tagged statements and the save statement, which is raw SQL. They contain names only, never
 * values.
 */

/** Whether an exam belongs to an official sitting its owner is taking now, grace included (SAFE-16). */
export const isSatNow = (exam: string) =>
  `${exam}.practice is null and ${exam}.started_at is not null and ${exam}.finished_at is null
   and ${exam}.deadline + interval '${graceSeconds} seconds' > now()`;

/** Whether anybody sits an official exam now: work that nobody waits for makes way. */
export async function areExamsRunning(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ running: boolean }[]>`
    select exists (select from exams x where ${sql.unsafe(isSatNow('x'))}) as running`;
  return row?.running ?? false;
}

/** Whole seconds until the deadline of an exam, never negative. */
export const remainingSeconds = (exam: string) =>
  `greatest(0, round(extract(epoch from ${exam}.deadline - now())))::int`;

/**
 * How many papers are drawn and wait for a sitting that can still begin; those of missed and annulled appointments do
 * not count.
 */
export const papersWaiting = `(select count(*) from exam_groups g join appointments a on a.id = g.appointment_id
   where g.started_at is null and a.annulled_at is null
     and a.ends_at + make_interval(mins => a.extra_minutes) > now())`;

/** Whether a sign-in and its token are valid, by the database's clock. */
export const isLiveSignIn = (signIn: string, tokenEnds: string) =>
  `${signIn}.revoked_at is null and ${signIn}.expires_at > now() and to_timestamp(${tokenEnds}) > now()`;

/**
 * Whether sitting `g` of an appointment has begun; one on paper begins with its slot, and its answers are entered later. The
 * trigger that keeps printed papers has the same rule.
 */
export const hasBegun = (sql: Queryable, appointment: Fragment): Fragment =>
  sql`(g.started_at is not null or g.printed_at is not null and ${appointment}.starts_at <= now())`;

/**
 * Whether template `t` still matches what its exam asks; the others are given to nobody. A query over many templates of one exam names
 * the exam from outside, so that its composition is read once.
 */
export const matchesExam = (sql: Queryable, customExamId = sql`t.custom_exam_id`): Fragment =>
  sql`t.asked = (select custom_exam_asked(${customExamId}))`;
