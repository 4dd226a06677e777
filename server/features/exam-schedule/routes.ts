import { examSchedule, examScheduleSeats } from '#contract/exam-schedule.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { scheduleOf, seatsOfSlot } from './schedule.ts';

export function examScheduleRoutes(services: Services): Route[] {
  const { sql } = services.database;
  return [
    route(examSchedule, ({ caller, query }) => scheduleOf(sql, caller.actor, query)),
    route(examScheduleSeats, ({ caller, query }) => seatsOfSlot(sql, caller.actor, query)),
  ];
}
