import { outageSeconds } from '#domain/exam-taking/outage.ts';
import { graceSeconds } from '#domain/exam-taking/time.ts';

/*
 * Conditions shared by tagged statements and the save statement, which is raw SQL. They contain names only, never
 * values.
 */

/** Whether an exam belongs to an official sitting its owner is taking now, grace included (SAFE-16). */
export const isSatNow = (exam: string) =>
  `${exam}.practice is null and ${exam}.started_at is not null and ${exam}.finished_at is null
   and ${exam}.deadline + interval '${graceSeconds} seconds' > now()`;

/** Whether an official exam ran, grace included, between two times when no server was up. */
export const ranBetween = (exam: string, from: string, until: string) =>
  `${exam}.practice is null and ${exam}.started_at < ${until} and ${exam}.finished_at is null
   and ${exam}.deadline + interval '${graceSeconds} seconds' > ${from}`;

/**
 * Whether an exam stays open because an outage in which it ran is undecided. An outage that no process has recorded
 * yet counts too.
 */
export const isHeldByOutage = (exam: string) =>
  `(exists (select from outages gap where gap.state = 'open' and gap.decide_by > now()
               and ${ranBetween(exam, 'gap.began_at', 'gap.ended_at')})
    or exists (select from heartbeats beat where beat.beat_at < now() - interval '${outageSeconds} seconds'
                  and ${ranBetween(exam, 'beat.beat_at', 'now()')}))`;

/** Whether a sign-in and its token are valid, by the database's clock. */
export const isLiveSignIn = (signIn: string, tokenEnds: string) =>
  `${signIn}.revoked_at is null and ${signIn}.expires_at > now() and to_timestamp(${tokenEnds}) > now()`;
