import { outageSeconds } from '#domain/exam-taking/outage.ts';
import { graceSeconds } from '#domain/exam-taking/time.ts';

/* Conditions on exams in outages, with names only, like those in conditions.ts. */

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
