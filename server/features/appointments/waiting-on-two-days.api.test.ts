import { expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { lockQueue, lockSlots } from '#server/appointments/locks.ts';
import { offerSeats } from '#server/appointments/waiting-list.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aBookableRoom, aBooker, useBooking } from '#server/testing/booking.ts';
import { useTestServer } from '#server/testing/server.ts';
import { serveWaitingLists } from './waiting-job.ts';

/** Two server processes on one database. */
const server = useTestServer();
const second = useTestServer({ database: server });
const { booking, wish, inDays } = useBooking(server);

it('[APPT-10] [SAFE-8] a student who waits on two days is offered one seat, also when both become free at once', async () => {
  const person = await aBooker(server, booking.exam);
  const days = await Promise.all(
    [3, 4].map(async (count) => {
      const examDate = await inDays(count);
      const room = await aBookableRoom(booking.admin, { rows: [1] });
      const holder = await aBooker(server, booking.exam);
      const { id } = (await holder.post('appointments', wish(room, { examDate }))).json<Appointment>();
      const slotId = room.slotIds[0] ?? 0;
      const slot = { examCustomId: booking.exam.id, examDate, examRoomSlotId: slotId };
      expect((await person.post('waitingPlaces', slot)).statusCode).toBe(201);
      return { examDate, slotId, free: () => holder.delete(`appointments/${id}`) };
    }),
  );
  for (const { free } of days) expect((await free()).statusCode).toBe(204);
  const offer = ({ services }: typeof server, n: number, meanwhile?: () => Promise<unknown>) =>
    services.database.transaction(systemAuthor, async (tx) => {
      const { examDate = '', slotId = 0 } = days[n] ?? {};
      await lockSlots(tx, [slotId], 'exclusive');
      await lockQueue(tx, examDate);
      const offered = await offerSeats(tx, { examDate, slotId });
      await meanwhile?.();
      return offered;
    });
  const counts: number[] = [];
  counts.push(await offer(server, 0, async () => counts.push(await offer(second, 1))));
  expect(counts).toEqual([0, 1]);
  expect(await serveWaitingLists(second.services)).toBe(0);
  const offers = (await person.get('waitingPlaces')).json<WaitingPlace[]>().map((place) => place.offer);
  expect(offers.filter((one) => one !== null)).toHaveLength(1);
});
