import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeRoom } from '#contract/booking.ts';
import type { BulkResult } from '#contract/office-appointments.ts';
import { aSecretary, aStudent, type Student, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aBookableRoom, dayFromToday, editSession, seatOf } from '#server/testing/booking.ts';
import { aCustomExam, anAppointment, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
let sessionId: number;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  sessionId = await aSession(server);
});

const classmates = (count: number): Promise<Student[]> =>
  Promise.all(Array.from({ length: count }, () => aStudent(server, { studyPlace: exam.studyPlace })));
async function matricolsOf(students: readonly Student[]): Promise<string[]> {
  const ids = students.map(({ studentId }) => studentId);
  const rows = await server.database.sql<{ matricol: string }[]>`
    select matricol from students where id = any(${ids}::int[]) order by array_position(${ids}::int[], id)`;
  return rows.map(({ matricol }) => matricol);
}
const listPath = (id: number) => `appointments?examCustomId=${id}&sort=id&take=500`;

describe('[APPT-3] appointments in bulk', () => {
  it('[APPT-3] rooms fill by priority, lower first; the preview shows who sits where and writes nothing', async () => {
    const examDate = await dayFromToday(server, 2);
    const second = await aBookableRoom(admin, { rows: [2], priority: 2 });
    const first = await aBookableRoom(admin, { rows: [1], seats: 2, priority: 1 });
    const students = (await classmates(5)).toSorted((one, other) => one.studentId - other.studentId);
    const matricols = await matricolsOf(students);
    const body = { examCustomId: exam.id, examDate, matricols: [...matricols, matricols[0]] };
    const preview = (await admin.post('appointments/bulk?dryRun', body)).json<BulkResult>();
    expect(preview.created).toBe(0);
    expect(
      preview.placed.map(({ matricol, examRoom, examRow, seatNumber }) => [
        matricol,
        examRoom,
        examRow,
        seatNumber,
      ]),
    ).toEqual([
      [matricols[0], first.name, 1, 1],
      [matricols[1], first.name, '-', 1],
      [matricols[2], second.name, 1, 1],
      [matricols[3], second.name, 1, 2],
    ]);
    expect((await admin.get(listPath(exam.id))).json()).toEqual([]);

    const made = (await admin.post('appointments/bulk', body)).json<BulkResult>();
    expect(made).toEqual({ ...preview, created: 4 });
    expect(made.failed).toEqual([
      {
        matricol: matricols[4],
        error: 'appointment.failedFor',
        params: { student: 'Pop Ana', matricol: matricols[4], reason: 'appointment.noFreeRooms' },
      },
    ]);
    const stored = (await admin.get(listPath(exam.id))).json<Appointment[]>();
    expect(stored.map((one) => `${one.examRoom} ${seatOf(one)}`)).toEqual(
      made.placed.map((one) => `${one.examRoom} ${one.examRow}/${one.seatNumber}`),
    );
    expect(stored.every(({ mail }) => mail === 'waiting')).toBe(true);
  });

  it('[APPT-3] the places of a preview are written in batches exactly as they were shown, or not at all when one is gone', async () => {
    const examDate = await dayFromToday(server, 9);
    const room = await aBookableRoom(admin, { rows: [3, 3] });
    const students = await classmates(4);
    const body = {
      examCustomId: exam.id,
      examDate,
      examRoomId: room.id,
      matricols: await matricolsOf(students),
    };
    const preview = (await admin.post('appointments/bulk?dryRun', body)).json<BulkResult>();
    const places = preview.placed.map(({ matricol, examRoomSlotId, examRow, seatNumber }) => ({
      ...{ matricol, examRoomSlotId, examRow, seatNumber },
    }));
    // The last first: in a new plan they would sit elsewhere.
    const last = await admin.post('appointments/bulk', { ...body, places: places.slice(2) });
    expect(last.json()).toMatchObject({ created: 2, placed: preview.placed.slice(2), failed: [] });
    const stranger = await aStudent(server, { studyPlace: exam.studyPlace });
    const taken = await admin.post('appointments', {
      ...{ examCustomId: exam.id, examDate, examRoomId: room.id, examRoomSlotId: room.slotIds[0] },
      studentId: stranger.studentId,
    });
    expect(places.slice(0, 2).map((one) => `${one.examRow}/${one.seatNumber}`)).toContain(
      seatOf(taken.json()),
    );
    const rest = { ...body, places: places.slice(0, 2) };
    expect(errorOf(await admin.post('appointments/bulk', rest))).toEqual([409, 'appointment.bulkChanged']);
    const again = { ...body, places: places.slice(2, 3) };
    expect(errorOf(await admin.post('appointments/bulk', again))).toEqual([409, 'appointment.bulkChanged']);
    const stored = (await admin.get(`${listPath(exam.id)}&examRoomId=${room.id}`)).json<Appointment[]>();
    expect(stored.map(seatOf).toSorted()).toEqual(
      [
        ...preview.placed.slice(2).map((one) => `${one.examRow}/${one.seatNumber}`),
        seatOf(taken.json()),
      ].toSorted(),
    );
  });

  it('[APPT-3] [APPT-11] a reviewed seat of somebody who needs an accessible one is not written once it is ordinary', async () => {
    const examDate = await dayFromToday(server, 9);
    const room = await aBookableRoom(admin, { rows: [2] });
    const mark = (given: 'accessible' | null) =>
      admin.put(`examrooms/${room.id}/seats`, { marks: [{ examRow: 1, seatNumber: 2, mark: given }] });
    await mark('accessible');
    const matricols = await matricolsOf(await classmates(1));
    const body = {
      ...{ examCustomId: exam.id, examDate, examRoomId: room.id },
      ...{ matricols, accessibleMatricols: matricols },
    };
    const { placed } = (await admin.post('appointments/bulk?dryRun', body)).json<BulkResult>();
    const places = placed.map(({ matricol, examRoomSlotId, examRow, seatNumber }) => ({
      ...{ matricol, examRoomSlotId, examRow, seatNumber },
    }));
    expect(places).toMatchObject([{ examRow: 1, seatNumber: 2 }]);
    await mark(null);
    const book = () => admin.post('appointments/bulk', { ...body, places });
    expect(errorOf(await book())).toEqual([409, 'appointment.bulkChanged']);
    await mark('accessible');
    expect((await book()).json()).toMatchObject({ created: 1 });
  });

  it('[MSG-11] [MSG-12] one message per failed student: unknown matricol, or failed for the student due to a reason', async () => {
    const examDate = await dayFromToday(server, 4);
    const room = await aBookableRoom(admin, { rows: [9] });
    const [withSeat, busy, free, stranger] = [...(await classmates(3)), await aStudent(server)] as [
      Student,
      Student,
      Student,
      Student,
    ];
    const [withSeatNo, busyNo, freeNo] = await matricolsOf([withSeat, busy, free]);
    const [strangerNo] = await matricolsOf([stranger]);
    const slotOnDay = { examDate, examRoomId: room.id, examRoomSlotId: room.slotIds[0] };
    const other = await aCustomExam(server, { questions: 2 });
    await admin.post('appointments', { ...slotOnDay, examCustomId: exam.id, studentId: withSeat.studentId });
    const [start] = await server.database.sql<{ from: number }[]>`
      select extract(epoch from ((${examDate}::date + time '08:30')::timestamptz - now()))::int / 60 as from`;
    await anAppointment(server, {
      student: busy,
      customExamId: other.id,
      sessionId,
      from: start?.from ?? 0,
      to: (start?.from ?? 0) + 60,
    });
    const matricols = [withSeatNo, busyNo, freeNo, strangerNo, 'N-are'];
    const body = { ...slotOnDay, examCustomId: exam.id, matricols };
    const result = (await admin.post('appointments/bulk', body)).json<BulkResult>();
    expect(result.created).toBe(1);
    expect(result.placed.map(({ matricol }) => matricol)).toEqual([freeNo]);
    const reasons = Object.fromEntries(
      result.failed.map(({ matricol, error, params }) => [matricol, params.reason ?? error]),
    );
    expect(reasons).toEqual({
      [strangerNo ?? '']: 'appointment.noStudent',
      'N-are': 'appointment.noStudent',
      [withSeatNo ?? '']: 'appointment.examTwice',
      [busyNo ?? '']: 'appointment.elsewhere',
    });
    // Repeating books no student twice.
    const again = (await admin.post('appointments/bulk', body)).json<BulkResult>();
    expect([again.created, again.placed]).toEqual([0, []]);
  });

  it('[MSG-9] [APPT-1] needs a custom exam and a day of a session; a secretary reaches only their students', async () => {
    const examDate = await dayFromToday(server, 4);
    const matricols = await matricolsOf(await classmates(1));
    const body = { examCustomId: exam.id, examDate, matricols };
    expect(errorOf(await admin.post('appointments/bulk', { ...body, examCustomId: 2_000_000_000 }))).toEqual([
      404,
      'customExam.notFound',
    ]);
    const outside = { ...body, examDate: await dayFromToday(server, 60) };
    expect(errorOf(await admin.post('appointments/bulk', outside))).toEqual([
      409,
      'appointment.outsideSession',
    ]);
    const stranger = await signedInAs(server, 'secretary');
    expect((await stranger.post('appointments/bulk', body)).json()).toMatchObject({
      created: 0,
      failed: [{ error: 'appointment.noStudent' }],
    });
  });
});

