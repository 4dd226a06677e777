import type { QueryOfCall } from '#contract/call.ts';
import type { listQuestions, QuestionRow } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { bankIsReadable, partIn, type StoredPart } from '#server/bank/teaching.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { mayEdit } from './found-question.ts';

type Asked = QueryOfCall<typeof listQuestions>;

/** Texts of one or two letters have no trigram, so that the index would be read from end to end for them. */
const shortestIndexed = 3;
const mostWords = 10;

/** Every word must stand somewhere in the question or in its answers, whatever its diacritics. */
function wordsFound(sql: Queryable, search: string | undefined): Fragment[] {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, mostWords);
  return words.map((word) =>
    word.length >= shortestIndexed
      ? sql`q.search like search_pattern(${word})`
      : sql`strpos(q.search, fold(${word})) > 0`,
  );
}

/** What narrows the list: the bank the actor may read, what is asked for, the searched words. */
function limits(sql: Queryable, actor: Actor, asked: Asked): Fragment {
  const places: readonly (readonly [number | undefined, Fragment])[] = [
    [asked.pkCollege, sql`d.college_id`],
    [asked.pkSection, sql`d.section_id`],
    [asked.pkDiscipline, sql`d.id`],
    [asked.year, sql`d.year`],
    [asked.chapterId, sql`c.id`],
  ];
  return allOf(sql, [
    sql`q.removed_at is null`,
    sql`c.removed_at is null`,
    bankIsReadable(sql, actor, sql`d.id`),
    // The path of the screen writes 0 where nothing is chosen.
    ...places.flatMap(([value, column]) => (value ? [sql`${column} = ${value}`] : [])),
    ...wordsFound(sql, asked.search),
  ]);
}

const orders: Record<Asked['sort'], (sql: Queryable) => Fragment> = {
  id: (sql) => sql`q.id`,
  text: (sql) => sql`left(q.search_text, 80)`,
  chapter: (sql) => sql`c.code`,
  changedAt: (sql) => sql`q.changed_at`,
};

type Row = Omit<QuestionRow, 'mayEdit'> & { readonly addedBy: number | null; readonly part: StoredPart };

async function rowsOf(sql: Queryable, actor: Actor, asked: Asked, meant: Fragment): Promise<Row[]> {
  const direction = asked.desc ? sql`desc` : sql`asc`;
  return sql<Row[]>`
    with page as materialized (
      select q.id, row_number() over () as place from (
        select q.id from questions q join chapters c on c.id = q.chapter_id join disciplines d on d.id = c.discipline_id
         where ${meant} order by ${orders[asked.sort](sql)} ${direction}, q.id ${direction}
        offset ${asked.skip} limit ${asked.take}) q)
    select q.id, c.id as "chapterId", c.code as "chapterCode", c.description as "chapterDescription",
           d.id as "pkDiscipline", d.description as "disciplineDescription", q.text, v.points::float8 as points,
           q.correct_count as "correctCount", q.answer_count - q.correct_count as "wrongCount", v.incomplete,
           q.exam_only as "examOnly", q.version, q.changed_at as "changedAt", u.name as "changedBy",
           (v.image is not null or exists (
             select from answer_options a where a.question_version_id = v.id and a.image is not null)) as "hasImage",
           q.added_by as "addedBy", ${partIn(sql, actor, sql`d.id`)} as part
      from page join questions q on q.id = page.id
      join chapters c on c.id = q.chapter_id join disciplines d on d.id = c.discipline_id
      join question_versions v on v.question_id = q.id and v.number = q.version
      left join users u on u.id = v.written_by
     order by page.place`;
}

async function countOf(sql: Queryable, meant: Fragment): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from questions q join chapters c on c.id = q.chapter_id join disciplines d on d.id = c.discipline_id
     where ${meant}`;
  return row?.count ?? 0;
}

export type QuestionPage = { readonly items: QuestionRow[]; readonly total: number };

/** One page of the questions the actor may read, and how many are meant in all. */
export async function questionPage(sql: Queryable, actor: Actor, asked: Asked): Promise<QuestionPage> {
  const [rows, total] = await Promise.all([
    rowsOf(sql, actor, asked, limits(sql, actor, asked)),
    countOf(sql, limits(sql, actor, asked)),
  ]);
  return {
    items: rows.map(({ addedBy, part, ...row }) => ({ ...row, mayEdit: mayEdit(actor, { addedBy, part }) })),
    total,
  };
}
