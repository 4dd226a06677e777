import type { Actor } from '#domain/access/actor.ts';
import { disciplinesTaken, statisticsScope } from '#server/scopes/exam-scope.ts';
import type { Services } from '#server/services.ts';
import { familyIds } from './question-years.ts';

type StatisticsSubject =
  | { readonly examCustomId: number; readonly partId?: number | undefined }
  | { readonly pkDiscipline: number }
  | { readonly sessionId: number }
  | { readonly questionId: number };

/**
 * Whether statistics are closed to staff who are examined in one of the disciplines themselves, until their key opens: figures tell
 * which questions were asked, and scores what the viewer earned (RESU-1).
 */
export async function isClosedToTaker(
  { database: { sql } }: Services,
  actor: Actor,
  wanted: StatisticsSubject,
): Promise<boolean> {
  const parts = () => {
    if ('examCustomId' in wanted)
      return sql`d.custom_exam_id = ${wanted.examCustomId} and d.part_id = coalesce(${wanted.partId ?? null}::int, d.part_id)`;
    return 'sessionId' in wanted
      ? sql`d.part_id in (
          select e.part_id from exams e join exam_groups g on g.id = e.group_id
           where g.exam_session_id = ${wanted.sessionId} and g.kind = 'official')
          and ${statisticsScope(sql, actor, sql`d.part_id`)}`
      : sql`false`;
  };
  const disciplines = () => {
    if ('pkDiscipline' in wanted) return sql`(select ${wanted.pkDiscipline}::int)`;
    return 'questionId' in wanted
      ? sql`(select c.discipline_id from questions q join chapters c on c.id = q.chapter_id
              where q.id in ${familyIds(sql, wanted.questionId)})`
      : sql`(select d.discipline_id from custom_exam_disciplines d where ${parts()})`;
  };
  const [viewer] = await sql<{ isTaker: boolean }[]>`
    select exists (select from students where user_id = ${actor.userId}) as "isTaker"`;
  if (!viewer?.isTaker) return false;
  const closed = await sql`
    select from ${disciplinesTaken(sql, actor.userId)} taken where taken.discipline_id in ${disciplines()} limit 1`;
  return closed.count > 0;
}
