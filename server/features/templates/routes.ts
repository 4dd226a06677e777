import { exportTypes } from '#contract/crud-calls.ts';
import * as correlations from '#contract/question-correlation.ts';
import * as contests from '#contract/template-contests.ts';
import * as calls from '#contract/templates.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { contestOf, contestTemplate } from './contesting.ts';
import { correlationFile, correlationOfSitting, correlationOfTemplate } from './correlation.ts';
import { changeTemplate, deleteTemplate, replacementsFor } from './editing.ts';
import { cancelRun, startRun } from './generating.ts';
import { overviewOf, selectNames, templatesOf, wholeTemplate } from './reading.ts';
import { exportedTemplates } from './templates-export.ts';
import { papersOfChange } from './waiting-papers.ts';

export function templateRoutes(services: Services): Route[] {
  const { sql } = services.database;
  return [
    route(calls.listTemplates, ({ query }) => templatesOf(sql, query)),
    route(calls.exportTemplates, async ({ query }) => ({
      type: exportTypes[query.format],
      fileName: `templates.${query.format}`,
      content: await exportedTemplates(sql, query),
    })),
    route(calls.templateOverview, ({ query }) => overviewOf(sql, query)),
    route(calls.templatePapers, async ({ query: { examCustomId, sessionId, ...changed } }) => {
      await selectNames(sql, { examCustomId, sessionId });
      return papersOfChange(sql, { customExamId: examCustomId, examSessionId: sessionId, ...changed });
    }),
    route(calls.generateTemplates, ({ caller, author, query, body }) =>
      startRun(services, author, caller.actor.userId, body, query.override),
    ),
    route(calls.cancelTemplates, ({ author, params }) => cancelRun(services, author, params.id)),
    route(calls.readTemplate, ({ params }) => wholeTemplate(sql, params)),
    route(calls.editTemplate, ({ author, params, query, body }) =>
      changeTemplate(services, author, params, body, query.override),
    ),
    route(calls.removeTemplate, async ({ author, params, query }) => {
      await deleteTemplate(services, author, params, query.override);
      return undefined;
    }),
    route(calls.templateReplacements, ({ params, query }) =>
      replacementsFor(services, { ...params, ...query }),
    ),
    route(contests.readTemplateContest, ({ params }) => contestOf(sql, params)),
    route(contests.contestTemplate, ({ caller, author, params, query, body }) =>
      contestTemplate(services, author, caller.actor.userId, params, body, query),
    ),
    route(correlations.templateCorrelation, ({ params }) => correlationOfTemplate(sql, params)),
    route(correlations.sittingCorrelation, ({ params }) => correlationOfSitting(sql, params.id)),
    route(correlations.exportTemplateCorrelation, async ({ params, query }) => ({
      type: exportTypes[query.format],
      fileName: `template-${params.groupId}.${query.format}`,
      content: correlationFile(await correlationOfTemplate(sql, params), query.format, query.lang),
    })),
    route(correlations.exportSittingCorrelation, async ({ params, query }) => ({
      type: exportTypes[query.format],
      fileName: `sitting-${params.id}.${query.format}`,
      content: correlationFile(await correlationOfSitting(sql, params.id), query.format, query.lang),
    })),
  ];
}
