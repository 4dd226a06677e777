import type { BodyOfCall, ResponseOfCall } from '#contract/call.ts';
import {
  type SessionStatistics,
  sessionStatistics as sessionStatisticsCall,
} from '#contract/session-statistics.ts';
import {
  type ChangedPage,
  type ExamStatistics,
  examStatistics,
  type QuestionPage,
  type questionYears as questionYearsCall,
  type WhatIfResult,
  whatIf as whatIfCall,
} from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import type { Queryable } from '#server/db/database.ts';
import { PreserializedResponse } from '#server/http/preserialized-response.ts';
import type { Services } from '#server/services.ts';
import type { CohortQuery, DisciplineQuery } from './cohort.ts';
import { questionYears } from './question-years.ts';
import { type SessionQuery, sessionStatistics } from './session-statistics.ts';
import { cohortStatistics } from './statistics.ts';
import { isClosedToTaker } from './takers.ts';
import { whatIf } from './what-if.ts';

type Statistics = { readonly actor: Actor; readonly wanted: CohortQuery | DisciplineQuery };
type StatisticsPage = Statistics & { readonly page: QuestionPage };
type WhatIf = { readonly actor: Actor; readonly wanted: BodyOfCall<typeof whatIfCall> };
type WhatIfPage = WhatIf & { readonly page: ChangedPage };
type Session = { readonly actor: Actor; readonly wanted: SessionQuery };
type Years = { readonly actor: Actor; readonly questionId: number };

/**
 * What the compute thread does for statistics. Pages get the text of the response: checking and writing thousands of figures on the
 * main thread would delay saves.
 */
export const statisticsTasks = (sql: Queryable) => {
  const statistics = cohortStatistics(sql);
  const rescored = whatIf(sql);
  const session = sessionStatistics(sql);
  return {
    statistics: ({ actor, wanted }: Statistics) => statistics(actor, wanted),
    statisticsText: async ({ actor, wanted, page }: StatisticsPage) =>
      JSON.stringify(examStatistics.response.parse(await statistics(actor, wanted, page))),
    whatIf: ({ actor, wanted }: WhatIf) => rescored(actor, wanted),
    whatIfText: async ({ actor, wanted, page }: WhatIfPage) =>
      JSON.stringify(whatIfCall.response.parse(await rescored(actor, wanted, page))),
    session: ({ actor, wanted }: Session) => session(actor, wanted),
    sessionText: async ({ actor, wanted }: Session) =>
      JSON.stringify(sessionStatisticsCall.response.parse(await session(actor, wanted))),
    questionYears: ({ actor, questionId }: Years) => questionYears(sql, actor, questionId),
  };
};

/** The same, asked of the compute thread for viewers who take none of the exams. */
export function computedStatistics(services: Services) {
  const ask = async (
    task: keyof ReturnType<typeof statisticsTasks>,
    input: Statistics | WhatIf | Session | Years,
  ) => {
    const isClosed = await isClosedToTaker(services, input.actor, 'wanted' in input ? input.wanted : input);
    // What they may not see at all is not found.
    const result = await services.compute.run(input.actor.userId, { task, input });
    if (isClosed) refuse('statistics.takesSame');
    return result;
  };
  return {
    statistics: async (actor: Actor, wanted: Statistics['wanted']) =>
      (await ask('statistics', { actor, wanted } as Statistics)) as ExamStatistics,
    statisticsResponse: async (actor: Actor, wanted: Statistics['wanted'], page: QuestionPage) =>
      new PreserializedResponse<ExamStatistics>(
        (await ask('statisticsText', { actor, wanted, page } as StatisticsPage)) as string,
      ),
    whatIf: async (actor: Actor, wanted: WhatIf['wanted']) =>
      (await ask('whatIf', { actor, wanted } as WhatIf)) as WhatIfResult,
    whatIfResponse: async (actor: Actor, wanted: WhatIf['wanted'], page: ChangedPage) =>
      new PreserializedResponse<WhatIfResult>(
        (await ask('whatIfText', { actor, wanted, page } as WhatIfPage)) as string,
      ),
    session: async (actor: Actor, wanted: SessionQuery) =>
      (await ask('session', { actor, wanted } as Session)) as SessionStatistics,
    sessionResponse: async (actor: Actor, wanted: SessionQuery) =>
      new PreserializedResponse<SessionStatistics>(
        (await ask('sessionText', { actor, wanted } as Session)) as string,
      ),
    questionYears: async (actor: Actor, questionId: number) =>
      (await ask('questionYears', { actor, questionId } as Years)) as ResponseOfCall<
        typeof questionYearsCall
      >,
  };
}

export type ComputedStatistics = ReturnType<typeof computedStatistics>;
