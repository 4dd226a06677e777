import { expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import { maxDailyChanges } from '#domain/appointments/booking.ts';
import { aBookableRoom, aBooker, useBooking } from '#server/testing/booking.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const { booking, wish } = useBooking(server);

it('[APPT-6] a student books, moves and queues at most 50 times within 24 hours, and can always cancel', async () => {
  const [room, other] = [
    await aBookableRoom(booking.admin, { rows: [2] }),
    await aBookableRoom(booking.admin, { rows: [2] }),
  ];
  const student = await aBooker(server, booking.exam);
  const book = () => student.post('appointments', wish(room));
  for (let change = 1; change < maxDailyChanges; change += 1) {
    const { id } = (await book()).json<Appointment>();
    expect((await student.delete(`appointments/${id}`)).statusCode).toBe(204);
  }
  const last = (await book()).json<Appointment>();
  expect(last.id).toBeGreaterThan(0);

  const tooMany = [409, 'appointment.tooManyChanges'];
  expect(errorOf(await student.put(`appointments/${last.id}`, wish(other)))).toEqual(tooMany);
  const { examRoomId: _, examRoomSlotId: __, ...anySlot } = wish(room);
  expect(errorOf(await student.post('waitingPlaces', anySlot))).toEqual(tooMany);
  expect((await student.delete(`appointments/${last.id}`)).statusCode).toBe(204);
  expect(errorOf(await book())).toEqual(tooMany);

  // The office books for them, and nobody else is concerned.
  const { studentId } = student.student;
  const given = await booking.admin.post('appointments', { ...wish(room), studentId });
  expect(given.statusCode).toBe(201);
  const moved = await booking.admin.put(`appointments/${given.json<Appointment>().id}`, wish(other));
  expect(moved.statusCode).toBe(200);
  expect((await (await aBooker(server, booking.exam)).post('appointments', wish(room))).statusCode).toBe(201);

  await server.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update audit_log set at = at - interval '1 day' where actor_id = ${student.student.userId}`;
  });
  expect((await student.put(`appointments/${moved.json<Appointment>().id}`, wish(room))).statusCode).toBe(
    200,
  );
});
