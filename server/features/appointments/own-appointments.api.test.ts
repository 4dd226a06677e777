import { describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeDay, FreeRoom } from '#contract/booking.ts';
import type { BulkResult } from '#contract/office-appointments.ts';
import {
  anAssignment,
  anEnrolment,
  aSecretary,
  aSeries,
  aStudent,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, moveReviewed, seatOf, useBooking } from '#server/testing/booking.ts';
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
    // Extra time alone leaves the slot as it is; a slot is given with its day and room.
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

  it('[APPT-9] sees the free rooms of an exam in its scope before it chooses a student', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [3] });
    const path = `freeRooms?examCustomId=${booking.exam.id}&examDate=${booking.day}`;
    const secretary = await signedIn(server, await aSecretary(server, booking.exam.studyPlace));
    for (const office of [booking.admin, secretary]) {
      const rooms = (await office.get(path)).json<FreeRoom[]>();
      expect(rooms.find(({ examRoomId }) => examRoomId === room.id)?.slots).toMatchObject([
        { examRoomSlotId: room.slotIds[0], free: 3, seats: 3 },
      ]);
    }
    const stranger = await signedInAs(server, 'secretary');
    expect(errorOf(await stranger.get(path))).toEqual([404, 'customExam.notFound']);
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

describe('[ROLE-5] a secretary who is also a student', () => {
  it('[ROLE-5] [APPT-9] books for themselves as a student, also for their second enrolment', async () => {
    const { studyPlace } = booking.exam;
    const person = await aStudent(server, { studyPlace });
    const second = await anEnrolment(server, person, { studyPlace });
    await anAssignment(server, person, { collegeId: studyPlace.collegeId });
    const secretary = await signedIn(server, person);
    const room = await aBookableRoom(booking.admin, { rows: [4] });
    const extra = { extraTime: 30, extraTimeReason: 'Certificat' };
    const body = { ...wish(room), studentId: second.studentId, ...extra };
    await server.set({ allowExams: false });
    expect(errorOf(await secretary.post('appointments', body))).toEqual([409, 'appointment.notOpen']);
    await server.set({ allowExams: true });
    expect((await secretary.post('appointments', body)).json()).toMatchObject({
      ...{ studentId: second.studentId, extraTime: 0 },
    });
  });

  it('[ROLE-5] [APPT-9] reads of their own appointment whether they can change it, as a student', async () => {
    const { studyPlace } = booking.exam;
    const person = await aStudent(server, { studyPlace });
    await anAssignment(server, person, { collegeId: studyPlace.collegeId });
    const secretary = await signedIn(server, person);
    const room = await aBookableRoom(booking.admin, { rows: [4] });
    const other = await aBooker(server, booking.exam);
    const [mine, theirs] = [
      (await secretary.post('appointments', wish(room))).json<Appointment>(),
      (await other.post('appointments', wish(room))).json<Appointment>(),
    ];
    const list = async (caller: SignedInPerson) =>
      (await caller.get(`appointments?examRoomId=${room.id}`))
        .json<Appointment[]>()
        .map(({ id, own }) => [id, own]);
    const offer = async (studentId: number) =>
      (await secretary.get(`bookableExams?studentId=${studentId}`)).json<{ isOwn?: boolean }>().isOwn;
    const rows = (own: Appointment['own']) =>
      [
        [mine.id, own],
        [theirs.id, undefined],
      ].sort();
    expect((await list(secretary)).sort()).toEqual(rows('open'));
    expect([await offer(mine.studentId), await offer(theirs.studentId)]).toEqual([true, undefined]);
    await server.set({ allowExams: false });
    expect((await list(secretary)).sort()).toEqual(rows('closed'));
    expect(errorOf(await secretary.delete(`appointments/${mine.id}`))).toEqual([409, 'appointment.notOpen']);
    expect((await secretary.delete(`appointments/${theirs.id}`)).statusCode).toBe(204);
    await server.set({ allowExams: true });
    expect(await list(secretary)).toEqual([[mine.id, 'open']]);
    expect(await list(await signedIn(server, other.student))).toEqual([]);
    expect((await secretary.delete(`appointments/${mine.id}`)).statusCode).toBe(204);
  });

  it('[ROLE-5] [APPT-12] neither books themselves in bulk nor moves themselves with a slot', async () => {
    const { exam, admin } = booking;
    const person = await aStudent(server, { studyPlace: exam.studyPlace });
    await anAssignment(server, person, { collegeId: exam.studyPlace.collegeId });
    const secretary = await signedIn(server, person);
    const other = await aStudent(server, { studyPlace: exam.studyPlace });
    const [room, to] = [await aBookableRoom(admin, { rows: [4] }), await aBookableRoom(admin, { rows: [4] })];
    const matricols = await Promise.all(
      [person, other].map(
        async ({ studentId }): Promise<string> =>
          (await admin.get(`students/${studentId}`)).json().nrMatricol,
      ),
    );
    const body = { ...wish(room), matricols };
    const preview = (await admin.post('appointments/bulk?dryRun', body)).json<BulkResult>();
    const places = preview.placed.map(({ matricol, examRoomSlotId, examRow, seatNumber }) => ({
      ...{ matricol, examRoomSlotId, examRow, seatNumber },
    }));
    expect(places).toHaveLength(2);
    expect(errorOf(await secretary.post('appointments/bulk', { ...body, places }))).toEqual([
      409,
      'appointment.bulkChanged',
    ]);
    expect((await secretary.post('appointments/bulk', body)).json()).toMatchObject({
      created: 1,
      placed: [{ matricol: matricols[1] }],
      failed: [{ matricol: matricols[0], params: { reason: 'sitting.concerned' } }],
    });
    expect((await admin.post('appointments/bulk', body)).json()).toMatchObject({ created: 1 });
    const move = {
      ...{ examDate: booking.day, examRoomSlotId: room.slotIds[0] },
      ...{ toDate: booking.day, toRoomSlotId: to.slotIds[0] },
    };
    expect((await moveReviewed(secretary, move)).json()).toMatchObject({
      ...{ moved: 1, failed: [{ error: 'sitting.concerned' }] },
    });
    expect((await moveReviewed(admin, move)).json()).toMatchObject({ moved: 1, failed: [] });
  });
});

