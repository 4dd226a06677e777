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
  const disciplines = sql`
    select discipline_id from custom_exam_disciplines where part_id = ${part.id}
       and ${own ? sql`discipline_id = any(${[...own]}::int[])` : sql`true`}`;
  const rows = await sql<(AskedQuestion & { readonly total: number })[]>`
    select q.id as "questionId", q.text, count(*) over ()::int as total
      from questions q join chapters c on c.id = q.chapter_id
     where c.discipline_id in (${disciplines})
       and ${search ? sql`(q.search_text like search_pattern(${search}) or q.id::text = ${search})` : sql`true`}
       and exists (
         select from question_versions v join exam_questions x on x.question_version_id = v.id join exams e on e.id = x.exam_id
          where v.question_id = q.id and e.part_id = ${part.id} and e.finished_at is not null
            and ${counted(sql, query.sessionId, query.examCustomId)})
     order by q.id offset ${skip} limit ${take}`;
  return {
    items: rows.map(({ questionId, text }) => ({ questionId, text: plainTextOf(text) })),
    total: rows[0]?.total ?? 0,
  };
}
