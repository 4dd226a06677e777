import { describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { BookableExam, FreeDay, FreeRoom, PlanSeat } from '#contract/booking.ts';
import { aBookableRoom, aBooker, seatOf, useBooking } from '#server/testing/booking.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const { booking, wish } = useBooking(server);

describe('a student books', () => {
  it('[APPT-1] an exam by custom exam, date, room and slot; row and seat are assigned, apart from others with the same exam while that is possible', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [2], seats: 3 });
    const seats: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const student = await aBooker(server, booking.exam);
      const made = await student.post('appointments', wish(room));
      expect(made.statusCode).toBe(201);
      const appointment = made.json<Appointment>();
      expect(appointment).toMatchObject({
        examCustom: 'Examen de semestru',
        examDate: booking.day,
        examRoom: room.name,
        examRoomSlot: '08:00',
        endHour: '10:00',
        extraTime: 0,
        state: 'waiting',
      });
      seats.push(seatOf(appointment));
      expect((await student.get(`appointments/${appointment.id}`)).json()).toEqual(appointment);
      expect((await student.get('appointments')).json()).toEqual([appointment]);
      // The hour of the slot is the clock in Bucharest.
      const detail = (await student.get('getExamUserDetail/')).json();
      expect(JSON.stringify(detail)).toContain(room.name);
    }
    expect(seats).toEqual(['1/1', '-/1', '1/2']);
  });

  it('[APPT-4] away from those who sit the same exam already, beside those who sit another', async () => {
    const other = await aCustomExam(server, { questions: 2, minutes: 60 });
    const room = await aBookableRoom(booking.admin, { rows: [4] });
    const seats: string[] = [];
    for (const exam of [booking.exam, other, booking.exam, other]) {
      const student = await aBooker(server, exam);
      const made = await student.post('appointments', wish(room, { examCustomId: exam.id }));
      seats.push(seatOf(made.json<Appointment>()));
    }
    expect(seats).toEqual(['1/1', '1/2', '1/3', '1/4']);
    // The plan shows the seat before it is booked.
    const wide = await aBookableRoom(booking.admin, { rows: [3] });
    await (await aBooker(server, booking.exam)).post('appointments', wish(wide));
    const path = `seatPlan?examRoomSlotId=${wide.slotIds[0]}&examDate=${booking.day}`;
    const stateOf = async (examCustomId: number) =>
      (await booking.admin.get(`${path}&examCustomId=${examCustomId}&studentId=${student.studentId}`))
        .json<PlanSeat[]>()
        .map(({ state }) => state);
    const { student } = await aBooker(server, booking.exam);
    expect(await stateOf(booking.exam.id)).toEqual(['taken', 'free', 'next']);
    expect(await stateOf(other.id)).toEqual(['taken', 'next', 'free']);
    const spread = await aBookableRoom(booking.admin, { rows: [3] });
    const first = await (await aBooker(server, booking.exam)).post('appointments', wish(spread));
    const second = await (await aBooker(server, booking.exam)).post('appointments', wish(spread));
    expect([first, second].map((made) => seatOf(made.json<Appointment>()))).toEqual(['1/1', '1/3']);
  });

  it('[STRUCT-3] seats not in a row are shown and given with row -', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [1], seats: 2 });
    const [first, second] = [await aBooker(server, booking.exam), await aBooker(server, booking.exam)];
    await first.post('appointments', wish(room));
    expect((await second.post('appointments', wish(room))).json()).toMatchObject({
      examRow: '-',
      seatNumber: 1,
    });
    const plan = (
      await second.get(`seatPlan?examRoomSlotId=${room.slotIds[0]}&examDate=${booking.day}`)
    ).json<PlanSeat[]>();
    expect(plan).toEqual([
      { examRow: 1, seatNumber: 1, state: 'taken', accessible: false },
      { examRow: '-', seatNumber: 1, state: 'own', accessible: false },
    ]);
  });

  it('[APPT-1] sees the days with free seats, then the rooms with their slots and free seats, rooms by priority', async () => {
    const late = await aBookableRoom(booking.admin, { rows: [4], priority: 91, slots: [['15:00', '16:00']] });
    const room = await aBookableRoom(booking.admin, {
      rows: [3],
      priority: 90,
      slots: [
        ['11:00', '12:00'],
        ['12:00', '12:59'],
        ['13:00', '15:00'],
      ],
    });
    const student = await aBooker(server, booking.exam);
    const query = `examCustomId=${booking.exam.id}`;
    const freeOn = async () =>
      (await student.get(`freeDays?${query}`))
        .json<FreeDay[]>()
        .find(({ examDate }) => examDate === booking.day)?.free ?? 0;
    const before = await freeOn();
    await (await aBooker(server, booking.exam)).post('appointments', wish(room));
    expect(await freeOn()).toBe(before - 1);
    const rooms = (await student.get(`freeRooms?${query}&examDate=${booking.day}`)).json<FreeRoom[]>();
    expect(rooms.slice(-2).map(({ examRoomId }) => examRoomId)).toEqual([room.id, late.id]);
    // The slot of 59 minutes does not hold an exam of 60.
    expect(rooms.at(-2)?.slots).toEqual([
      {
        examRoomSlotId: room.slotIds[0],
        startHour: '11:00',
        endHour: '12:00',
        free: 2,
        seats: 3,
        waiting: 0,
      },
      {
        examRoomSlotId: room.slotIds[2],
        startHour: '13:00',
        endHour: '15:00',
        free: 3,
        seats: 3,
        waiting: 0,
      },
    ]);
    const offer = (await student.get('bookableExams')).json<{ exams: BookableExam[] }>();
    expect(offer.exams).toMatchObject([
      { examCustomId: booking.exam.id, examDuration: 60, questions: 2, appointments: [] },
    ]);
  });

  it('[APPT-2] [MSG-10] once per exam: a second appointment is refused', async () => {
    const room = await aBookableRoom(booking.admin, {
      rows: [3],
      slots: [
        ['08:00', '09:00'],
        ['10:00', '11:00'],
      ],
    });
    const student = await aBooker(server, booking.exam);
    await student.post('appointments', wish(room));
    // Also in the same slot, where the student would be twice as well.
    for (const examRoomSlotId of room.slotIds) {
      const again = await student.post('appointments', wish(room, { examRoomSlotId }));
      expect(errorOf(again)).toEqual([409, 'appointment.examTwice']);
    }
  });

  it('[MSG-9] only exams of the own series; any other custom exam is not found', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [3] });
    const other = await aCustomExam(server, { questions: 2 });
    const student = await aBooker(server, booking.exam);
    for (const examCustomId of [other.id, 2_000_000_000]) {
      const responses = [
        await student.post('appointments', wish(room, { examCustomId })),
        await student.get(`freeDays?examCustomId=${examCustomId}`),
        await student.get(`freeRooms?examCustomId=${examCustomId}&examDate=${booking.day}`),
      ];
      for (const response of responses) expect(errorOf(response)).toEqual([404, 'customExam.notFound']);
    }
  });

  it('[APPT-1] refuses a slot of another room and a date that does not exist', async () => {
    const [room, other] = [
      await aBookableRoom(booking.admin, { rows: [3] }),
      await aBookableRoom(booking.admin, { rows: [3] }),
    ];
    const student = await aBooker(server, booking.exam);
    const pathOf = async (changed: Record<string, unknown>) =>
      (await student.post('appointments', wish(room, changed))).json().errors?.[0];
    expect(await pathOf({ examRoomSlotId: other.slotIds[0] })).toMatchObject({ path: 'examRoomId' });
    expect(await pathOf({ examRoomSlotId: 2_000_000_000 })).toMatchObject({ path: 'examRoomSlotId' });
    expect(await pathOf({ examDate: '31/02/2026' })).toMatchObject({ error: 'validation.date' });
    expect(await pathOf({ seat: 3 })).toMatchObject({ path: 'seat', error: 'validation.unknownField' });
  });
});