describe('[APPT-3] two enrolments of one person', () => {
  it('[APPT-3] [APPT-11] are given slots one after the other in bulk, as the preview says', async () => {
    const { studyPlace } = booking.exam;
    const person = await aStudent(server, { studyPlace });
    const second = await anEnrolment(server, person, { studyPlace });
    const matricols = await Promise.all(
      [person, second].map(
        async ({ studentId }) => (await booking.admin.get(`students/${studentId}`)).json().nrMatricol,
      ),
    );
    const bulk = async (room: { id: number; slotIds: number[] }, query = '') => {
      const { examRoomSlotId: _, ...roomOnDay } = wish(room);
      const made = await booking.admin.post(`appointments/bulk${query}`, { ...roomOnDay, matricols });
      expect(made.statusCode).toBe(200);
      return made.json<BulkResult>();
    };
    const one = await aBookableRoom(booking.admin, { rows: [4] });
    const preview = await bulk(one, '?dryRun');
    expect(preview.placed).toHaveLength(1);
    expect(preview.failed).toMatchObject([{ params: { reason: 'appointment.elsewhere' } }]);
    const two = await aBookableRoom(booking.admin, {
      rows: [4],
      slots: [
        ['08:00', '10:00'],
        ['10:00', '12:00'],
      ],
    });
    const both = await bulk(two);
    expect(both).toMatchObject({ created: 2, failed: [] });
    expect(both.placed.map(({ startHour }) => startHour)).toEqual(['08:00', '10:00']);
  });
});
