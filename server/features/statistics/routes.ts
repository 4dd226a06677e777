import { exportTypes } from '#contract/crud-calls.ts';
import { examStatistics, exportStatistics, whatIf as whatIfCall } from '#contract/statistics.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { exportedStatistics } from './export.ts';
import { statisticsOf } from './statistics.ts';
import { whatIf } from './what-if.ts';

export function statisticsRoutes({ database: { sql } }: Services): Route[] {
  return [
    route(examStatistics, ({ caller, query }) => statisticsOf(sql, caller.actor, query)),
    route(exportStatistics, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `statistics.${query.format}`,
      content: await exportedStatistics(sql, caller.actor, query),
    })),
    route(whatIfCall, ({ caller, body }) => whatIf(sql, caller.actor, body)),
  ];
}
