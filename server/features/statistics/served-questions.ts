import type { QueryOfCall } from '#contract/call.ts';
import type { ServedQuestion, servedQuestions as servedQuestionsCall } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { Queryable } from '#server/db/database.ts';
import { counted, partIn } from './cohort.ts';

/** A page of the questions that were served in a part of a custom exam and that the viewer may study, to leave some out. */
export async function servedQuestions(
  sql: Queryable,
  actor: Actor,
  { search, skip, take, ...query }: QueryOfCall<typeof servedQuestionsCall>,
): Promise<{ items: ServedQuestion[]; total: number }> {
  const { part, disciplines } = await partIn(sql, actor, query);
  // A page past the end has no rows, but the same total.
  const rows = await sql<{ total: number; questionId: number | null; text: string | null }[]>`
    with served as materialized (
      select distinct x.question_version_id as id from exams e join exam_questions x on x.exam_id = e.id
       where e.part_id = ${part.id} and e.finished_at is not null and ${counted(sql, query.sessionId, query.examCustomId)}),
    found as materialized (
      select q.id from questions q join chapters c on c.id = q.chapter_id
       where q.id in (select v.question_id from served join question_versions v on v.id = served.id)
         and ${disciplines ? sql`c.discipline_id = any(${[...disciplines]}::int[])` : sql`true`}
         and ${search ? sql`(q.search_text like search_pattern(${search}) or q.id::text = ${search})` : sql`true`})
    select (select count(*)::int from found) as total, q.id as "questionId", q.text
      from (values (1)) one
      left join ((select id from found order by id offset ${skip} limit ${take}) page join questions q on q.id = page.id) on true
     order by q.id`;
  return {
    items: rows.flatMap(({ questionId, text }) =>
      questionId === null ? [] : [{ questionId, text: plainTextOf(text ?? '') }],
    ),
    total: rows[0]?.total ?? 0,
  };
}