describe('[APPT-3] [APPT-10] the office and the waiting list', () => {
  it('[APPT-10] sees how many wait before it bypasses them, alone and in bulk', async () => {
    const examDate = await dayFromToday(server, 6);
    const room = await aBookableRoom(admin, { rows: [2] });
    const slotOnDay = {
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
      examCustomId: exam.id,
    };
    const [one, two, waiting, late] = (await classmates(4)) as [Student, Student, Student, Student];
    const ids: number[] = [];
    for (const { studentId } of [one, two])
      ids.push((await admin.post('appointments', { ...slotOnDay, studentId })).json<Appointment>().id);
    const { examRoomId: _, ...slot } = slotOnDay;
    expect((await admin.post('waitingPlaces', { ...slot, studentId: waiting.studentId })).statusCode).toBe(
      201,
    );
    await admin.delete(`appointments/${ids[0]}`);
    const rooms = await admin.get(
      `freeRooms?studentId=${late.studentId}&examCustomId=${exam.id}&examDate=${examDate}`,
    );
    expect(rooms.json<FreeRoom[]>().find(({ examRoomId }) => examRoomId === room.id)?.slots).toMatchObject([
      { free: 1, waiting: 1 },
    ]);
    const waitingIn = async (students: Student[]) => {
      const body = { ...slotOnDay, matricols: await matricolsOf(students) };
      return (await admin.post('appointments/bulk?dryRun', body)).json<BulkResult>().rooms[0]?.waiting;
    };
    expect([await waitingIn([late]), await waitingIn([waiting])]).toEqual([1, 0]);
  });

  it('[APPT-8] books in the session that is open when two include the day, or in the one it names', async () => {
    const examDate = await dayFromToday(server, 7);
    const room = await aBookableRoom(admin, { rows: [4] });
    const ahead = await aSession(server);
    await editSession(server, admin, ahead, {
      examScheduleStart: new Date(Date.now() + 24 * 3_600_000).toISOString(),
      startDate: await dayFromToday(server, 1),
    });
    const [one, two] = (await classmates(2)) as [Student, Student];
    const slotOnDay = {
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
      examCustomId: exam.id,
    };
    await admin.post('appointments/bulk', { ...slotOnDay, matricols: await matricolsOf([one]) });
    await admin.post('appointments/bulk', {
      ...{ ...slotOnDay, examSessionId: ahead },
      matricols: await matricolsOf([two]),
    });
    const made = (await admin.get(`${listPath(exam.id)}&examRoomId=${room.id}`)).json<Appointment[]>();
    expect(made.map(({ studentId, examSessionId }) => [studentId, examSessionId])).toEqual([
      [one.studentId, sessionId],
      [two.studentId, ahead],
    ]);
  });
});

