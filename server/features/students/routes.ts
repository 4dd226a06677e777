import { studentHistory, studentPage } from '#contract/student-page.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { pageOfHistory, readStudentPage } from './student-page.ts';

/** A student's page; the list and the form of students are generic. */
export function studentRoutes(services: Services): Route[] {
  return [
    route(studentPage, ({ caller, params }) => readStudentPage(services, caller.actor, params.id)),
    route(studentHistory, ({ caller, params, query }) =>
      pageOfHistory(services, caller.actor, params.id, query),
    ),
  ];
}
