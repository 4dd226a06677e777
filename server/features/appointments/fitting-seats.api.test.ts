import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeDay, FreeRoom } from '#contract/booking.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { selectDaySlots } from '#server/appointments/day-slots.ts';
import { withFittingSeats } from '#server/appointments/fitting-seats.ts';
import type { Queryable } from '#server/db/database.ts';
import type { SignedInPerson } from '#server/testing/accounts.ts';
import {
  aBookableRoom,
  aBooker,
  dayFromToday,
  seatOf,
  slotIn,
  slotsInTurn,
} from '#server/testing/booking.ts';
import { aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { serveWaitingLists } from './waiting-job.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
let examDate: string;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  await aSession(server);
  examDate = await dayFromToday(server, 3);
});

const longer = { extraTime: 30, extraTimeReason: 'Certificat' };
type Booker = Awaited<ReturnType<typeof aBooker>>;

/** A room of two seats; its first two slots follow each other without a pause. */
async function aRoom() {
  const room = await aBookableRoom(admin, {
    rows: [2],
    slots: slotsInTurn,
  });
  const slotOnDay = slotIn(exam, examDate, room);
  const book = async (slot: number, extra: object = {}) => {
    const person = await aBooker(server, exam);
    const { studentId } = person.student;
    const made = await admin.post('appointments', { ...slotOnDay(slot), studentId, ...extra });
    expect(made.statusCode).toBe(201);
    return { person, ...made.json<Appointment>() };
  };
  const wait = (person: Booker, slot: number) =>
    person.post('waitingPlaces', { examCustomId: exam.id, examDate, examRoomSlotId: room.slotIds[slot] });
  const freeFor = async (person: SignedInPerson, more: string) => {
    const rooms = await person.get(`freeRooms?examCustomId=${exam.id}&examDate=${examDate}${more}`);
    return rooms
      .json<FreeRoom[]>()
      .find(({ examRoomId }) => examRoomId === room.id)
      ?.slots.map(({ free }) => free);
  };
  return { room, slotOnDay, book, wait, freeFor };
}
const offerOf = async (person: Booker) =>
  (await person.get('waitingPlaces')).json<WaitingPlace[]>()[0]?.offer ?? null;
const accept = async (person: Booker) => {
  const [place] = (await person.get('waitingPlaces')).json<WaitingPlace[]>();
  return person.post(`waitingPlaces/${place?.id}/accept`);
};

describe('[APPT-10] [APPT-11] seats that do not fit a student', () => {
  it('[APPT-10] with extra time a student waits while every free seat is taken too soon afterwards, and is offered one that fits', async () => {
    const { room, slotOnDay, book, wait, freeFor } = await aRoom();
    const { person, ...own } = await book(2, longer);
    const next = [await book(1), await book(1)] as const;
    const moves = `&appointmentId=${own.id}`;
    expect(await freeFor(person, '')).toEqual([2, 0, 1]);
    expect(await freeFor(person, moves)).toEqual([0, 0, 1]);
    // The office may give any seat.
    expect(await freeFor(admin, `${moves}&studentId=${own.studentId}`)).toEqual([2, 0, 1]);
    const day = async (more: string) =>
      (await person.get(`freeDays?examCustomId=${exam.id}${more}`))
        .json<FreeDay[]>()
        .find((one) => one.examDate === examDate)?.free;
    expect([await day(''), await day(moves)]).toEqual([3, 1]);

    expect((await person.put(`appointments/${own.id}`, slotOnDay(0))).statusCode).toBe(409);
    expect((await wait(person, 0)).statusCode).toBe(201);
    const other = await aBooker(server, exam);
    expect(errorOf(await wait(other, 0))).toEqual([409, 'waitingPlace.notFull']);
    expect(await serveWaitingLists(server.services)).toBe(0);

    expect((await next[1].person.delete(`appointments/${next[1].id}`)).statusCode).toBe(204);
    expect(await serveWaitingLists(server.services)).toBe(1);
    expect(await offerOf(person)).toMatchObject({
      examRoom: room.name,
      startHour: '08:00',
      seatNumber: next[1].seatNumber,
    });
    const moved = (await accept(person)).json<Appointment>();
    expect([moved.id, moved.examRoomSlot, moved.extraTime, seatOf(moved)]).toEqual([
      own.id,
      '08:00',
      30,
      seatOf(next[1]),
    ]);
  });

  it('[APPT-10] [APPT-11] a student who needs an accessible seat waits for one while others are free', async () => {
    const { room, book, wait, freeFor } = await aRoom();
    const marks = [{ examRow: 1, seatNumber: 2, mark: 'accessible' }];
    expect((await admin.put(`examrooms/${room.id}/seats`, { marks })).statusCode).toBe(200);
    const { person, ...own } = await book(2, { accessibleSeat: true });
    const before = await book(0, { accessibleSeat: true });
    expect((await freeFor(person, `&appointmentId=${own.id}`))?.slice(0, 2)).toEqual([0, 1]);
    expect(errorOf(await wait(person, 1))).toEqual([409, 'waitingPlace.notFull']);
    expect((await wait(person, 0)).statusCode).toBe(201);
    expect(await serveWaitingLists(server.services)).toBe(0);
    await before.person.delete(`appointments/${before.id}`);
    expect(await serveWaitingLists(server.services)).toBe(1);
    expect(seatOf((await accept(person)).json<Appointment>())).toBe('1/2');
  });

  it('[APPT-1] are found with as many statements for all slots of a day as for one', async () => {
    const { book } = await aRoom();
    await book(1, longer);
    const { sql } = server.database;
    const slots = await selectDaySlots(sql, { days: [examDate] });
    const countFor = async (count: number) => {
      let statements = 0;
      const counting = new Proxy(sql, {
        apply: (target, self, args) => {
          statements += 1;
          return Reflect.apply(target, self, args);
        },
      }) as Queryable;
      await withFittingSeats(counting, slots.slice(0, count), { extraMinutes: 30, needsAccessible: false });
      return statements;
    };
    expect(slots.length).toBeGreaterThan(2);
    expect(await countFor(slots.length)).toBe(await countFor(1));
  });
});
