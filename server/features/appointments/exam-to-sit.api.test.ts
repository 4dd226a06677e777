import { beforeAll, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { BulkResult } from '#contract/office-appointments.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { aBookableRoom, aBooker, dayFromToday, slotIn } from '#server/testing/booking.ts';
import { aCandidate, aCustomExam, anAppointment, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { serveWaitingLists } from './waiting-job.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
let sessions: readonly [number, number];
/** What books the exam in the second session. */
let elsewhere: object;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 60, name: 'Anatomie' });
  sessions = [await aSession(server), await aSession(server)];
  const room = await aBookableRoom(admin, { rows: [9] });
  elsewhere = { ...slotIn(exam, await dayFromToday(server, 3), room)(), examSessionId: sessions[1] };
});

it('[APPT-2] [APPT-3] extra time does not reopen a missed exam while it is to be sat in another session', async () => {
  const [sessionId] = sessions;
  const { post, appointment } = await aCandidate(server, exam, { sessionId, from: -180, to: -5 });
  const made = (await post('appointments', elsewhere)).json<Appointment>();
  const path = `appointments/${appointment.id}`;
  const { examDate, examRoomSlotId } = (await admin.get(path)).json<Appointment>();
  const give = (extraTime: number) =>
    admin.put(path, { extraTime, extraTimeReason: 'Pană de curent', seatTakenNext: true });
  const extend = (minutes: number) =>
    admin.post('appointments/extraTime', {
      ...{ examDate, examRoomSlotId, minutes, extraTimeReason: 'Pană de curent' },
    });
  expect(errorOf(await give(30))).toEqual([409, 'appointment.examTwice']);
  expect((await extend(30)).json()).toMatchObject({
    changed: 0,
    failed: [{ appointmentId: appointment.id, error: 'appointment.examTwice' }],
  });
  // With so little time it stays missed.
  expect((await give(1)).json()).toMatchObject({ extraTime: 1, state: 'missed' });
  expect((await admin.delete(`appointments/${made.id}`)).statusCode).toBe(204);
  expect((await extend(30)).json()).toMatchObject({ changed: 1, failed: [] });
  expect((await give(60)).json()).toMatchObject({ extraTime: 60, state: 'waiting' });
});

it('[APPT-2] [EXAM-7] a finished exam is not reopened while it is to be sat in another session', async () => {
  const [sessionId] = sessions;
  const { student, exam: running, finish } = await aRunningExam(server, exam, { sessionId });
  await finish();
  const made = (await student.post('appointments', elsewhere)).json<Appointment>();
  const reopen = () => admin.post(`exams/${running.id}/reopen`, { reason: 'Pană de curent', minutes: 5 });
  expect(errorOf(await reopen())).toEqual([409, 'appointment.examTwice']);
  expect((await student.delete(`appointments/${made.id}`)).statusCode).toBe(204);
  expect((await reopen()).statusCode).toBe(204);
});

it('[APPT-2] [APPT-10] a student with the exam to sit in two sessions from before the rule can move one to an offered seat', async () => {
  const [sessionId, other] = sessions;
  const { student, post } = await aCandidate(server, exam, { sessionId, from: 600, to: 700 });
  await anAppointment(server, { student, customExamId: exam.id, sessionId: other, from: 900, to: 1000 });
  const examDate = await dayFromToday(server, 4);
  const room = await aBookableRoom(admin, { rows: [1] });
  const holder = await aBooker(server, exam);
  const body = { ...slotIn(exam, examDate, room)(), examSessionId: sessionId };
  const held = (await holder.post('appointments', body)).json<Appointment>();
  const { examRoomId: _, ...slot } = body;
  const place = (await post('waitingPlaces', slot)).json<WaitingPlace>();
  await holder.delete(`appointments/${held.id}`);
  expect(await serveWaitingLists(server.services)).toBe(1);
  const accepted = await post(`waitingPlaces/${place.id}/accept`);
  expect(accepted.json()).toMatchObject({
    examSessionId: sessionId,
    examDate,
    examRoomSlotId: room.slotIds[0],
  });
});

it('[APPT-2] [APPT-3] a reviewed plan is refused when a student has booked the exam in another session meanwhile', async () => {
  const person = await aBooker(server, exam);
  const { nrMatricol } = (await admin.get(`students/${person.student.studentId}`)).json<{
    nrMatricol: string;
  }>();
  const examDate = await dayFromToday(server, 5);
  const wanted = {
    ...{ examCustomId: exam.id, examDate, examSessionId: sessions[0], matricols: [nrMatricol] },
  };
  const preview = (await admin.post('appointments/bulk?dryRun=true', wanted)).json<BulkResult>();
  const places = preview.placed.map(({ matricol, examRoomSlotId, examRow, seatNumber }) => ({
    ...{ matricol, examRoomSlotId, examRow, seatNumber },
  }));
  expect(places).toHaveLength(1);
  const made = (await person.post('appointments', elsewhere)).json<Appointment>();
  const book = () => admin.post('appointments/bulk', { ...wanted, places });
  expect(errorOf(await book())).toEqual([409, 'appointment.bulkChanged']);
  expect((await person.delete(`appointments/${made.id}`)).statusCode).toBe(204);
  expect((await book()).json()).toMatchObject({ created: 1 });
});
