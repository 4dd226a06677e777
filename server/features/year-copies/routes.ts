import type { BodyOfCall, QueryOfCall } from '#contract/call.ts';
import * as calls from '#contract/year-copies.ts';
import { lastStudyYear } from '#domain/calendar/study-years.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { mayFollow } from '#domain/university-years/year-copy.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { sendCopy } from './copying.ts';
import { disciplinePage, seriesPage, studentPage } from './preview.ts';

type Start = BodyOfCall<typeof calls.startYearCopy>;
type Counts = calls.YearCopy['counts'];
type Row = Omit<calls.YearCopy, 'counts'> & Counts;

const copiesWhere = (sql: Queryable, condition: Fragment): Fragment => sql`
  select c.id, c.from_year_id as "fromYearId", c.to_year_id as "toYearId", u.name as "madeBy", c.made_at as "madeAt",
         c.finished_at as "finishedAt", copied.*, moving.*
    from year_copies c join users u on u.id = c.made_by
   cross join lateral (
     select count(*) as disciplines, count(*) filter (where state <> 'waiting') as "disciplinesDone",
            count(*) filter (where state = 'taken') as taken, coalesce(sum(questions), 0)::int as questions,
            coalesce(sum(chapters_left), 0)::int as "leftChapters"
       from year_copy_disciplines where copy_id = c.id) copied
   cross join lateral (
     select count(*) as students, count(*) filter (where state <> 'waiting') as "studentsDone",
            count(*) filter (where state = 'moved') as moved from year_moves where copy_id = c.id) moving
   where ${condition}`;

const shown = ({ id, fromYearId, toYearId, madeBy, madeAt, finishedAt, ...counts }: Row): calls.YearCopy => {
  const { disciplines, disciplinesDone, taken, questions, leftChapters, ...moves } = counts;
  const { students, studentsDone, moved } = moves;
  return {
    id,
    fromYearId,
    toYearId,
    madeBy,
    madeAt,
    finishedAt,
    counts: { disciplines, disciplinesDone, taken, questions, leftChapters, students, studentsDone, moved },
  };
};

async function readCopy(sql: Queryable, id: number): Promise<calls.YearCopy> {
  const [row] = await sql<Row[]>`${copiesWhere(sql, sql`c.id = ${id}`)}`;
  return row ? shown(row) : refuse('resource.notFound');
}

async function copyPage(
  sql: Queryable,
  { fromYearId, skip, take }: QueryOfCall<typeof calls.listYearCopies>,
) {
  const condition = sql`c.from_year_id = ${fromYearId}`;
  const [rows, [counted]] = await Promise.all([
    sql<Row[]>`${copiesWhere(sql, condition)} order by c.id desc offset ${skip} limit ${take}`,
    sql<{ total: number }[]>`select count(*) as total from year_copies c where ${condition}`,
  ]);
  return { items: rows.map(shown), total: counted?.total ?? 0 };
}

/** Locks both years, so that neither is deleted; students move only into a later one. */
async function refuseUnsuitableYears(
  tx: Transaction,
  { fromYearId, toYearId, series }: Start,
): Promise<void> {
  const found = await tx<{ id: number; startYear: number | null; endYear: number | null }[]>`
    select id, start_year as "startYear", end_year as "endYear" from university_years
     where id = any(${[fromYearId, toYearId]}::int[]) for share`;
  const ids = found.map(({ id }) => id);
  refuseProblems([
    ...(ids.includes(fromYearId) ? [] : [problem('fromYearId', 'validation.reference')]),
    ...(ids.includes(toYearId) && toYearId !== fromYearId
      ? []
      : [problem('toYearId', 'validation.reference')]),
  ]);
  const [from, to] = [fromYearId, toYearId].map((wanted) => found.find(({ id }) => id === wanted));
  if (series.length > 0 && from && to && !mayFollow(from, to)) refuse('yearCopy.notLater');
}

/**
 * Notes who moves where, once per university year, and creates the series a year higher. A student whom an earlier run
 * left, because they had changed series, moves with this one.
 */
async function chooseStudents(tx: Transaction, copyId: number, { toYearId, series }: Start): Promise<number> {
  const chosen = series.map(({ id }) => id);
  const staying = series.flatMap(({ except }) => except);
  await tx`
    insert into series (section_id, code, name, year, lang_code)
    select section_id, code, name, year + 1, lang_code from series
     where id = any(${chosen}::int[]) and year < ${lastStudyYear} order by id
    on conflict (section_id, year, code) do nothing`;
  const moves = await tx`
    insert into year_moves (to_year_id, student_id, copy_id, from_series_id, to_series_id)
    select ${toYearId}, s.id, ${copyId}, e.id, higher.id from series e
      join series higher on higher.section_id = e.section_id and higher.year = e.year + 1 and higher.code = e.code
      join students s on s.series_id = e.id
     where e.id = any(${chosen}::int[]) and s.id <> all(${staying}::int[]) order by s.id
    on conflict (to_year_id, student_id) do update
       set copy_id = excluded.copy_id, from_series_id = excluded.from_series_id, to_series_id = excluded.to_series_id,
           state = 'waiting' where year_moves.state = 'left'`;
  return moves.count;
}

async function start(
  tx: Transaction,
  { queue }: Services,
  madeBy: number,
  body: Start,
): Promise<calls.YearCopy> {
  await refuseUnsuitableYears(tx, body);
  const { fromYearId, toYearId, disciplines } = body;
  const [copy] = await tx<{ id: number }[]>`
    insert into year_copies (from_year_id, to_year_id, made_by) values (${fromYearId}, ${toYearId}, ${madeBy}) returning id`;
  if (!copy) throw new Error('the copy was not stored');
  const chosen =
    disciplines === null
      ? { count: 0 }
      : await tx`insert into year_copy_disciplines (copy_id, discipline_id)
          select ${copy.id}, id from disciplines
           where university_year_id = ${fromYearId} and id <> all(${disciplines.except}::int[]) order by id`;
  const moving = await chooseStudents(tx, copy.id, body);
  if (chosen.count + moving === 0) refuse('yearCopy.nothingChosen');
  await sendCopy(tx, queue, copy.id);
  return readCopy(tx, copy.id);
}

/** The calls that prepare a new university year from another one. */
export function yearCopyRoutes(services: Services): Route[] {
  const { database } = services;
  const { sql } = database;
  return [
    route(calls.listYearDisciplines, ({ query }) => disciplinePage(sql, query)),
    route(calls.listYearSeries, ({ query }) => seriesPage(sql, query)),
    route(calls.listMovingStudents, ({ query }) => studentPage(sql, query)),
    route(calls.startYearCopy, ({ caller, author, body }) =>
      database.transaction(author, (tx) => start(tx, services, caller.actor.userId, body)),
    ),
    route(calls.readYearCopy, ({ params }) => readCopy(sql, params.id)),
    route(calls.listYearCopies, ({ query }) => copyPage(sql, query)),
  ];
}