describe('[APPT-3] extra time', () => {
  it('[APPT-3] is given with the booking and later; a reason is not sent blank and not taken away', async () => {
    const examDate = await dayFromToday(server, 8);
    const room = await aBookableRoom(admin, { rows: [4] });
    const [{ studentId }] = (await classmates(1)) as [Student];
    const slotOnDay = {
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
      examCustomId: exam.id,
    };
    const blank = {
      error: 'validation.failed',
      errors: [{ path: 'extraTimeReason', error: 'validation.required', params: {} }],
    };
    const wanted = { ...slotOnDay, studentId, extraTime: 15 };
    const refused = await admin.post('appointments', { ...wanted, extraTimeReason: ' ' });
    expect([refused.statusCode, refused.json()]).toEqual([400, expect.objectContaining(blank)]);
    const made = await admin.post('appointments', wanted);
    expect([made.statusCode, made.json()]).toMatchObject([201, { extraTime: 15, extraTimeReason: null }]);
    const path = `appointments/${made.json<Appointment>().id}`;
    // The item as it was read, with other minutes.
    const longer = await admin.put(path, { ...made.json<Appointment>(), extraTime: 20 });
    expect(longer.json()).toMatchObject({ extraTime: 20, extraTimeReason: null });
    expect((await admin.put(path, { extraTime: 25, extraTimeReason: ' ' })).statusCode).toBe(400);
    const given = await admin.put(path, { extraTime: 25, extraTimeReason: 'Certificat' });
    expect(given.json()).toMatchObject({ extraTime: 25, extraTimeReason: 'Certificat' });
    expect((await admin.put(path, { extraTimeReason: '' })).statusCode).toBe(400);
    const kept = await admin.put(path, { extraTime: 30, extraTimeReason: null });
    expect(kept.json()).toMatchObject({ extraTime: 30, extraTimeReason: 'Certificat' });
    const removed = await admin.put(path, { extraTime: 0, extraTimeReason: null });
    expect(removed.json()).toMatchObject({ extraTime: 0, extraTimeReason: null });
  });

  it('[APPT-3] [EXAM-11] for a whole room and slot in one step, running exams included; students with an overlapping appointment are named', async () => {
    const running = await aRunningExam(server, exam);
    const found = (await admin.get(`appointments/${running.appointment.id}`)).json<Appointment>();
    const before = (await running.student.get(`getExamById/?groupId=${running.exam.groupId}`)).json();
    const extended = await admin.post('appointments/extraTime', {
      examDate: found.examDate,
      examRoomSlotId: found.examRoomSlotId,
      minutes: 10,
      extraTimeReason: 'Pană de curent',
    });
    expect(extended.json()).toEqual({ changed: 1, failed: [], hidden: 0, seatTakenNext: [] });
    const after = (await running.student.get(`getExamById/?groupId=${running.exam.groupId}`)).json();
    expect(after.remainingSeconds - before.remainingSeconds).toBeGreaterThan(9 * 60);
    expect((await admin.get(`appointments/${found.id}`)).json()).toMatchObject({
      extraTime: 10,
      extraTimeReason: 'Pană de curent',
    });
    const other = await aCustomExam(server, { questions: 2 });
    await anAppointment(server, {
      student: running.student as never,
      customExamId: other.id,
      from: 131,
      to: 190,
    });
    const clash = await admin.post('appointments/extraTime', {
      examDate: found.examDate,
      examRoomSlotId: found.examRoomSlotId,
      minutes: 60,
      extraTimeReason: 'Pană de curent',
    });
    expect(clash.json()).toMatchObject({ changed: 0, failed: [{ error: 'appointment.elsewhere' }] });
  });
});

