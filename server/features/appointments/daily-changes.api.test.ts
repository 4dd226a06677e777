import { expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { maxDailyChanges } from '#domain/appointments/booking.ts';
import { aBookableRoom, aBooker, useBooking } from '#server/testing/booking.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { type Booker, placesOf, waitingHalls } from '#server/testing/waiting-halls.ts';
import { serveWaitingLists } from './waiting-job.ts';

const server = useTestServer();
const { booking, wish } = useBooking(server);

const tooMany = [409, 'appointment.tooManyChanges'];

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

  // However much else the student does, it hides no change.
  await server.database.sql`
    insert into audit_log (actor_id, action, entity)
    select ${student.student.userId}, 'signIn', 'users' from generate_series(1, 600)`;
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

it('[APPT-6] the changes of a day are counted right behind and within the long history of one who is staff too', async () => {
  const room = await aBookableRoom(booking.admin, { rows: [2] });
  const { student, ...person } = await aBooker(server, booking.exam);
  const write = (count: number, entity: string, at: string) => server.database.sql`
    insert into audit_log (actor_id, request_id, action, entity, after, at)
    select ${student.userId}, gen_random_uuid()::text, 'insert', ${entity},
           jsonb_build_object('student_id', ${student.studentId}::int), now() - ${at}::interval
      from generate_series(1, ${count}::int)`;
  await write(250, 'appointments', '25 hours');
  await write(maxDailyChanges - 2, 'appointments', '23 hours');
  await write(250, 'students', '1 hour');
  await write(1, 'appointments', '1 minute');
  const booked = await person.post('appointments', wish(room));
  expect(booked.statusCode).toBe(201);
  const { id } = booked.json<Appointment>();
  expect((await person.delete(`appointments/${id}`)).statusCode).toBe(204);
  expect(errorOf(await person.post('appointments', wish(room)))).toEqual(tooMany);
});

it('[APPT-6] [APPT-10] moving and queueing count, and an offered seat is accepted at the limit', async () => {
  const { hall, slotOf, started } = waitingHalls(server);
  await started();
  const at = await hall(1, [
    ['08:00', '10:00'],
    ['10:00', '12:00'],
    ['12:00', '14:00'],
  ]);
  const [holder, student] = (await at.people(2)) as [Booker, Booker];
  const held = await at.book(holder);
  const { id } = await at.book(student, 1);
  const moveTo = (slot: number) => student.put(`appointments/${id}`, at.slotOnDay(slot));
  const queue = () => student.post('waitingPlaces', slotOf(at));
  // One booking, 24 moves, and 25 times queued.
  for (let change = 1; change < maxDailyChanges / 2; change += 1) {
    expect((await moveTo(change % 2 === 0 ? 1 : 2)).statusCode).toBe(200);
    const place = (await queue()).json<WaitingPlace>();
    expect((await student.delete(`waitingPlaces/${place.id}`)).statusCode).toBe(204);
  }
  expect((await queue()).statusCode).toBe(201);
  expect(errorOf(await moveTo(1))).toEqual(tooMany);

  await holder.delete(`appointments/${held.id}`);
  expect(await serveWaitingLists(server.services)).toBe(1);
  const [offered] = await placesOf(student);
  const accepted = await student.post(`waitingPlaces/${offered?.id ?? 0}/accept`);
  expect([accepted.statusCode, accepted.json<Appointment>().examRoomSlotId]).toEqual([
    200,
    at.room.slotIds[0],
  ]);
});
