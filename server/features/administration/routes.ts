import * as calls from '#contract/administration.ts';
import { exportTypes } from '#contract/crud-calls.ts';
import { signerOf } from '#server/audit/head.ts';
import { requestCheck } from '#server/audit/requested-check.ts';
import { openMailServerHealth } from '#server/health/dependencies.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { pageOfJobs, retry } from './jobs.ts';
import { exportedJobs } from './jobs-export.ts';
import { exportedLog, pageOfLog } from './log.ts';
import { readHealth, readOverview } from './overview.ts';
import { readSeal } from './seal.ts';

/** The calls of the administration: counts, health, jobs, and the audit log with its seal. */
export function administrationRoutes(services: Services): Route[] {
  const { database, tokens } = services;
  const { sql } = database;
  const mailServer = openMailServerHealth(services);
  return [
    route(calls.overview, () => readOverview(services)),
    route(calls.healthReport, ({ caller }) => readHealth(services, mailServer, caller.actor.email)),
    route(calls.listJobs, ({ query }) => pageOfJobs(sql, query)),
    route(calls.exportJobs, async ({ query }) => ({
      type: exportTypes[query.format],
      content: exportedJobs(sql, query),
      fileName: `jobs.${query.format}`,
    })),
    route(calls.retryJob, async ({ body, author }) => {
      await retry(database, body, author);
      return undefined;
    }),
    route(calls.searchLog, ({ query }) => pageOfLog(sql, query)),
    route(calls.exportLog, async ({ query }) => ({
      type: exportTypes[query.format],
      content: exportedLog(sql, query),
      fileName: `log.${query.format}`,
    })),
    route(calls.sealState, () => readSeal(sql, signerOf(tokens))),
    route(calls.checkSeal, ({ author }) => requestCheck(database, author)),
  ];
}
