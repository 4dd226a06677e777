import type { HistoryEntry } from '#contract/students-exams.ts';
import { type EventLetter, eventKindOf } from '#domain/exam-taking/events.ts';
import type { FinishCause } from '#domain/exam-taking/sitting.ts';
import { tickLetters } from '#domain/exam-taking/ticks.ts';
import type { Queryable } from '#server/db/database.ts';
import { shownEvents } from './shown-events.ts';

/** `exam_events.client`: what the browser reported, and also facts that the server records with an event. */
type EventFacts = {
  readonly clientTime?: unknown;
  readonly minutes?: number;
  readonly deadline?: string;
  readonly cause?: FinishCause;
  readonly score?: number;
  /** Of events from before reasons were stored apart. */
  readonly reason?: string;
  readonly by?: number;
};

type Row = {
  readonly examId: number;
  readonly at: string;
  readonly kind: EventLetter;
  readonly position: number | null;
  readonly ticks: number | null;
  readonly toPosition: number | null;
  readonly signIn: string | null;
  readonly client: EventFacts | null;
  readonly reason: string | null;
  readonly isPaper: boolean;
  readonly by: string | null;
  readonly omitted: number;
};

/** A shorter delay does not count as a lost connection. */
const lostConnectionSeconds = 15;
const maxDelaySeconds = 24 * 3600;

/** An upper bound for the offset of each browser's clock: the smallest difference of any of its events. */
function clockDifferences(rows: readonly Row[]): ReadonlyMap<string, number> {
  const smallest = new Map<string, number>();
  for (const { at, client, signIn } of rows) {
    const browserTime = typeof client?.clientTime === 'string' ? Date.parse(client.clientTime) : Number.NaN;
    if (signIn === null || Number.isNaN(browserTime)) continue;
    const difference = Date.parse(at) - browserTime;
    smallest.set(signIn, Math.min(difference, smallest.get(signIn) ?? difference));
  }
  return smallest;
}

function delayOf({ at, client }: Row, difference: number | undefined): number | null {
  if (difference === undefined || typeof client?.clientTime !== 'string') return null;
  const seconds = Math.round((Date.parse(at) - Date.parse(client.clientTime) - difference) / 1000);
  return seconds >= lostConnectionSeconds && seconds <= maxDelaySeconds ? seconds : null;
}

export type Histories = {
  readonly of: (examId: number) => HistoryEntry[];
  /** How many sign-ins took part in the sitting. */
  readonly computers: number;
};

/**
 * The events of a sitting's exams in order, with how long answers waited in a browser without a connection,
 * and on which computer they were given (RESU-7).
 */
export async function historiesOf(sql: Queryable, examIds: readonly number[]): Promise<Histories> {
  const rows = await sql<Row[]>`
    select v.exam_id as "examId", v.at, v.kind, v.position, v.ticks, v.to_position as "toPosition", v.sign_in as "signIn",
           v.omitted, v.client, (select r.reason from event_reasons r where r.exam_id = v.exam_id and r.save_id = v.save_id) as reason,
           coalesce(v.client ? 'paper', false) as "isPaper",
           (select string_agg(u.name, ', ' order by u.id) from users u
             where u.id in ((v.client ->> 'by')::int, (v.client ->> 'with')::int)) as by
      from ${shownEvents(sql, examIds)} v order by v.at, v.save_id`;
  const computers = new Map<string, number>();
  for (const { signIn } of rows)
    if (signIn !== null && !computers.has(signIn)) computers.set(signIn, computers.size + 1);
  const differences = clockDifferences(rows);
  const entryOf = (row: Row): HistoryEntry => ({
    at: row.at,
    event: eventKindOf(row.kind),
    questionIndex: row.position,
    answers: row.ticks === null ? null : tickLetters(row.ticks),
    shownNext: row.toPosition,
    delaySeconds: delayOf(row, differences.get(row.signIn ?? '')),
    computer: computers.get(row.signIn ?? '') ?? null,
    minutes: row.client?.minutes ?? null,
    deadline: row.client?.deadline ?? null,
    cause: row.client?.cause ?? null,
    score: row.client?.score ?? null,
    reason: row.reason ?? row.client?.reason ?? null,
    by: row.by,
    isPaper: row.isPaper,
    omitted: row.omitted,
  });
  return {
    of: (examId) => rows.filter((row) => row.examId === examId).map(entryOf),
    computers: computers.size,
  };
}
