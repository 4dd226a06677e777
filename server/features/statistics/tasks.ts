import type { BodyOfCall, ResponseOfCall } from '#contract/call.ts';
import type {
  ExamStatistics,
  questionYears as questionYearsCall,
  WhatIfResult,
  whatIf as whatIfCall,
} from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { ComputeThread } from '#server/compute-thread.ts';
import type { Queryable } from '#server/db/database.ts';
import type { CohortQuery, DisciplineQuery } from './cohort.ts';
import { questionYears } from './question-years.ts';
import { statisticsOf } from './statistics.ts';
import { whatIf } from './what-if.ts';

type Statistics = { readonly actor: Actor; readonly wanted: CohortQuery | DisciplineQuery };
type WhatIf = { readonly actor: Actor; readonly wanted: BodyOfCall<typeof whatIfCall> };
type Years = { readonly actor: Actor; readonly questionId: number };

/** What the compute thread does for statistics. */
export const statisticsTasks = (sql: Queryable) => ({
  statistics: ({ actor, wanted }: Statistics) => statisticsOf(sql, actor, wanted),
  whatIf: ({ actor, wanted }: WhatIf) => whatIf(sql, actor, wanted),
  questionYears: ({ actor, questionId }: Years) => questionYears(sql, actor, questionId),
});

/** The same, asked of the compute thread. */
export function computedStatistics(thread: ComputeThread) {
  const ask = (task: keyof ReturnType<typeof statisticsTasks>, input: { readonly actor: Actor }) =>
    thread.run(input.actor.userId, { task, input });
  return {
    statistics: async (actor: Actor, wanted: Statistics['wanted']) =>
      (await ask('statistics', { actor, wanted } as Statistics)) as ExamStatistics,
    whatIf: async (actor: Actor, wanted: WhatIf['wanted']) =>
      (await ask('whatIf', { actor, wanted } as WhatIf)) as WhatIfResult,
    questionYears: async (actor: Actor, questionId: number) =>
      (await ask('questionYears', { actor, questionId } as Years)) as ResponseOfCall<
        typeof questionYearsCall
      >,
  };
}

export type ComputedStatistics = ReturnType<typeof computedStatistics>;
