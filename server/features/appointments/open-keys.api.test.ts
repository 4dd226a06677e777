import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { SlotMove } from '#contract/slot-moves.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { aBookableRoom, aBooker, dayFromToday, moveReviewed } from '#server/testing/booking.ts';
import { disciplineOf, put } from '#server/testing/composing.ts';
import {
  aCandidate,
  aCustomExam,
  aCustomExamOf,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
  someTemplates,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { serveWaitingLists } from './waiting-job.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let sessionId: number;
let day: string;
beforeAll(async () => {
  sessionId = await aSession(server);
  day = await dayFromToday(server, 1);
});

const refused = [409, 'appointment.keyOpened'];

/** A finished sitting that counts for the day and ends in so many minutes: it was over a minute ago by default. */
async function aFinishedSitting(exam: CustomExam, session: number, endsIn = -1) {
  const sitting = await aRunningExam(server, exam, { sessionId: session });
  await sitting.finish();
  await server.database.sql`
    update appointments set exam_date = ${day}, starts_at = now() - interval '3 hours', ends_at = now() + make_interval(mins => ${endsIn})
     where id = ${sitting.appointment.id}`;
  const keyOf = async () =>
    (await sitting.student.put(`examScore/?examId=${sitting.exam.id}`)).json<ExamResults>().questionExams;
  return { ...sitting, keyOf };
}

const matricolOf = async ({ student }: Awaited<ReturnType<typeof aBooker>>) => {
  const [row] = await server.database.sql<{ matricol: string }[]>`
    select matricol from students where id = ${student.studentId}`;
  return row?.matricol ?? '';
};

describe('[RESU-1] a day whose key has opened', () => {
  it('[RESU-1] no call adds a student to it or gives more time', async () => {
    const exam = await aCustomExam(server, { questions: 2 });
    const room = await aBookableRoom(admin, { rows: [9], slots: [['08:00', '10:00']] });
    const small = await aBookableRoom(admin, { rows: [1] });
    const later = await dayFromToday(server, 2);
    const slotOnDay = (examDate = day, examCustomId = exam.id) => ({
      examCustomId,
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
    });
    const [early, moving, waiting, last] = await Promise.all([1, 2, 3, 4].map(() => aBooker(server, exam)));
    if (!early || !moving || !waiting || !last) throw new Error('four students are needed');
    const moved = (await moving.post('appointments', slotOnDay(later))).json<Appointment>();
    const stranger = await aCustomExam(server, { questions: 2 });
    const other = await aBooker(server, stranger);
    const only = { examDate: day, examRoomId: small.id, examRoomSlotId: small.slotIds[0] };
    const taken = (
      await other.post('appointments', { ...only, examCustomId: stranger.id })
    ).json<Appointment>();
    const queued = await waiting.post('waitingPlaces', {
      examCustomId: exam.id,
      examDate: day,
      examRoomSlotId: small.slotIds[0],
    });
    expect(queued.statusCode).toBe(201);

    // While somebody sits, another can be added, which keeps the key closed.
    const { id } = (await early.post('appointments', slotOnDay())).json<Appointment>();
    const sitting = await aFinishedSitting(exam, sessionId);
    expect(await sitting.keyOf()).toEqual([]);
    await early.delete(`appointments/${id}`);
    expect(await sitting.keyOf()).toHaveLength(2);

    expect(errorOf(await last.post('appointments', slotOnDay()))).toEqual(refused);
    const { studentId } = last.student;
    expect(errorOf(await admin.post('appointments', { ...slotOnDay(), studentId }))).toEqual(refused);
    const bulk = { examCustomId: exam.id, examDate: day, matricols: [await matricolOf(last)] };
    expect(errorOf(await admin.post('appointments/bulk?dryRun', bulk))).toEqual(refused);
    expect(errorOf(await admin.post('appointments/bulk', bulk))).toEqual(refused);
    for (const person of [moving, admin])
      expect(errorOf(await person.put(`appointments/${moved.id}`, slotOnDay()))).toEqual(refused);
    const move = {
      examDate: later,
      examRoomSlotId: room.slotIds[0],
      toDate: day,
      toRoomSlotId: room.slotIds[0],
    };
    expect((await moveReviewed(admin, move)).json<SlotMove>()).toMatchObject({
      moved: 0,
      failed: [{ appointmentId: moved.id, error: 'appointment.keyOpened' }],
    });
    expect(errorOf(await last.post('waitingPlaces', { examCustomId: exam.id, examDate: day }))).toEqual(
      refused,
    );
    expect(errorOf(await last.get(`freeRooms?examCustomId=${exam.id}&examDate=${day}`))).toEqual(refused);
    await other.delete(`appointments/${taken.id}`);
    await serveWaitingLists(server.services);
    expect((await waiting.get('waitingPlaces')).json<WaitingPlace[]>()).toMatchObject([{ offer: null }]);

    const longer = { extraTime: 30, extraTimeReason: 'Pană de curent' };
    expect(errorOf(await admin.put(`appointments/${sitting.appointment.id}`, longer))).toEqual(refused);
    const own = (await admin.get(`appointments/${sitting.appointment.id}`)).json<Appointment>();
    const whole = { examDate: day, examRoomSlotId: own.examRoomSlotId, minutes: 30, extraTimeReason: 'Pană' };
    expect((await admin.post('appointments/extraTime', whole)).json()).toMatchObject({
      changed: 0,
      failed: [],
    });
    const { appointment } = await aCandidate(server, exam, { sessionId, from: -180, to: -60 });
    await server.database.sql`update appointments set exam_date = ${day} where id = ${appointment.id}`;
    const missed = (await admin.get(`appointments/${appointment.id}`)).json<Appointment>();
    const ofMissed = { ...whole, examDate: missed.examDate, examRoomSlotId: missed.examRoomSlotId };
    expect((await admin.post('appointments/extraTime', ofMissed)).json()).toMatchObject({
      changed: 0,
      failed: [{ error: 'appointment.keyOpened' }],
    });

    // An exam that asks one of the disciplines is closed too, one that asks none of them is not.
    const [disciplineId = 0] = exam.disciplineIds;
    const related = await aCustomExamOf(server, exam.studyPlace, [{ disciplineId, questions: 1 }]);
    expect(errorOf(await last.post('appointments', slotOnDay(day, related)))).toEqual(refused);
    expect((await other.post('appointments', slotOnDay(day, stranger.id))).statusCode).toBe(201);
    expect((await last.post('appointments', slotOnDay(later))).statusCode).toBe(201);
    expect(await sitting.keyOf()).toHaveLength(2);
  });

  it('[RESU-1] [CUST-2] its disciplines are added to no exam with appointments on that day, also not by an override', async () => {
    const exam = await aCustomExam(server, { questions: 2 });
    const { studyPlace } = exam;
    const { id: disciplineId } = await aTaughtDiscipline(server, { studyPlace, questions: 2 });
    const id = await aCustomExamOf(server, studyPlace, [{ disciplineId, questions: 2 }]);
    const room = await aBookableRoom(admin, { rows: [9] });
    const booker = await aBooker(server, exam);
    const slot = { examDate: day, examRoomId: room.id, examRoomSlotId: room.slotIds[0] };
    const booked = await booker.post('appointments', { ...slot, examCustomId: exam.id });
    expect(booked.statusCode).toBe(201);
    const stored = async () => (await admin.get(`examCustom/${exam.id}`)).json<CustomExamItem>();
    const { sumativeDisciplines } = await stored();
    const ask = async (added: readonly object[], query = '?override=true') =>
      put(admin, await stored(), { sumativeDisciplines: [...sumativeDisciplines, ...added] }, query);
    const discipline = disciplineOf(disciplineId, 2);

    const sitting = await aFinishedSitting({ id, studyPlace, disciplineIds: [disciplineId] }, sessionId, 30);
    expect(await sitting.keyOf()).toEqual([]);
    expect((await ask([discipline])).statusCode).toBe(200);
    // It keeps the key closed as long as it asks the discipline.
    const end = () => server.database.sql`
      update appointments set ends_at = now() - interval '1 minute' where id = ${sitting.appointment.id}`;
    await end();
    expect(await sitting.keyOf()).toEqual([]);
    expect((await ask([])).statusCode).toBe(200);
    expect(await sitting.keyOf()).toHaveLength(2);

    const { version } = await stored();
    const response = await ask([discipline]);
    expect(errorOf(response)).toEqual([409, 'customExam.keyOpened']);
    expect(response.json().params).toEqual({ discipline: expect.any(String), day });
    const others = await aTaughtDiscipline(server, { studyPlace, questions: 2 });
    expect((await ask([disciplineOf(others.id, 2)])).statusCode).toBe(200);
    expect(errorOf(await ask([disciplineOf(others.id, 2), discipline]))).toEqual([
      409,
      'customExam.keyOpened',
    ]);
    expect((await stored()).version).toBe(version + 1);
    expect(await sitting.keyOf()).toHaveLength(2);

    // Without an appointment on that day nobody sits it and nothing closes.
    await booker.delete(`appointments/${booked.json<Appointment>().id}`);
    expect((await ask([discipline])).statusCode).toBe(200);
    expect(await sitting.keyOf()).toHaveLength(2);
    expect(errorOf(await booker.post('appointments', { ...slot, examCustomId: exam.id }))).toEqual(refused);
  });

  it('[RESU-1] papers from templates keep their key closed, so the day stays open to bookings', async () => {
    const exam = await aCustomExam(server, { questions: 2 });
    const session = await aSession(server, { pregenerated: true });
    await someTemplates(server, exam, { sessionId: session });
    const room = await aBookableRoom(admin, { rows: [9] });
    const sitting = await aFinishedSitting(exam, session);
    const booker = await aBooker(server, exam);
    const created = await booker.post('appointments', {
      examCustomId: exam.id,
      examDate: day,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
      examSessionId: session,
    });
    expect(created.statusCode).toBe(201);
    expect(await sitting.keyOf()).toEqual([]);

    // The end of the session opens them for good.
    await booker.delete(`appointments/${created.json<Appointment>().id}`);
    await server.database.sql`update exam_sessions set end_date = current_date - 2 where id = ${session}`;
    expect(await sitting.keyOf()).toHaveLength(4);
    const stored = (await admin.get(`sessions/${session}`)).json();
    const modules = (await admin.post('modules', { index: 1, name: `Modul ${session}` })).json();
    await server.set({ allowOverlappingSession: true });
    const prolonged = { ...stored, examSessionModules: [modules.id], endDate: day };
    expect(errorOf(await admin.put(`sessions/${session}`, prolonged))).toEqual([409, 'session.keysOpened']);
    expect(await sitting.keyOf()).toHaveLength(4);
  });
});
