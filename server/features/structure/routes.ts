import * as calls from '#contract/structure.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { listDisciplines } from './discipline-list.ts';
import { feasibilityOfDraft, feasibilityOfSaved } from './feasibility.ts';
import { papersOfStructure } from './papers.ts';
import { readStructure, replaceStructure } from './structure.ts';

/** The calls of the exam structure: the disciplines, what each exam asks, and whether the bank can serve it. */
export function structureRoutes(services: Services): Route[] {
  const { sql } = services.database;
  return [
    route(calls.disciplineList, ({ caller, query }) => listDisciplines(sql, caller.actor, query)),
    route(calls.readStructure, ({ caller, params }) => readStructure(sql, caller.actor, params.id)),
    route(calls.replaceStructure, ({ caller, params, query, body, author }) =>
      replaceStructure(services, caller.actor, params.id, { draft: body, override: query.override }, author),
    ),
    route(calls.structurePapers, ({ caller, params }) => papersOfStructure(sql, caller.actor, params.id)),
    route(calls.readFeasibility, ({ caller, params }) =>
      feasibilityOfSaved(services, caller.actor, params.id),
    ),
    route(calls.judgeFeasibilityOfDraft, ({ caller, params, body }) =>
      feasibilityOfDraft(services, caller.actor, params.id, body),
    ),
  ];
}
