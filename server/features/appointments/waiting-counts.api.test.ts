import { beforeAll, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeRoom } from '#contract/booking.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { aBookableRoom, aBooker, dayFromToday, slotIn } from '#server/testing/booking.ts';
import { aCandidate, aCustomExam, aSession } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { serveWaitingLists } from './waiting-job.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let sessionId: number;
let examDate: string;
beforeAll(async () => {
  sessionId = await aSession(server);
  examDate = await dayFromToday(server, 3);
});

type Booker = Awaited<ReturnType<typeof aBooker>>;
type Exam = Awaited<ReturnType<typeof aCustomExam>>;

/** A room of one seat that another exam's student has. */
async function aFullRoom() {
  const other = await aCustomExam(server, { questions: 2, minutes: 60 });
  const room = await aBookableRoom(admin, { rows: [1] });
  const holder = await aBooker(server, other);
  const { id } = (await holder.post('appointments', slotIn(other, examDate, room)())).json<Appointment>();
  const slotId = room.slotIds[0] ?? 0;
  const wait = (person: Pick<Booker, 'post'>, exam: Exam) =>
    person.post('waitingPlaces', { examCustomId: exam.id, examDate, examRoomSlotId: slotId });
  /** What a student of the other exam reads of the queue. */
  const counted = async () =>
    (await holder.get(`freeRooms?examCustomId=${other.id}&examDate=${examDate}`))
      .json<FreeRoom[]>()
      .find(({ examRoomId }) => examRoomId === room.id)?.slots[0]?.waiting;
  return { free: () => holder.delete(`appointments/${id}`), wait, counted };
}
const placeOf = async (person: Pick<Booker, 'get'>) =>
  (await person.get('waitingPlaces')).json<WaitingPlace[]>()[0];

it('[APPT-10] a student who has begun the exam blocks no seat and is not counted', async () => {
  const exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  const { free, wait, counted } = await aFullRoom();
  const sitter = await aCandidate(server, exam, { sessionId });
  const next = await aBooker(server, exam);
  for (const person of [sitter, next]) expect((await wait(person, exam)).statusCode).toBe(201);
  expect([(await placeOf(next))?.position, await counted()]).toEqual([2, 2]);
  const begun = await sitter.post(`prepareExam/?examId=${sitter.appointment.examId}`);
  expect(begun.json()).toMatchObject({ status: 'Started' });
  expect([(await placeOf(next))?.position, await counted()]).toEqual([1, 1]);
  await free();
  expect(await serveWaitingLists(server.services)).toBe(1);
  expect((await placeOf(next))?.offer).not.toBeNull();
});

it('[APPT-10] [RESU-1] a student who waits for an exam whose key has opened on the day blocks no seat, of that exam or another', async () => {
  const [opened, stranger] = [
    await aCustomExam(server, { questions: 2, minutes: 60 }),
    await aCustomExam(server, { questions: 2, minutes: 60 }),
  ];
  const { free, wait, counted } = await aFullRoom();
  const [first, next] = [await aBooker(server, opened), await aBooker(server, stranger)];
  expect((await wait(first, opened)).statusCode).toBe(201);
  expect((await wait(next, stranger)).statusCode).toBe(201);
  const sitting = await aRunningExam(server, opened, { sessionId });
  await sitting.finish();
  expect([(await placeOf(next))?.position, await counted()]).toEqual([2, 2]);
  // The sitting counts for the day and was over a minute ago.
  const { sql } = server.database;
  await sql`
    update appointments set exam_date = ${examDate}, starts_at = now() - interval '3 hours', ends_at = now() - interval '1 minute'
     where id = ${sitting.appointment.id}`;
  await free();
  expect(await serveWaitingLists(server.services)).toBe(1);
  expect([(await placeOf(first))?.offer, (await placeOf(next))?.offer?.startHour]).toEqual([null, '08:00']);
  // The day has come.
  await sql`update waiting_places set exam_date = current_date, offered_slot_id = null, offered_row = null, offered_seat = null,
                   offered_until = null where student_id in (${first.student.studentId}, ${next.student.studentId})`;
  expect((await placeOf(next))?.position).toBe(2);
  await sql`update appointments set exam_date = current_date where id = ${sitting.appointment.id}`;
  expect((await placeOf(next))?.position).toBe(1);
});
