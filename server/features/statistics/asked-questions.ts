import type { QueryOfCall } from '#contract/call.ts';
import type { AskedQuestion, askedQuestions as askedQuestionsCall } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { Queryable } from '#server/db/database.ts';
import { statisticsDisciplines } from '#server/scopes/exam-scope.ts';
import { counted, partIn } from './cohort.ts';

/** A page of the questions that were served in a part of a custom exam and that the viewer may study, to leave some out. */
export async function askedQuestions(
  sql: Queryable,
  actor: Actor,
  { search, skip, take, ...query }: QueryOfCall<typeof askedQuestionsCall>,
): Promise<{ items: AskedQuestion[]; total: number }> {
  const { part } = await partIn(sql, actor, query);
  const own = await statisticsDisciplines(sql, actor);
  const rows = await sql<(AskedQuestion & { readonly total: number })[]>`
    with served as materialized (
      select distinct x.question_version_id as id from exams e join exam_questions x on x.exam_id = e.id
       where e.part_id = ${part.id} and e.finished_at is not null and ${counted(sql, query.sessionId, query.examCustomId)})
    select q.id as "questionId", q.text, count(*) over ()::int as total
      from questions q join chapters c on c.id = q.chapter_id
     where q.id in (select v.question_id from served join question_versions v on v.id = served.id)
       and ${own ? sql`c.discipline_id = any(${[...own]}::int[])` : sql`true`}
       and ${search ? sql`(q.search_text like search_pattern(${search}) or q.id::text = ${search})` : sql`true`}
     order by q.id offset ${skip} limit ${take}`;
  return {
    items: rows.map(({ questionId, text }) => ({ questionId, text: plainTextOf(text) })),
    total: rows[0]?.total ?? 0,
  };
}