describe('[APPT-3] the list of appointments', () => {
  it('[APPT-3] has its columns, is searched, filtered, sorted and exported, within the scope of a secretary', async () => {
    const own = await aCustomExam(server, { questions: 2, name: 'Examen de listă' });
    const room = await aBookableRoom(admin, { rows: [9] });
    const [one, other] = [
      await aStudent(server, { studyPlace: own.studyPlace, lastName: 'Zăvoianu' }),
      await aStudent(server, { studyPlace: own.studyPlace, lastName: 'Albu' }),
    ];
    const examDate = await dayFromToday(server, 5);
    const secretary = await signedIn(server, await aSecretary(server, own.studyPlace));
    for (const { studentId } of [one, other])
      await secretary.post('appointments', {
        examCustomId: own.id,
        studentId,
        examDate,
        examRoomId: room.id,
        examRoomSlotId: room.slotIds[0],
      });
    const namesOf = async (query: string) =>
      (await secretary.get(`appointments?${query}`))
        .json<Appointment[]>()
        .map(({ studentName }) => studentName);
    expect(await namesOf('sort=studentName')).toEqual(['Albu Ana', 'Zăvoianu Ana']);
    expect(await namesOf('sort=studentName&desc=true&take=1')).toEqual(['Zăvoianu Ana']);
    expect(await namesOf('search=zavoi')).toEqual(['Zăvoianu Ana']);
    expect(await namesOf(`examRoomId=${room.id}&from=${examDate}&to=${examDate}&search=albu`)).toEqual([
      'Albu Ana',
    ]);
    expect(await namesOf(`from=${await dayFromToday(server, 6)}`)).toEqual([]);
    const csv = (await secretary.get('appointments/export?format=csv&lang=ro&sort=studentName')).body;
    const [head = '', first = ''] = csv.slice(1).split('\r\n');
    expect(head).toBe('ID,Student,Număr matricol,An,Examen,Data,Sesiune,Sală,Ora,Rând,Loc,Timp suplimentar');
    expect(first).toMatch(/^\d+,Albu Ana,.*Examen de listă.*,08:00,1,3,0$/);
    expect(
      (await secretary.get('appointments/export?format=xlsx')).rawPayload.subarray(0, 2).toString(),
    ).toBe('PK');
  });
});

