import { eventLetters } from '#domain/exam-taking/events.ts';
import { outageSeconds } from '#domain/exam-taking/outage.ts';
import { graceSeconds } from '#domain/exam-taking/time.ts';

/* Conditions on exams in outages, with names only, like those in conditions.ts. */

/** Whether an official exam ran, grace included, between two times when no server was up. */
export const ranBetween = (exam: string, from: string, until: string) =>
  `${exam}.practice is null and ${exam}.started_at < ${until} and ${exam}.finished_at is null
   and ${exam}.deadline + interval '${graceSeconds} seconds' > ${from}`;

/** The heartbeat before an outage that no process has recorded yet; no row at other times. */
export const beatBeforeOutage = `(select beat_at from heartbeats where beat_at < now() - interval '${outageSeconds} seconds')`;

/**
 * Whether an outage was undecided when a server last ran. During another one that is not recorded yet nobody could
 * decide; when it is, the time to decide begins again.
 */
export const isUndecided = (outage: string) =>
  `${outage}.state = 'open' and ${outage}.decide_by > coalesce(${beatBeforeOutage}, now())`;

/** The deadline an exam had at a time: without what was credited since. */
export const deadlineAt = (exam: string, time: string) =>
  `(select ${exam}.deadline - make_interval(mins => coalesce(sum((credit.client ->> 'minutes')::int), 0)::int)
      from exam_events credit
     where credit.exam_id = ${exam}.id and credit.kind = '${eventLetters.timeCredited}'::"char" and credit.at > ${time})`;

/** Whether an exam ran in an outage, with the deadline it had then: one that was over by then was not interrupted. */
export const ranDuring = (exam: string, outage: string) =>
  `${ranBetween(exam, `${outage}.began_at`, `${outage}.ended_at`)}
   and ${deadlineAt(exam, `${outage}.ended_at`)} + interval '${graceSeconds} seconds' > ${outage}.began_at`;

/**
 * Whether an exam stays open because an outage in which it ran is undecided. An outage that no process has recorded
 * yet counts too.
 */
export const isHeldByOutage = (exam: string) =>
  `(exists (select from outages gap where ${isUndecided('gap')} and ${ranDuring(exam, 'gap')})
    or exists (select from ${beatBeforeOutage} beat where ${ranBetween(exam, 'beat.beat_at', 'now()')}))`;
