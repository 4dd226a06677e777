import type { SummaryLine } from '#contract/contestation-list.ts';
import { type Actor, isOfAny } from '#domain/access/actor.ts';
import type { Queryable } from '#server/db/database.ts';
import { holdsDiscipline } from '#server/scopes/holders.ts';

/**
 * Numbers by discipline, status and age: all disciplines for administrators and the dean's office, their own
 * for holders. The status is that of the discipline's questions; technical complaints, which are decided as a whole,
 * have a line of their own.
 */
export async function contestSummary(
  sql: Queryable,
  actor: Actor,
  { sessionId }: { readonly sessionId?: number | undefined },
): Promise<{ lines: SummaryLine[] }> {
  const lines = await sql<SummaryLine[]>`
    select x.discipline_id as "disciplineId", d.description as discipline,
           json_build_object('DP', count(*) filter (where x.status = 'DP'), 'RS', count(*) filter (where x.status = 'RS'),
             'AC', count(*) filter (where x.status = 'AC'), 'PAC', count(*) filter (where x.status = 'PAC')) as statuses,
           json_build_object(
             'upToOne', count(*) filter (where x.status = 'DP' and x.age <= interval '1 day'),
             'upToThree', count(*) filter (where x.status = 'DP' and x.age > interval '1 day' and x.age <= interval '3 days'),
             'upToSeven', count(*) filter (where x.status = 'DP' and x.age > interval '3 days' and x.age <= interval '7 days'),
             'older', count(*) filter (where x.status = 'DP' and x.age > interval '7 days')) as ages,
           count(*) filter (where x.status = 'DP' and x.until < now())::int as overdue,
           min(x.until) filter (where x.status = 'DP' and x.until >= now()) as "nextDeadline"
      from (select k.id, case when k.type <> 'technical' then q.discipline_id end as discipline_id,
                   case when k.type = 'technical' then k.status when bool_or(q.accepted is null) then 'DP'
                        when bool_and(q.accepted) then 'AC' when bool_or(q.accepted) then 'PAC' else 'RS' end as status,
                   now() - k.filed_at as age, s.contest_resolve_end_date as until
              from exam_contests k join exam_sessions s on s.id = k.exam_session_id
              join exam_contest_questions q on q.contest_id = k.id
             where ${isOfAny(actor, ['admin', 'dean']) ? sql`true` : holdsDiscipline(sql, actor, sql`q.discipline_id`)}
               and ${sessionId === undefined ? sql`true` : sql`k.exam_session_id = ${sessionId}`}
             group by k.id, 2, s.contest_resolve_end_date) x
      left join disciplines d on d.id = x.discipline_id
     group by x.discipline_id, d.description order by d.description collate natural_ro nulls last, x.discipline_id`;
  return { lines };
}
