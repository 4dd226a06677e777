import { beforeAll, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeDay } from '#contract/booking.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, dayFromToday } from '#server/testing/booking.ts';
import { aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { serveWaitingLists } from './waiting-job.ts';

/** Two sessions that include the same days. */
const server = useTestServer();
let admin: SignedInPerson;
let exam: CustomExam;
let examDate: string;
let sessions: readonly [number, number];
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
  exam = await aCustomExam(server, { questions: 2, minutes: 60, name: 'Anatomie' });
  sessions = [await aSession(server), await aSession(server)];
  examDate = await dayFromToday(server, 3);
});

const slots: [string, string][] = [
  ['08:00', '10:00'],
  ['10:00', '12:00'],
];
type Room = Awaited<ReturnType<typeof aBookableRoom>>;
type Booker = Awaited<ReturnType<typeof aBooker>>;

const at = (room: Room, slot: number) => ({
  examCustomId: exam.id,
  examDate,
  examRoomId: room.id,
  examRoomSlotId: room.slotIds[slot],
});
/** A room of one seat whose two slots are booked in the first session. */
async function aFullRoom() {
  const room = await aBookableRoom(admin, { rows: [1], slots });
  const book = async (slot: number) => {
    const person = await aBooker(server, exam);
    const made = await person.post('appointments', { ...at(room, slot), examSessionId: sessions[0] });
    return { person, ...made.json<Appointment>() };
  };
  return { room, holders: [await book(0), await book(1)] as const };
}
const wait = (person: Booker, examSessionId: number, where: object = {}) =>
  person.post('waitingPlaces', { examCustomId: exam.id, examDate, examSessionId, ...where });
const placesOf = async (person: Booker) => (await person.get('waitingPlaces')).json<WaitingPlace[]>();

it('[APPT-8] [APPT-10] a place in the queue belongs to its session; an appointment in another one does not fulfil it', async () => {
  const { room, holders } = await aFullRoom();
  const person = await aBooker(server, exam);
  const [one, two] = sessions;
  expect([(await wait(person, one)).statusCode, (await wait(person, two)).statusCode]).toEqual([201, 201]);
  expect(errorOf(await wait(person, two))).toEqual([409, 'waitingPlace.twice']);

  const afternoon = await aBookableRoom(admin, { rows: [2], slots: [['15:00', '17:00']] });
  const booked = await admin.post('appointments', {
    ...{ ...at(afternoon, 0), examSessionId: two, studentId: person.student.studentId },
  });
  expect(booked.statusCode).toBe(201);
  expect((await placesOf(person)).map(({ examSessionId }) => examSessionId)).toEqual([one]);
  // The appointment of the second session is none in the first one.
  expect((await wait(person, one, { examRoomId: room.id })).statusCode).toBe(201);
  expect(errorOf(await wait(person, two))).toEqual([409, 'waitingPlace.notFull']);
  const otherOf = async (more: string) =>
    (await person.get(`freeDays?examCustomId=${exam.id}&examSessionId=${one}${more}`))
      .json<FreeDay[]>()
      .find((day) => day.examDate === examDate)?.otherExam;
  const { id: secondId } = booked.json<Appointment>();
  expect([await otherOf(''), await otherOf(`&appointmentId=${secondId}`)]).toEqual(['Anatomie', null]);

  await holders[0].person.delete(`appointments/${holders[0].id}`);
  expect(await serveWaitingLists(server.services)).toBe(1);
  const [place] = await placesOf(person);
  expect(place?.offer).toMatchObject({ examRoom: room.name, startHour: '08:00', otherExam: 'Anatomie' });
  const made = (await person.post(`waitingPlaces/${place?.id}/accept`)).json<Appointment>();
  expect([made.examSessionId, made.examRoomSlot, made.id === secondId]).toEqual([one, '08:00', false]);
  expect(await placesOf(person)).toEqual([]);
  expect((await person.get(`appointments/${secondId}`)).json()).toMatchObject({ examRoomSlot: '15:00' });
});

it('[APPT-10] who waits in two sessions is offered a seat in each', async () => {
  const { room, holders } = await aFullRoom();
  const person = await aBooker(server, exam);
  for (const [index, session] of sessions.entries())
    expect((await wait(person, session, { examRoomSlotId: room.slotIds[index] })).statusCode).toBe(201);
  for (const holder of holders) await holder.person.delete(`appointments/${holder.id}`);
  expect(await serveWaitingLists(server.services)).toBe(2);
  const accepted = await Promise.all(
    (await placesOf(person)).map(({ id }) => person.post(`waitingPlaces/${id}/accept`)),
  );
  expect(accepted.map((one) => one.json<Appointment>().examSessionId)).toEqual(sessions);
});
