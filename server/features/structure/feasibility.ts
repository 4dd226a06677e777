import type { FeasibilityResponse, StructureDraft } from '#contract/structure.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { judgeFeasibility } from '#domain/exam-structure/feasibility.ts';
import { splitKinds } from '#domain/exam-structure/structure.ts';
import { answerLimits, loadPools } from '#server/bank/pools.ts';
import type { Services } from '#server/services.ts';
import { type StoredChapter, type StoredStructure, selectStructure } from './stored-structure.ts';
import { draftedChapters } from './structure.ts';

type JudgedChapter = Pick<StoredChapter, 'id' | 'code' | 'questions' | 'percentSimple'>;

async function judge(services: Services, chapters: readonly JudgedChapter[]): Promise<FeasibilityResponse> {
  const demanded = chapters.filter((chapter) => chapter.questions > 0);
  const pools = await loadPools(
    services.database.sql,
    demanded.map((chapter) => chapter.id),
    'exam',
  );
  const codes = new Map(demanded.map((chapter) => [chapter.id, chapter.code]));
  const judged = judgeFeasibility(
    demanded.map((chapter) => ({
      chapterId: chapter.id,
      pools: pools.get(chapter.id) ?? [],
      ...splitKinds(chapter),
    })),
    answerLimits(await services.settings.current()),
  );
  return judged.feasible
    ? {
        feasible: true,
        shortages: [],
        distinctExams: judged.distinctExams.toString(),
        expectedOverlap: Math.round(judged.expectedOverlap * 100) / 100,
      }
    : {
        feasible: false,
        shortages: judged.shortages.map((one) => ({ ...one, chapter: codes.get(one.chapterId) ?? '' })),
        distinctExams: null,
        expectedOverlap: null,
      };
}

const reach = ({ database }: Services, actor: Actor, id: number): Promise<StoredStructure> =>
  selectStructure(database.sql, actor, id);

/** Whether the bank can serve the saved structure. */
export async function feasibilityOfSaved(
  services: Services,
  actor: Actor,
  id: number,
): Promise<FeasibilityResponse> {
  const stored = await reach(services, actor, id);
  if (stored.questions === null) refuse('structure.missing');
  return judge(services, stored.chapters);
}

/** The same for an unsaved draft. */
export async function feasibilityOfDraft(
  services: Services,
  actor: Actor,
  id: number,
  draft: StructureDraft,
): Promise<FeasibilityResponse> {
  return judge(services, draftedChapters(draft, await reach(services, actor, id)));
}
