import { exportAppointments, listAppointments, readAppointment } from '#contract/appointments.ts';
import {
  bookableExams,
  bookAppointment as bookCall,
  cancelAppointment as cancelCall,
  freeDays,
  freeRooms,
  moveAppointment as moveCall,
  seatPlan,
} from '#contract/booking.ts';
import { exportTypes } from '#contract/crud-calls.ts';
import { bulkAppointments, cancelSelected, extendAppointments } from '#contract/office-appointments.ts';
import { moveSlot as moveSlotCall } from '#contract/slot-moves.ts';
import { exportWithoutAppointment, listWithoutAppointment } from '#contract/students-without-appointment.ts';
import {
  acceptOffer as acceptCall,
  leaveQueue as leaveCall,
  listWaitingPlaces,
  queueForSeat as queueCall,
} from '#contract/waiting-places.ts';
import { eachSelected } from '#server/http/each-selected.ts';
import { type Route, route } from '#server/http/route.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { bookAppointment, readOne } from './booking.ts';
import { openBookingReads } from './booking-reads.ts';
import { bookBulk, previewBulk } from './bulk.ts';
import { extendSlot } from './extra-time.ts';
import { bookableExamsOf, freeDaysOf, freeRoomsOf, seatPlanOf } from './free.ts';
import { retryInNextSlot } from './full-slot.ts';
import { exportedAppointments, pageOfAppointments } from './list.ts';
import { moveSlot, previewSlotMove } from './move-slot.ts';
import { cancelAppointment, moveAppointment } from './moving.ts';
import { acceptOffer, leaveQueue } from './offers.ts';
import { queueForSeat, waitingPlacesOf } from './waiting-places.ts';
import { exportedWithoutAppointment, pageWithoutAppointment } from './without-appointment.ts';

export function appointmentRoutes(services: Services): Route[] {
  const { sql } = services.database;
  const reads = openBookingReads(services.database);
  return [
    route(bookableExams, ({ caller, query }) =>
      bookableExamsOf(services, reads, caller.actor, query.studentId),
    ),
    route(freeDays, ({ caller, query }) => freeDaysOf(services, reads, caller.actor, query)),
    route(freeRooms, ({ caller, query }) => freeRoomsOf(services, reads, caller.actor, query)),
    route(seatPlan, ({ caller, query }) => seatPlanOf(services, caller.actor, query)),
    route(bookCall, ({ caller, author, body }) =>
      retryInNextSlot(reads, () => bookAppointment(services, caller.actor, author, body)),
    ),
    route(moveCall, ({ caller, author, params, body }) =>
      retryInNextSlot(reads, () => moveAppointment(services, caller.actor, author, params.id, body)),
    ),
    route(cancelCall, ({ caller, author, params }) =>
      cancelAppointment(services, caller.actor, author, params.id),
    ),
    route(cancelSelected, ({ caller, author, body }) =>
      eachSelected(body.ids, (id) => cancelAppointment(services, caller.actor, author, id)),
    ),
    route(listWaitingPlaces, ({ caller, query }) => waitingPlacesOf(services, caller.actor, query.studentId)),
    route(queueCall, ({ caller, author, body }) => queueForSeat(services, caller.actor, author, body)),
    route(leaveCall, ({ caller, author, params }) => leaveQueue(services, caller.actor, author, params.id)),
    route(acceptCall, ({ caller, author, params }) => acceptOffer(services, caller.actor, author, params.id)),
    route(listAppointments, ({ caller, query }) => pageOfAppointments(services, caller.actor, query)),
    route(listWithoutAppointment, ({ caller, query }) => pageWithoutAppointment(sql, caller.actor, query)),
    route(exportWithoutAppointment, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `withoutAppointment.${query.format}`,
      content: await exportedWithoutAppointment(sql, caller.actor, query),
    })),
    route(exportAppointments, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `appointments.${query.format}`,
      content: exportedAppointments(sql, caller.actor, query),
    })),
    route(bulkAppointments, ({ caller, author, query, body }) =>
      query.dryRun === undefined || query.dryRun === 'false'
        ? bookBulk(services, caller.actor, author, body)
        : previewBulk(services, caller.actor, body),
    ),
    route(moveSlotCall, ({ caller, author, query, body }) =>
      query.dryRun === undefined || query.dryRun === 'false'
        ? moveSlot(services, caller.actor, author, body)
        : previewSlotMove(services, caller.actor, body),
    ),
    route(extendAppointments, ({ caller, author, body }) => extendSlot(services, caller.actor, author, body)),
    route(readAppointment, async ({ caller, params }) =>
      readOne(sql, params.id, await viewerOf(sql, caller.actor)),
    ),
  ];
}
