import type { QueryOfCall } from '#contract/call.ts';
import type { listOutages, OpenOutage, OutageSitting, outageSittings } from '#contract/outages.ts';
import { refuse } from '#domain/errors.ts';
import type { Queryable } from '#server/db/database.ts';
import { interruptedExams, selectInterrupted } from './interrupted-sittings.ts';

type OpenRow = {
  readonly id: number;
  readonly from: number;
  readonly until: number;
  readonly decideBy: number;
};

const minute = 60_000;
const iso = (moment: number) => new Date(moment).toISOString();

const openRow = (sql: Queryable) => sql`
  id, extract(epoch from began_at)::float8 * 1000 as from, extract(epoch from ended_at)::float8 * 1000 as until,
  extract(epoch from decide_by)::float8 * 1000 as "decideBy"`;

async function effectOf(sql: Queryable, outage: OpenRow): Promise<OpenOutage> {
  const sittings = await selectInterrupted(sql, outage);
  const possible = sittings.filter(({ problem }) => problem === undefined).map(({ minutes }) => minutes);
  return {
    id: outage.id,
    from: iso(outage.from),
    until: iso(outage.until),
    decideBy: iso(outage.decideBy),
    sittings: sittings.length,
    impossible: sittings.length - possible.length,
    leastMinutes: possible.length === 0 ? 0 : Math.min(...possible),
    mostMinutes: Math.max(0, ...possible),
  };
}

/** The undecided outages, newest first, with the effect of crediting now. */
export async function pageOfOutages(sql: Queryable, { skip, take }: QueryOfCall<typeof listOutages>) {
  const open = sql`state = 'open' and decide_by > now()`;
  const [rows, [counted]] = await Promise.all([
    sql<
      OpenRow[]
    >`select ${openRow(sql)} from outages where ${open} order by id desc offset ${skip} limit ${take}`,
    sql<{ total: number }[]>`select count(*)::int as total from outages where ${open}`,
  ]);
  const items = await Promise.all(rows.map((row) => effectOf(sql, row)));
  return { items, total: counted?.total ?? 0 };
}

/** A page of the sittings an outage interrupted, by student. */
export async function pageOfSittings(
  sql: Queryable,
  id: number,
  page: QueryOfCall<typeof outageSittings>,
): Promise<{ items: OutageSitting[]; total: number }> {
  const [outage] = await sql<OpenRow[]>`select ${openRow(sql)} from outages where id = ${id}`;
  if (!outage) refuse('resource.notFound');
  const [sittings, [counted]] = await Promise.all([
    selectInterrupted(sql, outage, page),
    sql<{ total: number }[]>`
      select count(distinct group_id)::int as total from ${interruptedExams(sql, id)} i`,
  ]);
  const items = sittings.map(({ groupId, studentName, examName, room, deadline, minutes, problem }) => ({
    id: groupId,
    studentName,
    examName,
    room,
    deadline: iso(deadline),
    minutes,
    newDeadline: iso(deadline + (problem === undefined ? minutes * minute : 0)),
    problem: problem ?? null,
  }));
  return { items, total: counted?.total ?? 0 };
}
