import { describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeDay } from '#contract/booking.ts';
import {
  anEnrolment,
  aSecretary,
  aSeries,
  aStudent,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, seatOf, useBooking } from '#server/testing/booking.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
const { booking, wish, inDays } = useBooking(server);

describe('a student changes their mind', () => {
  it('[APPT-6] moves and cancels until scheduling closes, and keeps the exam’s id', async () => {
    const room = await aBookableRoom(booking.admin, {
      rows: [2],
      slots: [
        ['08:00', '09:00'],
        ['10:00', '11:00'],
      ],
    });
    const student = await aBooker(server, booking.exam);
    const made = (await student.post('appointments', wish(room))).json<Appointment>();
    const examDate = await inDays(4);
    const moved = await student.put(`appointments/${made.id}`, {
      ...made,
      examDate,
      examRoomSlotId: room.slotIds[1],
    });
    expect(moved.json()).toMatchObject({ id: made.id, examId: made.examId, examDate, examRoomSlot: '10:00' });
    // Extra time alone leaves the place as it is; a place is given as a whole.
    const extra = { extraTime: 10, extraTimeReason: 'Certificat medical' };
    const longer = await booking.admin.put(`appointments/${made.id}`, extra);
    expect(longer.json()).toEqual({ ...moved.json(), ...extra });
    const half = await booking.admin.put(`appointments/${made.id}`, { examDate: booking.day });
    expect(half.json()).toMatchObject({ errors: [{ path: 'examRoomId' }, { path: 'examRoomSlotId' }] });
    // The seat is free for the next one.
    const next = await aBooker(server, booking.exam);
    expect(seatOf((await next.post('appointments', wish(room))).json())).toBe('1/1');
    expect((await student.delete(`appointments/${made.id}`)).statusCode).toBe(204);
    expect((await student.get('appointments')).json()).toEqual([]);
    expect((await student.delete(`appointments/${made.id}`)).statusCode).toBe(404);
  });

  it('[APPT-6] cannot move or cancel after examScheduleEnd; the office can', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [2] });
    const student = await aBooker(server, booking.exam);
    const made = (await student.post('appointments', wish(room))).json<Appointment>();
    const path = `sessions/${made.examSessionId}`;
    const module = (await booking.admin.post('modules', { index: 1, name: 'Modulul 1' })).json();
    const session = { ...(await booking.admin.get(path)).json(), examSessionModules: [module.id] };
    const closed = { ...session, examScheduleEnd: `${await inDays(-1)}T00:00` };
    expect((await booking.admin.put(path, closed)).statusCode).toBe(200);
    const examDate = await inDays(5);
    for (const refused of [
      await student.put(`appointments/${made.id}`, made),
      await student.put(`appointments/${made.id}`, { ...made, examDate }),
      await student.delete(`appointments/${made.id}`),
    ])
      expect(errorOf(refused)).toEqual([409, 'appointment.closed']);
    expect((await booking.admin.put(`appointments/${made.id}`, { ...made, examDate })).json()).toMatchObject({
      examDate,
    });
    expect((await booking.admin.delete(`appointments/${made.id}`)).statusCode).toBe(204);
    expect((await booking.admin.put(path, session)).statusCode).toBe(200);
  });

  it('[APPT-6] cannot move or cancel while exams are not allowed; the office can', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [2] });
    const student = await aBooker(server, booking.exam);
    const made = (await student.post('appointments', wish(room))).json<Appointment>();
    await server.set({ allowExams: false });
    expect(errorOf(await student.delete(`appointments/${made.id}`))).toEqual([409, 'appointment.notOpen']);
    expect(errorOf(await student.put(`appointments/${made.id}`, made))).toEqual([409, 'appointment.notOpen']);
    const examDate = await inDays(5);
    expect((await booking.admin.put(`appointments/${made.id}`, { ...made, examDate })).json()).toMatchObject({
      examDate,
    });
    expect((await booking.admin.delete(`appointments/${made.id}`)).statusCode).toBe(204);
    await server.set({ allowExams: true });
  });

  it('[APPT-6] an appointment whose exam has begun stays', async () => {
    const running = await aRunningExam(server, booking.exam);
    const { id } = running.appointment;
    const found = (await booking.admin.get(`appointments/${id}`)).json<Appointment>();
    expect(found.state).toBe('running');
    const room = await aBookableRoom(booking.admin, { rows: [2] });
    expect(errorOf(await booking.admin.delete(`appointments/${id}`))).toEqual([409, 'appointment.begun']);
    expect(errorOf(await booking.admin.put(`appointments/${id}`, { ...found, ...wish(room) }))).toEqual([
      409,
      'appointment.begun',
    ]);
  });
});

