import type { TechnicalFacts } from '#contract/contestations.ts';
import type { Queryable } from '#server/db/database.ts';
import { historiesOf } from '#server/exams/history.ts';

/** The technical facts about an exam: lost connections, takeovers, late answers, credited time. */
export async function technicalFacts(sql: Queryable, examId: number): Promise<TechnicalFacts> {
  const [exam] = await sql<{ startedAt: string; finishedAt: string | null; recordings: number }[]>`
    select e.started_at as "startedAt", e.finished_at as "finishedAt",
           (select count(*)::int from recordings r where r.exam_group_id = e.group_id) as recordings
      from exams e where e.id = ${examId}`;
  if (!exam) throw new Error(`there is no exam ${examId}`);
  const history = (await historiesOf(sql, [examId])).of(examId);
  return {
    ...exam,
    losses: history.flatMap(({ at, delaySeconds, questionIndex }) =>
      delaySeconds === null ? [] : [{ at, seconds: delaySeconds, question: questionIndex }],
    ),
    takeovers: history
      .filter(({ event }) => event === 'loaded')
      .map(({ at, computer }) => ({ at, computer })),
    late: history
      .filter(({ event }) => event === 'late')
      .map(({ at, questionIndex, answers }) => ({ at, question: questionIndex, answers: answers ?? '' })),
    credited: history.flatMap(({ at, event, minutes }) =>
      event === 'timeCredited' && minutes !== null ? [{ at, minutes }] : [],
    ),
  };
}
