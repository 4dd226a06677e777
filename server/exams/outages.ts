import type { FastifyBaseLogger } from 'fastify';
import { beatSeconds, decisionMinutes, isOutage } from '#domain/exam-taking/outage.ts';
import { type Database, type Fragment, type Queryable, systemAuthor } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { isHeldByOutage, ranBetween } from './outage-conditions.ts';

/** SQL: whether official exam `e` ran, grace included, between two times when no server was up. */
const ranDuring = (sql: Queryable, from: string, until: string): Fragment =>
  sql.unsafe(ranBetween('e', from, until));

/** SQL: whether exam `e` stays open because of an outage. */
export const heldByOutage = (sql: Queryable): Fragment => sql.unsafe(isHeldByOutage('e'));

/**
 * Writes a heartbeat, at most every few seconds. After a gap in the heartbeats of all processes during which
 * exams ran, exactly one process records an outage and returns its id. Without running exams there is nothing
 * to decide.
 */
export async function beat(database: Database): Promise<number | undefined> {
  return database.transaction(systemAuthor, async (tx) => {
    const begun = await tx`insert into heartbeats (beat_at) values (now()) on conflict do nothing`;
    if (begun.count > 0) return undefined;
    // Waits for another process that writes at the same time; then nothing is left to write.
    const [last] = await tx<{ at: number; now: number }[]>`
      select extract(epoch from beat_at)::float8 * 1000 as at, extract(epoch from now())::float8 * 1000 as now from heartbeats
       where beat_at < now() - make_interval(secs => ${beatSeconds / 2}) for update`;
    if (!last) return undefined;
    const [outage] = isOutage(last.at, last.now)
      ? await tx<{ id: number }[]>`
          insert into outages (began_at, ended_at, decide_by)
          select h.beat_at, now(), now() + make_interval(mins => ${decisionMinutes}) from heartbeats h
           where exists (select from exams e where ${ranDuring(tx, 'h.beat_at', 'now()')})
          returning id`
      : [];
    // Nobody could decide while no server ran.
    if (isOutage(last.at, last.now))
      await tx`update outages set decide_by = now() + make_interval(mins => ${decisionMinutes})
                where state = 'open' and decide_by > (select beat_at from heartbeats)`;
    await tx`update outages set state = 'expired', decided_at = now() where state = 'open' and decide_by <= now()`;
    await tx`update heartbeats set beat_at = now()`;
    return outage?.id;
  });
}

export async function noteBeat(database: Database, log: FastifyBaseLogger): Promise<void> {
  const outage = await beat(database);
  if (outage !== undefined)
    log.warn({ outage }, 'no server ran while exams did; they stay open until an administrator decides');
}

/** Separate from closing exams, because a round that closes thousands must not look like an outage. */
export const heartbeat: RepeatedJob = {
  use: 'exam',
  start: ({ database }, log) => repeat((beatSeconds / 2) * 1000, log, () => noteBeat(database, log)),
};
