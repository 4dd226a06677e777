import { exportTypes } from '#contract/crud-calls.ts';
import * as calls from '#contract/custom-exams.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { exportedCustomExams } from './custom-exams-export.ts';
import { readDisciplineChoices } from './discipline-choices.ts';
import { impactOf, sampleOf } from './outlook.ts';
import { listCustomExams, readCustomExam } from './reading.ts';
import { createCustomExam, removeCustomExam, replaceCustomExam } from './saving.ts';

/** The same verbs under both names of custom exams. */
function verbs(services: Services, at: typeof calls.examCustom | typeof calls.getExamCustom): Route[] {
  const { database } = services;
  return [
    route(at.list, ({ caller, query }) => listCustomExams(services, caller.actor, query)),
    route(at.exported, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `customExams.${query.format}`,
      content: exportedCustomExams(services, caller.actor, query),
    })),
    route(at.read, ({ caller, params }) => readCustomExam(services, database.sql, caller.actor, params.id)),
    route(at.create, ({ caller, body, author }) =>
      database.transaction(author, (tx) => createCustomExam(services, tx, caller.actor, body)),
    ),
    route(at.replace, ({ caller, params, query, body, author }) =>
      database.transaction(author, (tx) =>
        replaceCustomExam(services, tx, caller.actor, params.id, { draft: body, override: query.override }),
      ),
    ),
    route(at.remove, async ({ caller, params, author }) => {
      await database.transaction(author, (tx) => removeCustomExam(tx, caller.actor, params.id));
      return undefined;
    }),
  ];
}

/** The calls of custom exams: their content, what they can be composed from, and the effect of a change. */
export function customExamRoutes(services: Services): Route[] {
  return [
    ...verbs(services, calls.getExamCustom),
    ...verbs(services, calls.examCustom),
    route(calls.examDisciplines, ({ caller, query }) =>
      readDisciplineChoices(services, caller.actor, query.sectionId),
    ),
    route(calls.examSample, ({ caller, body }) => sampleOf(services, caller.actor, body)),
    route(calls.examImpact, ({ caller, params, body }) => impactOf(services, caller.actor, params.id, body)),
  ];
}