it('[APPT-3] the list begins with today, and past days come last', async () => {
  const own = await aCustomExam(server, { questions: 2 });
  const room = await aBookableRoom(admin, { rows: [9] });
  const secretary = await signedIn(server, await aSecretary(server, own.studyPlace));
  const past = (await aRunningExam(server, own)).appointment.id;
  await server.database.sql`
    update appointments set exam_date = exam_date - 1, starts_at = starts_at - interval '1 day',
           ends_at = ends_at - interval '1 day' where id = ${past}`;
  const { studentId } = await aStudent(server, { studyPlace: own.studyPlace });
  const later = await secretary.post('appointments', {
    examCustomId: own.id,
    studentId,
    examDate: await dayFromToday(server, 5),
    examRoomId: room.id,
    examRoomSlotId: room.slotIds[0],
  });
  const today = (await aRunningExam(server, own)).appointment.id;
  const listed = (await secretary.get('appointments')).json<Appointment[]>().map(({ id }) => id);
  expect(listed).toEqual([today, later.json<Appointment>().id, past]);
});

describe('[APPT-3] several appointments at once', () => {
  it('[APPT-3] [APPT-9] are cancelled in one call; a begun one and one out of scope stay, each with the reason', async () => {
    const room = await aBookableRoom(admin, { rows: [4] });
    const examDate = await dayFromToday(server, 5);
    const secretary = await signedIn(server, await aSecretary(server, exam.studyPlace));
    const slotOnDay = { examDate, examRoomId: room.id, examRoomSlotId: room.slotIds[0] };
    const book = async (studentId: number, examCustomId: number) =>
      (await admin.post('appointments', { ...slotOnDay, examCustomId, studentId })).json<Appointment>().id;
    const [one, two] = await classmates(2);
    const own = [await book(one?.studentId ?? 0, exam.id), await book(two?.studentId ?? 0, exam.id)];
    const running = await aRunningExam(server, exam);
    const elsewhere = await aCustomExam(server, { questions: 2 });
    const stranger = await aStudent(server, { studyPlace: elsewhere.studyPlace });
    const foreign = await book(stranger.studentId, elsewhere.id);
    const ids = [...own, running.appointment.id, foreign];
    const cancelled = await secretary.post('appointments/cancelSelected', { ids });
    expect(cancelled.json()).toEqual({
      changed: 2,
      failed: [
        { id: running.appointment.id, error: 'appointment.begun', params: {} },
        { id: foreign, error: 'resource.notFound', params: {} },
      ],
    });
    const left = await Promise.all(ids.map(async (id) => (await admin.get(`appointments/${id}`)).statusCode));
    expect(left).toEqual([404, 404, 200, 200]);
    expect(errorOf(await secretary.post('appointments/cancelSelected', { ids: [foreign] }))).toEqual([
      404,
      'resource.notFound',
    ]);
  });
});
