import { exportTypes } from '#contract/crud-calls.ts';
import { correctScoring as correctCall, scoringCorrection } from '#contract/scoring-corrections.ts';
import { exportSessionStatistics, sessionStatistics } from '#contract/session-statistics.ts';
import {
  disciplineStatistics,
  examStatistics,
  exportDisciplineStatistics,
  exportQuestionYears,
  exportStatistics,
  exportWhatIf,
  questionYears as questionYearsCall,
  servedQuestions as servedQuestionsCall,
  whatIf as whatIfCall,
} from '#contract/statistics.ts';
import { refuse } from '#domain/errors.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { exportedSession, exportedStatistics, exportedWhatIf, exportedYears } from './export.ts';
import { correctionOf, correctScoring } from './scoring-correction.ts';
import { servedQuestions } from './served-questions.ts';
import { isClosedToTaker } from './takers.ts';
import { computedStatistics } from './tasks.ts';

export function statisticsRoutes(services: Services): Route[] {
  const { sql } = services.database;
  const computed = computedStatistics(services);
  return [
    route(examStatistics, ({ caller, query: { examCustomId, sessionId, partId, ...page } }) =>
      computed.statisticsResponse(caller.actor, { examCustomId, sessionId, partId }, page),
    ),
    route(servedQuestionsCall, async ({ caller, query }) => {
      const served = await servedQuestions(sql, caller.actor, query);
      if (await isClosedToTaker(services, caller.actor, query)) refuse('statistics.takesSame');
      return served;
    }),
    route(exportStatistics, async ({ caller, query: { format, lang, table, ...wanted } }) => ({
      type: exportTypes[format],
      fileName: `statistics.${format}`,
      content: await exportedStatistics(computed, caller.actor, wanted, { format, lang, table }),
    })),
    route(disciplineStatistics, ({ caller, params: { id }, query: { sessionId, ...page } }) =>
      computed.statisticsResponse(caller.actor, { pkDiscipline: id, sessionId }, page),
    ),
    route(exportDisciplineStatistics, async ({ caller, params: { id }, query }) => ({
      type: exportTypes[query.format],
      fileName: `statistics.${query.format}`,
      content: await exportedStatistics(
        computed,
        caller.actor,
        { pkDiscipline: id, sessionId: query.sessionId },
        query,
      ),
    })),
    route(sessionStatistics, ({ caller, params: { id }, query }) =>
      computed.sessionResponse(caller.actor, { sessionId: id, ...query }),
    ),
    route(exportSessionStatistics, async ({ caller, params: { id }, query }) => ({
      type: exportTypes[query.format],
      fileName: `session-${id}.${query.format}`,
      content: await exportedSession(computed, caller.actor, id, query),
    })),
    route(questionYearsCall, ({ caller, params }) => computed.questionYears(caller.actor, params.id)),
    route(exportQuestionYears, async ({ caller, params, query }) => ({
      type: exportTypes[query.format],
      fileName: `question-${params.id}.${query.format}`,
      content: await exportedYears(computed, caller.actor, params.id, query),
    })),
    route(whatIfCall, ({ caller, body, query }) => computed.whatIfResponse(caller.actor, body, query)),
    route(exportWhatIf, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `whatIf.${query.format}`,
      content: await exportedWhatIf(computed, caller.actor, query),
    })),
    route(scoringCorrection, ({ query }) => correctionOf(sql, query)),
    route(correctCall, ({ caller, author, query, body }) =>
      correctScoring(services, author, caller.actor.userId, body, query),
    ),
  ];
}
