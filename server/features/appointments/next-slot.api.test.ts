import { describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import { anEnrolment } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, useBooking } from '#server/testing/booking.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const { booking, wish } = useBooking(server);

const hour = (number: number) => `${String(number).padStart(2, '0')}:00`;
/** Each test has its own hours, after those of the tests before it. */
const hoursFrom = (first: number) =>
  [0, 1, 2, 3].map((n): [string, string] => [hour(first + n), hour(first + n + 1)]);
type Room = Awaited<ReturnType<typeof aBookableRoom>>;
const at = (room: Room, slot: number) => wish(room, { examRoomSlotId: room.slotIds[slot] });
type Response = { json<T>(): T };
const offered = (response: Response) =>
  response.json<{ error: string; params?: { startHour?: string } }>().params?.startHour;

/** A room whose first slot is full. */
async function aRoom(first: number, seats: number) {
  const room = await aBookableRoom(booking.admin, { rows: [seats], slots: hoursFrom(first), priority: 9 });
  for (let n = 0; n < seats; n += 1)
    expect((await (await aBooker(server, booking.exam)).post('appointments', at(room, 0))).statusCode).toBe(
      201,
    );
  return room;
}

describe('[APPT-1] the slot offered instead of a full one', () => {
  it('[APPT-1] [APPT-11] overlaps no other exam of the person, over all enrolments and with extra time', async () => {
    const room = await aRoom(5, 1);
    const other = await aCustomExam(server, { questions: 2, minutes: 60 });
    const otherRoom = await aBookableRoom(booking.admin, { rows: [1], slots: [['06:00', '07:00']] });
    const person = await aBooker(server, booking.exam);
    const { studentId } = await anEnrolment(server, person.student, { studyPlace: other.studyPlace });
    const busy = await booking.admin.post('appointments', {
      ...{ ...wish(otherRoom), examCustomId: other.id, studentId },
      ...{ extraTime: 30, extraTimeReason: 'Certificat' },
    });
    expect(busy.statusCode).toBe(201);
    expect(offered(await person.post('appointments', at(room, 0)))).toBe('08:00');
    expect((await person.post('appointments', at(room, 3))).statusCode).toBe(201);
    const nextOne = await aBooker(server, booking.exam);
    expect(offered(await nextOne.post('appointments', at(room, 0)))).toBe('06:00');
  });

  it('[APPT-1] [APPT-10] has more free seats than waiting students; the office is offered any', async () => {
    const room = await aRoom(10, 2);
    const slot = { examCustomId: booking.exam.id, examDate: booking.day, examRoomSlotId: room.slotIds[1] };
    const [holder, second, waiting, person] = [
      await aBooker(server, booking.exam),
      await aBooker(server, booking.exam),
      await aBooker(server, booking.exam),
      await aBooker(server, booking.exam),
    ];
    const held = (await holder.post('appointments', at(room, 1))).json<Appointment>();
    const appointment = (await second.post('appointments', at(room, 1))).json<Appointment>();
    expect((await waiting.post('waitingPlaces', slot)).statusCode).toBe(201);
    await holder.delete(`appointments/${held.id}`);
    // Nothing has been offered to the queue yet.
    expect(offered(await person.post('appointments', at(room, 0)))).toBe('12:00');
    const { studentId } = person.student;
    expect(offered(await booking.admin.post('appointments', { ...at(room, 0), studentId }))).toBe('11:00');
    // A student who waits can book the seat; with a second free seat so can others.
    expect(offered(await waiting.post('appointments', at(room, 0)))).toBe('11:00');
    await second.delete(`appointments/${appointment.id}`);
    expect(offered(await person.post('appointments', at(room, 0)))).toBe('11:00');
    expect((await person.post('appointments', at(room, 1))).statusCode).toBe(201);
  });

  it('[APPT-1] [APPT-6] is another than the slot of the appointment that should move', async () => {
    const room = await aRoom(15, 1);
    const wide = await aBookableRoom(booking.admin, { rows: [2], slots: [['16:00', '17:00']], priority: 1 });
    const person = await aBooker(server, booking.exam);
    const own = (await person.post('appointments', wish(wide))).json<Appointment>();
    const move = await person.put(`appointments/${own.id}`, at(room, 0));
    expect(move.json()).toMatchObject({
      error: 'appointment.slotFull',
      params: { examRoomId: room.id, startHour: '16:00' },
    });
    expect((await person.put(`appointments/${own.id}`, at(room, 1))).statusCode).toBe(200);
  });

  it('[APPT-1] [APPT-10] is also one that those who wait cannot take: their exam is longer, or they have another one then', async () => {
    const room = await aRoom(19, 1);
    const long = await aCustomExam(server, { questions: 2, minutes: 90 });
    const noon = await aBookableRoom(booking.admin, { rows: [1], slots: [['12:00', '14:00']] });
    const [holder, waiting, busy, person] = [
      await aBooker(server, long),
      await aBooker(server, long),
      await aBooker(server, booking.exam),
      await aBooker(server, booking.exam),
    ];
    const longExam = { examCustomId: long.id };
    expect((await holder.post('appointments', wish(noon, longExam))).statusCode).toBe(201);
    expect((await waiting.post('waitingPlaces', { ...longExam, examDate: booking.day })).statusCode).toBe(
      201,
    );
    expect(offered(await person.post('appointments', at(room, 0)))).toBe('20:00');

    const other = await aBookableRoom(booking.admin, { rows: [1], slots: [['20:00', '21:00']] });
    const short = await aCustomExam(server, { questions: 2, minutes: 60 });
    const second = await anEnrolment(server, busy.student, { studyPlace: short.studyPlace });
    const full = (await person.post('appointments', at(room, 1))).json<Appointment>();
    const slot = { examCustomId: booking.exam.id, examDate: booking.day, examRoomSlotId: room.slotIds[1] };
    expect((await busy.post('waitingPlaces', slot)).statusCode).toBe(201);
    const elsewhere = { ...wish(other), examCustomId: short.id, studentId: second.studentId };
    expect((await booking.admin.post('appointments', elsewhere)).statusCode).toBe(201);
    await person.delete(`appointments/${full.id}`);
    expect(offered(await person.post('appointments', at(room, 0)))).toBe('20:00');
  });
});
