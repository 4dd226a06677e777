import { refuse } from '#domain/errors.ts';
import type { ChapterRequirement } from '#domain/exam-structure/feasibility.ts';
import { splitKinds } from '#domain/exam-structure/structure.ts';
import type { Queryable } from '#server/db/database.ts';
import { type BankPool, type DrawPurpose, loadPools } from './pools.ts';

/** What one chapter must provide, with its questions' versions. */
export type BankDemand = ChapterRequirement & { readonly pools: readonly BankPool[] };

/** A discipline's exam, ready to draw. */
export type DrawablePaper = { readonly durationMinutes: number; readonly chapters: readonly BankDemand[] };

type ChapterRow = { readonly chapterId: number; readonly questions: number; readonly percentSimple: number };

/** The saved structure of a discipline with the question pools of its chapters. */
export async function loadDrawablePaper(
  sql: Queryable,
  disciplineId: number,
  purpose: DrawPurpose,
): Promise<DrawablePaper> {
  const [structure] = await sql<{ durationMinutes: number }[]>`
    select duration_minutes as "durationMinutes" from discipline_structures where discipline_id = ${disciplineId}`;
  if (!structure) refuse('structure.missing');
  const shares = await sql<ChapterRow[]>`
    select chapter_id as "chapterId", questions, percent_simple as "percentSimple" from chapter_structures
     where discipline_id = ${disciplineId} and questions > 0 order by chapter_id`;
  const pools = await loadPools(
    sql,
    shares.map(({ chapterId }) => chapterId),
    purpose,
  );
  return {
    ...structure,
    chapters: shares.map((chapter) => ({
      chapterId: chapter.chapterId,
      pools: pools.get(chapter.chapterId) ?? [],
      ...splitKinds(chapter),
    })),
  };
}
