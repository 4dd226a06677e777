import { describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { Item } from '#contract/item.ts';
import { aBookableRoom, aBooker, useBooking } from '#server/testing/booking.ts';
import { drafts } from '#server/testing/drafts.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const { booking, wish, inDays } = useBooking(server);

describe('the gates of booking', () => {
  it('[MSG-19] [APPT-1] appointments are not open while exams are not allowed', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [3] });
    const student = await aBooker(server, booking.exam);
    await server.set({ allowExams: false });
    for (const response of [
      await student.post('appointments', wish(room)),
      await student.get(`freeDays?examCustomId=${booking.exam.id}`),
      await student.get(`freeRooms?examCustomId=${booking.exam.id}&examDate=${booking.day}`),
    ])
      expect(errorOf(response)).toEqual([409, 'appointment.notOpen']);
    await server.set({ allowExams: true });
    expect((await student.post('appointments', wish(room))).statusCode).toBe(201);
  });

  it('[MSG-19] [APPT-1] appointments are not open before examScheduleStart and after examScheduleEnd', async () => {
    await server.set({ allowOverlappingSession: true });
    const room = await aBookableRoom(booking.admin, { rows: [3] });
    const student = await aBooker(server, booking.exam);
    const session = async (from: number, to: number) => {
      const draft = {
        ...(await drafts.sessions?.(server)),
        startDate: await inDays(1),
        endDate: await inDays(8),
        examScheduleStart: `${await inDays(from)}T00:00`,
        examScheduleEnd: `${await inDays(to)}T00:00`,
      };
      return (await booking.admin.post('sessions', draft)).json<Item>().id;
    };
    const [early, late, open] = [await session(2, 5), await session(-5, -2), await session(-2, 5)];
    const book = (examSessionId: number) => student.post('appointments', wish(room, { examSessionId }));
    expect(errorOf(await book(early))).toEqual([409, 'appointment.notOpenYet']);
    expect(errorOf(await book(late))).toEqual([409, 'appointment.closed']);
    expect(
      errorOf(await student.get(`freeDays?examCustomId=${booking.exam.id}&examSessionId=${late}`)),
    ).toEqual([409, 'appointment.closed']);
    // Where two sessions fit the student chooses; otherwise it is the one that started last.
    const made = (await book(open)).json<Appointment>();
    expect(made.examSessionId).toBe(open);
    await student.delete(`appointments/${made.id}`);
    expect((await student.post('appointments', wish(room))).json<Appointment>().examSessionId).toBe(open);
    for (const id of [early, late]) await booking.admin.delete(`sessions/${id}`);
  });

  it('[APPT-1] a date outside of the session is refused in the words of the spec', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [3] });
    const student = await aBooker(server, booking.exam);
    const examDate = await inDays(40);
    for (const response of [
      await student.post('appointments', wish(room, { examDate })),
      await student.get(`freeRooms?examCustomId=${booking.exam.id}&examDate=${examDate}`),
    ])
      expect(errorOf(response)).toEqual([409, 'appointment.outsideSession']);
  });

  it('[APPT-1] a slot shorter than the exam, and one that is over, are refused', async () => {
    const room = await aBookableRoom(booking.admin, {
      rows: [3],
      slots: [
        ['08:00', '08:59'],
        ['09:00', '10:00'],
      ],
    });
    const student = await aBooker(server, booking.exam);
    const short = await student.post('appointments', wish(room));
    expect(short.json()).toEqual({ error: 'appointment.slotTooShort', params: { minutes: 60 } });
    const past = await student.post(
      'appointments',
      wish(room, { examRoomSlotId: room.slotIds[1], examDate: await inDays(-1) }),
    );
    expect(errorOf(past)).toEqual([409, 'appointment.tooLate']);
  });

  it('[APPT-1] [APPT-2] a full slot is refused with the next free one', async () => {
    const room = await aBookableRoom(booking.admin, {
      rows: [1],
      slots: [
        ['05:00', '06:00'],
        ['06:00', '07:00'],
      ],
    });
    const [first, second] = [await aBooker(server, booking.exam), await aBooker(server, booking.exam)];
    await first.post('appointments', wish(room));
    const full = await second.post('appointments', wish(room));
    expect(full.statusCode).toBe(409);
    expect(full.json()).toEqual({
      error: 'appointment.slotFull',
      params: {
        examRoomId: room.id,
        examRoomSlotId: room.slotIds[1],
        examDate: booking.day,
        examRoom: room.name,
        startHour: '06:00',
      },
    });
  });
});

describe('a missed appointment', () => {
  it('[APPT-6] is not moved or cancelled by the student; the office can move it', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [2] });
    const student = await aBooker(server, booking.exam);
    const made = (await student.post('appointments', wish(room))).json<Appointment>();
    await server.database.sql`
      update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 minute'
       where id = ${made.id}`;
    expect((await student.get(`appointments/${made.id}`)).json()).toMatchObject({ state: 'missed' });
    const later = wish(room, { examDate: await inDays(4) });
    expect(errorOf(await student.put(`appointments/${made.id}`, later))).toEqual([409, 'appointment.begun']);
    expect(errorOf(await student.delete(`appointments/${made.id}`))).toEqual([409, 'appointment.begun']);
    expect((await booking.admin.put(`appointments/${made.id}`, later)).statusCode).toBe(200);
    expect((await student.delete(`appointments/${made.id}`)).statusCode).toBe(204);
  });
});