describe('[APPT-11] one person', () => {
  it('[APPT-11] never has two exams at once, over all enrolments and with extra time', async () => {
    const room = await aBookableRoom(booking.admin, {
      rows: [9],
      slots: [
        ['08:00', '10:00'],
        ['10:15', '12:00'],
      ],
    });
    const second = await aCustomExam(server, { questions: 2 });
    const student = await aBooker(server, booking.exam);
    const twin = await anEnrolment(server, student, { studyPlace: second.studyPlace });
    const other = await signedIn(server, twin);
    const mine = (await student.post('appointments', wish(room))).json<Appointment>();
    const clash = await other.post('appointments', wish(room, { examCustomId: second.id }));
    expect(errorOf(clash)).toEqual([409, 'appointment.elsewhere']);
    const later = wish(room, { examCustomId: second.id, examRoomSlotId: room.slotIds[1] });
    expect(
      (
        await booking.admin.put(`appointments/${mine.id}`, {
          ...mine,
          extraTime: 20,
          extraTimeReason: 'Certificat medical',
        })
      ).json(),
    ).toMatchObject({
      extraTime: 20,
    });
    expect(errorOf(await other.post('appointments', later))).toEqual([409, 'appointment.elsewhere']);
    await booking.admin.put(`appointments/${mine.id}`, {
      ...mine,
      extraTime: 15,
      extraTimeReason: 'Certificat medical',
    });
    expect((await other.post('appointments', later)).statusCode).toBe(201);
    expect(
      errorOf(
        await booking.admin.put(`appointments/${mine.id}`, {
          ...mine,
          extraTime: 16,
          extraTimeReason: 'Certificat',
        }),
      ),
    ).toEqual([409, 'appointment.elsewhere']);
    // A second exam on the same day is shown where the day is chosen.
    const days = (await student.get(`freeDays?examCustomId=${booking.exam.id}`)).json<FreeDay[]>();
    expect(days.find(({ examDate }) => examDate === booking.day)?.otherExam).toBe('Examen de semestru');
  });
});

describe('[APPT-9] the office', () => {
  it('[APPT-9] books for a student in its scope as the student would, and outside the days of scheduling', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [3] });
    const student = await aStudent(server, { studyPlace: booking.exam.studyPlace });
    const secretary = await signedIn(server, await aSecretary(server, booking.exam.studyPlace));
    const { studentId } = student;
    await server.set({ allowExams: false });
    const query = `examCustomId=${booking.exam.id}&studentId=${studentId}`;
    expect((await secretary.get(`bookableExams?studentId=${studentId}`)).json().exams).toHaveLength(1);
    expect((await secretary.get(`freeDays?${query}`)).statusCode).toBe(200);
    expect((await secretary.get(`freeRooms?${query}&examDate=${booking.day}`)).statusCode).toBe(200);
    const made = await secretary.post(
      'appointments',
      wish(room, { studentId, extraTime: 15, extraTimeReason: 'Certificat medical' }),
    );
    expect(made.json()).toMatchObject({ studentId, extraTime: 15, extraTimeReason: 'Certificat medical' });
    await server.set({ allowExams: true });
  });

  it('[APPT-9] does not reach students outside its scope; students reach only themselves', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [3] });
    const { studentId } = await aStudent(server, { studyPlace: booking.exam.studyPlace });
    const stranger = await signedInAs(server, 'secretary');
    const classmate = await aBooker(server, booking.exam);
    for (const caller of [stranger, classmate])
      expect(errorOf(await caller.post('appointments', wish(room, { studentId })))).toEqual([
        404,
        'resource.notFound',
      ]);
    // A student gives themself no extra time.
    const own = await classmate.post('appointments', wish(room, { extraTime: 60 }));
    expect(own.json()).toMatchObject({ extraTime: 0 });
    const teacher = await signedInAs(server, 'teacher');
    expect((await teacher.get('appointments')).statusCode).toBe(403);
  });

  it('[APPT-9] books re-sits: exams of another year of the student’s section', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [3] });
    const { collegeId, sectionId } = booking.exam.studyPlace;
    const elder = await aStudent(server, {
      studyPlace: await aSeries(server, { collegeId, sectionId, year: 2 }),
    });
    const { studentId } = elder;
    const own = await signedIn(server, elder);
    expect(errorOf(await own.post('appointments', wish(room)))).toEqual([404, 'customExam.notFound']);
    expect((await booking.admin.post('appointments', wish(room, { studentId }))).statusCode).toBe(201);
  });
});
