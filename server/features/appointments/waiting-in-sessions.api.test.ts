import { beforeAll, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeDay, FreeRoom } from '#contract/booking.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { signedIn } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, dayFromToday, seatOf } from '#server/testing/booking.ts';
import { aCandidate, aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { serveWaitingLists } from './waiting-job.ts';

/** Two sessions that include the same days, and two server processes. */
const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const second = useTestServer({ database: server });
let exam: CustomExam;
let examDate: string;
let sessions: readonly [number, number];
beforeAll(async () => {
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

const serve = () => serveWaitingLists(server.services);

it('[APPT-2] [APPT-8] [APPT-10] a place in the queue belongs to its session; it waits while the exam is still to be sat in another one', async () => {
  const { room, holders } = await aFullRoom();
  const person = await aBooker(server, exam);
  const [one, two] = sessions;
  expect([(await wait(person, one)).statusCode, (await wait(person, two)).statusCode]).toEqual([201, 201]);
  expect(errorOf(await wait(person, two))).toEqual([409, 'waitingPlace.twice']);

  const afternoon = await aBookableRoom(admin, { rows: [2], slots: [['15:00', '17:00']] });
  const created = await admin.post('appointments', {
    ...{ ...at(afternoon, 0), examSessionId: two, studentId: person.student.studentId },
  });
  expect(created.statusCode).toBe(201);
  expect((await placesOf(person)).map(({ examSessionId }) => examSessionId)).toEqual([one]);
  expect(errorOf(await wait(person, one, { examRoomId: room.id }))).toEqual([
    409,
    'appointment.toSitElsewhere',
  ]);
  expect(errorOf(await wait(person, two))).toEqual([409, 'waitingPlace.notFull']);
  const otherOf = async (more: string) =>
    (await person.get(`freeDays?examCustomId=${exam.id}&examSessionId=${one}${more}`))
      .json<FreeDay[]>()
      .find((day) => day.examDate === examDate)?.otherExam;
  const { id: secondId } = created.json<Appointment>();
  expect([await otherOf(''), await otherOf(`&appointmentId=${secondId}`)]).toEqual(['Anatomie', null]);

  await holders[0].person.delete(`appointments/${holders[0].id}`);
  expect(await serve()).toBe(0);
  expect((await person.delete(`appointments/${secondId}`)).statusCode).toBe(204);
  expect(await serve()).toBe(1);
  const [place] = await placesOf(person);
  expect(place?.offer).toMatchObject({ examRoom: room.name, startHour: '08:00' });
  // Once booked in the other session, they cannot have the offered seat as well.
  const again = await person.post('appointments', { ...at(afternoon, 0), examSessionId: two });
  const accept = () => person.post(`waitingPlaces/${place?.id}/accept`);
  expect(errorOf(await accept())).toEqual([409, 'appointment.toSitElsewhere']);
  await person.delete(`appointments/${again.json<Appointment>().id}`);
  const made = (await accept()).json<Appointment>();
  expect([made.examSessionId, made.examRoomSlot]).toEqual([one, '08:00']);
  expect(await placesOf(person)).toEqual([]);
});

it('[APPT-2] [APPT-10] a student who books in another session loses the offered seat and blocks nobody', async () => {
  const { room, holders } = await aFullRoom();
  const [person, next] = [await aBooker(server, exam), await aBooker(server, exam)];
  const [one, two] = sessions;
  const slot = { examRoomSlotId: room.slotIds[0] };
  expect((await wait(person, one, slot)).statusCode).toBe(201);
  await holders[0].person.delete(`appointments/${holders[0].id}`);
  expect(await serve()).toBe(1);
  expect((await wait(next, one, slot)).json()).toMatchObject({ position: 1 });
  const positions = async (caller: Booker) => (await placesOf(caller)).map(({ position }) => position);
  const waiting = async () => {
    const rooms = await holders[1].person.get(
      `freeRooms?examCustomId=${exam.id}&examDate=${examDate}&examSessionId=${one}`,
    );
    return rooms
      .json<FreeRoom[]>()
      .find(({ examRoomId }) => examRoomId === room.id)
      ?.slots.map((found) => found.waiting);
  };

  const morning = await aBookableRoom(admin, { rows: [2], slots: [['06:00', '08:00']] });
  const created = await person.post('appointments', { ...at(morning, 0), examSessionId: two });
  expect(created.statusCode).toBe(201);
  // The seat goes to the next one, and the place waits.
  expect(await serve()).toBe(1);
  expect([(await placesOf(person))[0]?.offer, (await placesOf(next))[0]?.offer?.startHour]).toEqual([
    null,
    '08:00',
  ]);
  expect(await waiting()).toEqual([0, 0]);
  await next.delete(`waitingPlaces/${(await placesOf(next))[0]?.id}`);
  expect(await serve()).toBe(0);
  const taken = (await next.post('appointments', { ...at(room, 0), examSessionId: one })).json<Appointment>();
  const later = await aBooker(server, exam);
  expect((await wait(later, one, slot)).statusCode).toBe(201);
  expect(await positions(later)).toEqual([1]);

  expect((await person.delete(`appointments/${created.json<Appointment>().id}`)).statusCode).toBe(204);
  expect([await waiting(), await positions(later)]).toEqual([[2, 0], [2]]);
  await next.delete(`appointments/${taken.id}`);
  expect(await serve()).toBe(1);
  expect((await placesOf(person))[0]?.offer).toMatchObject({ startHour: '08:00' });
});

it('[APPT-10] a student who waits for an exam in two sessions is offered one seat at a time', async () => {
  const { room, holders } = await aFullRoom();
  const person = await aBooker(server, exam);
  for (const [index, session] of sessions.entries())
    expect((await wait(person, session, { examRoomSlotId: room.slotIds[index] })).statusCode).toBe(201);
  for (const holder of holders) await holder.person.delete(`appointments/${holder.id}`);
  expect(await serve()).toBe(1);
  const [offered, waiting] = await placesOf(person);
  expect([offered?.offer?.startHour, waiting?.offer]).toEqual(['08:00', null]);
  expect((await person.delete(`waitingPlaces/${offered?.id}`)).statusCode).toBe(204);
  expect(await serve()).toBe(1);
  const made = await person.post(`waitingPlaces/${waiting?.id}/accept`);
  expect(made.json()).toMatchObject({ examSessionId: sessions[1], examRoomSlot: '10:00' });
});

it('[SAFE-8] [APPT-10] seats of one slot that students of two sessions wait for go to each once, in the order of queueing', async () => {
  const room = await aBookableRoom(admin, { rows: [3], slots: [['18:00', '20:00']] });
  const examRoomSlotId = room.slotIds[0];
  const holders = await Promise.all(
    [...sessions, sessions[0]].map(async (examSessionId) => {
      const person = await aBooker(server, exam);
      const made = await person.post('appointments', { ...at(room, 0), examSessionId });
      return { person, ...made.json<Appointment>() };
    }),
  );
  const people = await Promise.all(Array.from({ length: 5 }, () => aBooker(server, exam)));
  for (const [n, person] of people.entries())
    expect((await wait(person, sessions[n % 2] ?? 0, { examRoomSlotId })).statusCode).toBe(201);
  // The first one waits in both sessions, and takes one seat only.
  expect((await wait(people[0] as Booker, sessions[1], { examRoomSlotId })).statusCode).toBe(201);

  await Promise.all(holders.map(({ person, id }) => person.delete(`appointments/${id}`)));
  const served = await Promise.all(
    [server, second, server, second].map(({ services }) => serveWaitingLists(services)),
  );
  expect(served.reduce((sum, count) => sum + count)).toBe(3);
  const offers = async () =>
    (await Promise.all(people.map(placesOf))).map((places) => places.filter(({ offer }) => offer).length);
  expect(await offers()).toEqual([1, 1, 1, 0, 0]);

  const poller = await aBooker(server, exam);
  const accepts = await Promise.all(
    people.map(async (person) => {
      const [place] = await placesOf(person);
      const callers = [person, await signedIn(second, person.student)];
      return callers.map((caller) => () => caller.post(`waitingPlaces/${place?.id}/accept`));
    }),
  );
  const responses = await Promise.all([
    ...accepts.flat().map((accept) => accept()),
    ...sessions.map((examSessionId) => poller.post('appointments', { ...at(room, 0), examSessionId })),
  ]);
  expect(responses.filter(({ statusCode }) => statusCode < 300)).toHaveLength(3);
  expect(responses.every(({ statusCode }) => statusCode < 500)).toBe(true);
  const stored = (await admin.get(`appointments?examRoomSlotId=${examRoomSlotId}&take=50`)).json<
    Appointment[]
  >();
  const idOf = ({ student }: Booker) => student.studentId;
  expect(new Map(stored.map((one) => [one.studentId, one.examSessionId]))).toEqual(
    new Map(people.slice(0, 3).map((person, n) => [idOf(person), sessions[n % 2]])),
  );
  expect(new Set(stored.map(seatOf)).size).toBe(3);
});

it('[APPT-2] [SAFE-8] an exam still to be sat is not booked in another session, alone, in bulk or by two requests at once', async () => {
  const room = await aBookableRoom(admin, { rows: [9], slots });
  const [one, two] = sessions;
  const person = await aBooker(server, exam);
  const { studentId } = person.student;
  const twin = await signedIn(second, person.student);
  const racing = await Promise.all([
    person.post('appointments', { ...at(room, 0), examSessionId: one }),
    twin.post('appointments', { ...at(room, 1), examSessionId: two }),
  ]);
  const made = racing.filter(({ statusCode }) => statusCode === 201);
  expect(made).toHaveLength(1);
  expect(racing.flatMap((response) => (response.statusCode === 201 ? [] : [errorOf(response)]))).toEqual([
    [409, 'appointment.toSitElsewhere'],
  ]);
  const own = made[0]?.json<Appointment>() as Appointment;
  const other = own.examSessionId === one ? two : one;
  const elsewhere = { ...at(room, own.examRoomSlot === '08:00' ? 1 : 0), examSessionId: other };
  expect(errorOf(await admin.post('appointments', { ...elsewhere, studentId }))).toEqual([
    409,
    'appointment.toSitElsewhere',
  ]);
  const { nrMatricol } = (await admin.get(`students/${studentId}`)).json<{ nrMatricol: string }>();
  const { examRoomSlotId: _, examRoomId: __, ...whole } = elsewhere;
  const bulk = await admin.post('appointments/bulk', { ...whole, matricols: [nrMatricol] });
  expect(bulk.json()).toMatchObject({
    created: 0,
    failed: [{ params: { reason: 'appointment.examTwice' } }],
  });
  const { student } = (await person.get('dashboard')).json<{ student: { booking: unknown[] } }>();
  expect([(await person.get('getExamCustom')).json(), student.booking]).toEqual([[], []]);
  // Moving it to the other session adds none.
  const moved = await person.put(`appointments/${own.id}`, elsewhere);
  expect([moved.statusCode, moved.json<Appointment>().examSessionId]).toEqual([200, other]);
});

it('[APPT-2] after a sitting that is finished, annulled or missed the exam is booked in another session', async () => {
  const room = await aBookableRoom(admin, { rows: [9], slots });
  const [sessionId, other] = sessions;
  const ends = {
    finished: async () => {
      const { student, finish } = await aRunningExam(server, exam, { sessionId });
      const slotOnDay = { ...at(room, 0), examSessionId: other };
      const byOffice = await admin.post('appointments', { ...slotOnDay, studentId: student.studentId });
      expect(errorOf(byOffice)).toEqual([409, 'appointment.toSitElsewhere']);
      await finish();
      return student.post('appointments', slotOnDay);
    },
    annulled: async () => {
      const { student, exam: running } = await aRunningExam(server, exam, { sessionId });
      const reason = 'Fraudă';
      expect((await admin.post(`sittings/${running.groupId}/annul`, { reason })).statusCode).toBe(204);
      return student.post('appointments', { ...at(room, 0), examSessionId: other });
    },
    missed: async () => {
      const { student, post } = await aCandidate(server, exam, { sessionId, from: -180, to: -1 });
      const made = await post('appointments', { ...at(room, 0), examSessionId: other });
      // The office could give the missed one another day, but not beside the new one.
      const [missed] = (
        await admin.get(`appointments?studentId=${student.studentId}&examSessionId=${sessionId}`)
      ).json<Appointment[]>();
      const later = { ...at(room, 1), examSessionId: sessionId };
      expect(errorOf(await admin.put(`appointments/${missed?.id}`, later))).toEqual([
        409,
        'appointment.toSitElsewhere',
      ]);
      return made;
    },
  };
  for (const [how, end] of Object.entries(ends)) expect([how, (await end()).statusCode]).toEqual([how, 201]);
});
