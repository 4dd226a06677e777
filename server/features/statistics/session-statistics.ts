import type { QueryOfCall } from '#contract/call.ts';
import type {
  ComparedGroup,
  SessionStatistics,
  sessionStatistics as sessionStatisticsCall,
} from '#contract/session-statistics.ts';
import { type Actor, isOf } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { minServed } from '#domain/statistics/item-analysis.ts';
import { customExamPartName } from '#server/appointments/custom-exam-part-name.ts';
import type { Queryable } from '#server/db/database.ts';
import { statisticsDisciplines } from '#server/scopes/exam-scope.ts';
import { recentResults } from './recent-results.ts';
import { fingerprintOfSession, stillBelong } from './session-cohort.ts';
import { type SessionFigures, sessionFigures } from './session-figures.ts';
import { sortedPage } from './sorted-page.ts';

export type SessionQuery = { readonly sessionId: number } & Pick<
  QueryOfCall<typeof sessionStatisticsCall>,
  'of' | 'sort' | 'desc'
> & { readonly skip?: number; readonly take?: number };

async function groupsByPart(
  sql: Queryable,
  { byPart }: Pick<SessionFigures, 'byPart'>,
): Promise<ComparedGroup[]> {
  const parts = await sql<{ id: number; partId: number; name: string; partName: string | null }[]>`
    select c.id, cp.id as "partId", c.name, nullif(${customExamPartName(sql)}, c.name) as "partName"
      from custom_exam_parts cp join custom_exams c on c.id = cp.custom_exam_id
     where cp.id = any(${[...byPart.keys()]}::int[]) order by c.name collate natural_ro, c.id, cp.position`;
  return parts.flatMap((part) => {
    const figures = byPart.get(part.partId);
    return figures ? [{ ...part, ...figures }] : [];
  });
}

async function groupsByDiscipline(
  sql: Queryable,
  { byDiscipline }: Pick<SessionFigures, 'byDiscipline'>,
): Promise<ComparedGroup[]> {
  const disciplines = await sql<{ id: number; name: string }[]>`
    select id, description as name from disciplines where id = any(${[...byDiscipline.keys()]}::int[])
     order by description collate natural_ro, id`;
  return disciplines.flatMap(({ id, name }) => {
    const figures = byDiscipline.get(id);
    return figures ? [{ id, name, partId: null, partName: null, ...figures }] : [];
  });
}

/**
 * The statistics of a session: its grades and scores as a whole, and its custom exams or disciplines side by side (RESU-5).
 * Exams of different kinds have no common reliability, so the session has none.
 */
export function sessionStatistics(sql: Queryable) {
  const recent = recentResults<SessionFigures>();
  return async (
    actor: Actor,
    { sessionId, of, sort = 'name', desc, ...paging }: SessionQuery,
  ): Promise<SessionStatistics> => {
    const [session] = await sql<{ name: string }[]>`
      select description as name from exam_sessions where id = ${sessionId}`;
    if (!session) refuse('resource.notFound');
    const held = await statisticsDisciplines(sql, actor);
    const viewer = isOf(actor, 'admin') ? 'all' : `${actor.userId} ${held?.toSorted((a, b) => a - b)}`;
    const figures = await recent(
      `${sessionId} ${viewer}`,
      await fingerprintOfSession(sql, actor, sessionId),
      () => sessionFigures(sql, actor, sessionId),
      ({ versions }) => stillBelong(sql, versions),
    );
    const groups = await (of === 'exams' ? groupsByPart(sql, figures) : groupsByDiscipline(sql, figures));
    return {
      sessionName: session.name,
      fewest: minServed,
      ...figures.whole,
      groups: sortedPage(groups, (group) => group[sort], { desc, ...paging }),
      total: groups.length,
    };
  };
}
