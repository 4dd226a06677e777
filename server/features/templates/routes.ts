import { exportTypes } from '#contract/crud-calls.ts';
import * as calls from '#contract/templates.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { contestOf, contestTemplate } from './contesting.ts';
import { correlationFile, correlationOfSitting, correlationOfTemplate } from './correlation.ts';
import { changeTemplate, deleteTemplate, replacementsFor } from './editing.ts';
import { cancelRun, startRun } from './generating.ts';
import { overviewOf, templatesOf, wholeTemplate } from './reading.ts';

export function templateRoutes(services: Services): Route[] {
  const { sql } = services.database;
  return [
    route(calls.listTemplates, ({ query }) => templatesOf(sql, query)),
    route(calls.templateOverview, ({ query }) => overviewOf(sql, query)),
    route(calls.generateTemplates, ({ caller, author, body }) =>
      startRun(services, author, caller.actor.userId, body),
    ),
    route(calls.cancelTemplates, ({ author, params }) => cancelRun(services, author, params.id)),
    route(calls.readTemplate, ({ params }) => wholeTemplate(sql, params)),
    route(calls.editTemplate, ({ author, params, body }) => changeTemplate(services, author, params, body)),
    route(calls.removeTemplate, async ({ author, params }) => {
      await deleteTemplate(services, author, params);
      return undefined;
    }),
    route(calls.templateReplacements, ({ params, query }) =>
      replacementsFor(services, { ...params, ...query }),
    ),
    route(calls.readTemplateContest, ({ params }) => contestOf(sql, params)),
    route(calls.contestTemplate, ({ caller, author, params, query, body }) =>
      contestTemplate(services, author, caller.actor.userId, params, body, query),
    ),
    route(calls.templateCorrelation, ({ params }) => correlationOfTemplate(sql, params)),
    route(calls.sittingCorrelation, ({ params }) => correlationOfSitting(sql, params.id)),
    route(calls.exportTemplateCorrelation, async ({ params, query }) => ({
      type: exportTypes[query.format],
      fileName: `template-${params.groupId}.${query.format}`,
      content: correlationFile(await correlationOfTemplate(sql, params), query.format, query.lang),
    })),
    route(calls.exportSittingCorrelation, async ({ params, query }) => ({
      type: exportTypes[query.format],
      fileName: `sitting-${params.id}.${query.format}`,
      content: correlationFile(await correlationOfSitting(sql, params.id), query.format, query.lang),
    })),
  ];
}
