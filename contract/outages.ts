import { z } from 'zod';
import { defineCall } from './call.ts';
import { byId, count, page, reason } from './common.ts';

const outage = z.strictObject({
  id: z.int(),
  from: z.string(),
  until: z.string(),
  /** When it counts as declined without a decision. */
  decideBy: z.string(),
  sittings: count,
  /** Sittings that cannot be credited. */
  impossible: count,
  /** The minimum and maximum minutes a sitting would be credited now. */
  leastMinutes: count,
  mostMinutes: count,
});
export type OpenOutage = z.output<typeof outage>;

export const listOutages = defineCall({
  method: 'GET',
  path: 'administration/outages',
  summary: 'List undecided outages during exams and the effect of crediting them',
  access: 'administration.manage',
  query: z.object(page(20)),
  response: z.array(outage),
  list: true,
  refusals: [],
});

const outageSitting = z.strictObject({
  id: z.int(),
  studentName: z.string(),
  examName: z.string(),
  room: z.string(),
  deadline: z.string(),
  minutes: count,
  newDeadline: z.string(),
  problem: z.enum(['tooMuch', 'elsewhere']).nullable(),
});
export type OutageSitting = z.output<typeof outageSitting>;

export const outageSittings = defineCall({
  method: 'GET',
  path: 'administration/outages/:id/sittings',
  summary:
    'List the sittings that were running when the outage began, with the minutes each would be credited now',
  access: 'administration.manage',
  params: byId,
  query: z.object(page(100)),
  response: z.array(outageSitting),
  list: true,
  refusals: ['resource.notFound'],
});

export const creditOutage = defineCall({
  method: 'POST',
  path: 'administration/outages/:id/credit',
  summary: 'Credit the time of an outage as extra time to the sittings that were running when it began',
  access: 'administration.manage',
  params: byId,
  body: z.strictObject({ reason }),
  response: z.strictObject({
    credited: count,
    impossible: count,
    /** Students whose seat is given to somebody else in the next slot, with the hour and name of those. */
    seatTakenNext: z.array(z.strictObject({ studentName: z.string(), names: z.string() })),
  }),
  refusals: ['resource.notFound', 'outage.decided', 'validation.failed'],
});

export const declineOutage = defineCall({
  method: 'POST',
  path: 'administration/outages/:id/decline',
  summary: 'Decline to credit an outage; exams past their deadline are closed',
  access: 'administration.manage',
  params: byId,
  refusals: ['resource.notFound', 'outage.decided'],
});
