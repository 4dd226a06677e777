import type { QueryOfCall } from '#contract/call.ts';
import type { listQuestions, QuestionRow } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { bankIsReadable, partIn, type StoredPart } from '#server/bank/teaching.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { mayEdit } from './found-question.ts';

type QuestionQuery = QueryOfCall<typeof listQuestions>;

/** Texts of one or two letters have no trigram, so they would scan the whole index. */
const shortestIndexed = 3;
const maxWords = 10;

/**
 * Every word must occur in the question or its answers, ignoring diacritics. The pattern is in a subquery; otherwise
 * the database would compute it for every row.
 */
function wordsFound(sql: Queryable, search: string | undefined): Fragment[] {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, maxWords);
  return words.map((word) =>
    word.length >= shortestIndexed
      ? sql`q.search like (select search_pattern(${word}))`
      : sql`strpos(q.search, (select fold(${word}))) > 0`,
  );
}

/** The chapters to list questions of, ordered by code: those the actor may read, filtered by the query. */
async function reachableChapterIds(sql: Queryable, actor: Actor, query: QuestionQuery): Promise<number[]> {
  const filters: readonly (readonly [number | undefined, Fragment])[] = [
    [query.pkCollege, sql`d.college_id`],
    [query.pkSection, sql`d.section_id`],
    [query.pkDiscipline, sql`d.id`],
    [query.year, sql`d.year`],
    [query.chapterId, sql`c.id`],
  ];
  const filter = [
    sql`c.removed_at is null`,
    bankIsReadable(sql, actor, sql`d.id`),
    // The URL of the screen has 0 where nothing is selected.
    ...filters.flatMap(([value, column]) => (value ? [sql`${column} = ${value}`] : [])),
  ];
  const rows = await sql<{ id: number }[]>`
    select c.id from chapters c join disciplines d on d.id = c.discipline_id
     where ${allOf(sql, filter)} order by c.code collate natural_ro, c.id`;
  return rows.map((row) => row.id);
}

const orders: Record<QuestionQuery['sort'], (sql: Queryable, chapters: Fragment) => Fragment> = {
  id: (sql) => sql`q.id`,
  text: (sql) => sql`q.sort_text`,
  chapter: (sql, chapters) => sql`array_position(${chapters}, q.chapter_id)`,
  changedAt: (sql) => sql`q.changed_at`,
};

/** The filter, order and page of the questions, as fragments of a query. */
function parts(sql: Queryable, query: QuestionQuery, chapterIds: readonly number[]) {
  const chapters = sql`${[...chapterIds]}::int[]`;
  const direction = query.desc ? sql`desc` : sql`asc`;
  const filter = allOf(sql, [
    sql`q.removed_at is null`,
    sql`q.chapter_id = any(${chapters})`,
    ...wordsFound(sql, query.search),
  ]);
  const order = sql`${orders[query.sort](sql, chapters)} ${direction}, q.id ${direction}`;
  return { filter, order, cut: sql`offset ${query.skip} limit ${query.take}` };
}

type Ids = { readonly ids: number[]; readonly total: number };

/** Searching reads long texts, so one query returns both the page and the total. */
async function searchedIds(
  sql: Queryable,
  query: QuestionQuery,
  chapterIds: readonly number[],
): Promise<Ids> {
  const { filter, order, cut } = parts(sql, query, chapterIds);
  const [row] = await sql<Ids[]>`
    with q as materialized (select id, chapter_id, sort_text, changed_at from questions q where ${filter})
    select (select count(*) from q) as total, array(select q.id from q order by ${order} ${cut}) as ids`;
  return row ?? { ids: [], total: 0 };
}

/** Without a search, the page and the total are read from indexes. */
async function listedIds(sql: Queryable, query: QuestionQuery, chapterIds: readonly number[]): Promise<Ids> {
  const { filter, order, cut } = parts(sql, query, chapterIds);
  const [rows, [counted]] = await Promise.all([
    sql<{ id: number }[]>`select q.id from questions q where ${filter} order by ${order} ${cut}`,
    sql<{ total: number }[]>`select count(*) as total from questions q where ${filter}`,
  ]);
  return { ids: rows.map((row) => row.id), total: counted?.total ?? 0 };
}

type Row = Omit<QuestionRow, 'mayEdit'> & { readonly addedBy: number | null; readonly part: StoredPart };

async function rowsOf(sql: Queryable, actor: Actor, ids: readonly number[]): Promise<Row[]> {
  return sql<Row[]>`
    select q.id, c.id as "chapterId", c.code as "chapterCode", c.description as "chapterDescription",
           d.id as "pkDiscipline", d.description as "disciplineDescription", q.text, v.points::float8 as points,
           q.correct_count as "correctCount", q.answer_count - q.correct_count as "wrongCount", v.incomplete,
           q.exam_only as "examOnly", q.version, q.changed_at as "changedAt", u.name as "changedBy",
           (v.image is not null or exists (
             select from answer_options a where a.question_version_id = v.id and a.image is not null)) as "hasImage",
           q.added_by as "addedBy", ${partIn(sql, actor, sql`d.id`)} as part
      from unnest(${[...ids]}::int[]) with ordinality as page (id, place) join questions q on q.id = page.id
      join chapters c on c.id = q.chapter_id join disciplines d on d.id = c.discipline_id
      join question_versions v on v.question_id = q.id and v.number = q.version
      left join users u on u.id = v.written_by
     order by page.place`;
}

export type QuestionPage = { readonly items: QuestionRow[]; readonly total: number };

/** One page of the questions the actor may read, with the total. */
export async function questionPage(
  sql: Queryable,
  actor: Actor,
  query: QuestionQuery,
): Promise<QuestionPage> {
  const chapterIds = await reachableChapterIds(sql, actor, query);
  const find = query.search ? searchedIds : listedIds;
  const { ids, total } = await find(sql, query, chapterIds);
  const rows = await rowsOf(sql, actor, ids);
  return {
    items: rows.map(({ addedBy, part, ...row }) => ({ ...row, mayEdit: mayEdit(actor, { addedBy, part }) })),
    total,
  };
}
