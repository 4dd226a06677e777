import {
  contestGroups,
  contestEvidence as evidenceCall,
  contestImpact as impactCall,
  openCase as openCall,
  markRelative as relativeCall,
  reopenContest as reopenCall,
  reopenImpact as reopenImpactCall,
  resolveContest as resolveCall,
} from '#contract/contestation-desk.ts';
import { fileContest as fileCall, contestFiling as filingCall } from '#contract/contestation-filing.ts';
import {
  contestChoices,
  exportContestSummary,
  exportContests,
  listContests,
  contestSummary as summaryCall,
} from '#contract/contestation-list.ts';
import { readContest as readCall } from '#contract/contestations.ts';
import { exportTypes } from '#contract/crud-calls.ts';
import { evidencePack as packCall } from '#contract/evidence-pack.ts';
import { type Route, route } from '#server/http/route.ts';
import { contestViewer } from '#server/scopes/contest-scope.ts';
import type { Services } from '#server/services.ts';
import { contestEvidence } from './evidence.ts';
import { exportedContests, exportedSummary } from './export.ts';
import { contestFiling, fileContest } from './filing.ts';
import { markRelative, openCase, pageOfGroups } from './groups.ts';
import { choicesOfContests, pageOfContests } from './listing.ts';
import { evidencePack } from './pack.ts';
import { readContest } from './reading.ts';
import { contestImpact, reopenContest, reopenImpact, resolveContest } from './resolving.ts';
import { contestSummary } from './summary.ts';

export function contestationRoutes(services: Services): Route[] {
  const { sql } = services.database;
  return [
    route(listContests, async ({ caller, query }) =>
      pageOfContests(sql, await contestViewer(services, caller.actor), query),
    ),
    route(exportContests, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `contestations.${query.format}`,
      content: exportedContests(sql, await contestViewer(services, caller.actor), query),
    })),
    route(contestChoices, async ({ caller }) =>
      choicesOfContests(sql, await contestViewer(services, caller.actor)),
    ),
    route(contestGroups, async ({ caller, query }) =>
      pageOfGroups(sql, await contestViewer(services, caller.actor), query),
    ),
    route(summaryCall, ({ caller, query }) => contestSummary(sql, caller.actor, query)),
    route(exportContestSummary, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `contestationSummary.${query.format}`,
      content: await exportedSummary(sql, caller.actor, query),
    })),
    route(filingCall, ({ caller, params }) => contestFiling(services, caller.actor, params.id)),
    route(fileCall, ({ caller, author, body }) => fileContest(services, caller.actor, author, body)),
    route(openCall, ({ caller, author, body }) => openCase(services, caller.actor, author, body)),
    route(readCall, ({ caller, params }) => readContest(services, caller.actor, params.id)),
    route(evidenceCall, ({ caller, params }) => contestEvidence(services, caller.actor, params.id)),
    route(packCall, ({ caller, params }) => evidencePack(services, caller.actor, params.id)),
    route(impactCall, ({ caller, params, query, body }) =>
      contestImpact(services, caller.actor, params.id, body, query),
    ),
    route(resolveCall, ({ caller, author, params, body }) =>
      resolveContest(services, caller.actor, author, params.id, body),
    ),
    route(reopenImpactCall, ({ caller, params, query }) =>
      reopenImpact(services, caller.actor, params.id, query),
    ),
    route(reopenCall, ({ caller, author, params, body }) =>
      reopenContest(services, caller.actor, author, params.id, body ?? {}),
    ),
    route(relativeCall, ({ caller, author, params, body }) =>
      markRelative(services, caller.actor, author, params.id, body),
    ),
  ];
}
