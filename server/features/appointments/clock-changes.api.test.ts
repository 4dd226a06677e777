import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeRoom } from '#contract/booking.ts';
import type { SignedInPerson } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, dayFromToday, editSession } from '#server/testing/booking.ts';
import { aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
let room: Awaited<ReturnType<typeof aBookableRoom>>;
/** The next days with 23 and with 25 hours. */
let [spring, autumn] = ['', ''];
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 150 });
  const { sql } = server.database;
  const days = await sql<{ day: string; hours: number }[]>`
    select d.day, extract(epoch from (d.day + 1)::timestamptz - d.day::timestamptz)::int / 3600 as hours
      from (select (current_date + n) as day from generate_series(1, 400) as n) d
     where (d.day + 1)::timestamptz - d.day::timestamptz <> interval '24 hours' order by d.day`;
  const dayOf = (hours: number) => days.find((one) => one.hours === hours)?.day ?? '';
  [spring, autumn] = [dayOf(23), dayOf(25)];
  const sessionId = await aSession(server);
  await editSession(server, admin, sessionId, { endDate: await dayFromToday(server, 400) });
  room = await aBookableRoom(admin, {
    rows: [9],
    slots: [
      ['00:00', '02:30'],
      ['02:30', '03:00'],
      ['03:00', '04:00'],
      ['04:00', '05:00'],
      ['08:00', '10:30'],
    ],
  });
});

const slotsOn = async (person: SignedInPerson, examDate: string, minutes: CustomExam = exam) =>
  (await person.get(`freeRooms?examCustomId=${minutes.id}&examDate=${examDate}`))
    .json<FreeRoom[]>()
    .flatMap(({ slots }) => slots.map(({ startHour }) => startHour));

describe('[APPT-7] booking on the days of a clock change', () => {
  it.each([
    ['spring', () => spring, 3],
    ['autumn', () => autumn, 2],
  ] as const)('[APPT-7] a slot in %s is booked by the wall clock', async (_, dayOf, offset) => {
    const person = await aBooker(server, exam);
    const examDate = dayOf();
    expect(await slotsOn(person, examDate)).toEqual(['00:00', '08:00']);
    const made = await person.post('appointments', {
      ...{ examCustomId: exam.id, examDate, examRoomId: room.id, examRoomSlotId: room.slotIds[4] },
    });
    expect(made.json()).toMatchObject({ examRoomSlot: '08:00', endHour: '10:30', examDate });
    const [stored] = await server.database.sql<{ from: string; minutes: number }[]>`
      select to_char(starts_at at time zone 'UTC', 'HH24:MI') as from, extract(epoch from ends_at - starts_at)::int / 60 as minutes
        from appointments where id = ${made.json<Appointment>().id}`;
    expect(stored).toEqual({ from: `0${8 - offset}:00`, minutes: 150 });
  });

  it('[APPT-7] a slot that the clock change swallows is neither offered nor booked; in autumn it is', async () => {
    const short = await aCustomExam(server, { questions: 2, minutes: 30 });
    const person = await aBooker(server, short);
    expect(await slotsOn(person, spring, short)).toEqual(['00:00', '02:30', '04:00', '08:00']);
    expect(await slotsOn(person, autumn, short)).toEqual(['00:00', '02:30', '03:00', '04:00', '08:00']);
    const swallowed = { examCustomId: short.id, examRoomId: room.id, examRoomSlotId: room.slotIds[2] };
    const refused = await person.post('appointments', { ...swallowed, examDate: spring });
    expect(errorOf(refused)).toEqual([400, 'validation.failed']);
    const created = await person.post('appointments', { ...swallowed, examDate: autumn });
    expect(created.json()).toMatchObject({ examRoomSlot: '03:00', endHour: '04:00' });
  });

  it('[APPT-7] a slot that would end after the next one begins is left out on the night in spring', async () => {
    const short = await aCustomExam(server, { questions: 2, minutes: 30 });
    const person = await aBooker(server, short);
    const night = await aBookableRoom(admin, {
      rows: [1],
      slots: [
        ['02:00', '03:30'],
        ['03:30', '04:00'],
        ['04:00', '06:00'],
      ],
    });
    const hoursOn = async (examDate: string) =>
      (await person.get(`freeRooms?examCustomId=${short.id}&examDate=${examDate}`))
        .json<FreeRoom[]>()
        .find(({ examRoomId }) => examRoomId === night.id)
        ?.slots.map(({ startHour }) => startHour);
    expect(await hoursOn(spring)).toEqual(['04:00']);
    expect(await hoursOn(autumn)).toEqual(['02:00', '03:30', '04:00']);
    const left = { examCustomId: short.id, examRoomId: night.id, examRoomSlotId: night.slotIds[0] };
    const refused = await person.post('appointments', { ...left, examDate: spring });
    expect(errorOf(refused)).toEqual([400, 'validation.failed']);
  });
});
