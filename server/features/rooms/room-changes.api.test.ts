import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeRoom, PlanSeat } from '#contract/booking.ts';
import type { Item } from '#contract/item.ts';
import type { BulkResult } from '#contract/office-appointments.ts';
import type { MarkedRoomSeat } from '#contract/rooms.ts';
import type { SlotMove } from '#contract/slot-moves.ts';
import { aStudent } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, dayFromToday, moveReviewed, seatOf } from '#server/testing/booking.ts';
import { aCustomExam, anAppointment, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
let examDate: string;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  await aSession(server);
  examDate = await dayFromToday(server, 4);
});

/** A time range of an hour from a time of day on. */
async function minutesUntil(day: string, hour: string): Promise<{ from: number; to: number }> {
  const [row] = await server.database.sql<{ from: number }[]>`
    select (extract(epoch from (${day}::date + ${hour}::time)::timestamptz - now()) / 60)::int as from`;
  return { from: row?.from ?? 0, to: (row?.from ?? 0) + 60 };
}

type Room = { readonly id: number; readonly slotIds: number[] };
const slotIn = ({ id, slotIds }: Room) => ({
  examCustomId: exam.id,
  examDate,
  examRoomId: id,
  examRoomSlotId: slotIds[0],
});
const book = async (room: Room, more: object = {}) => {
  const { studentId } = await aStudent(server, { studyPlace: exam.studyPlace, lastName: 'Dobre' });
  return admin.post('appointments', { ...slotIn(room), studentId, ...more });
};
const mark = (room: Room, marks: Record<string, 'outOfOrder' | 'accessible' | null>) =>
  admin.put(`examrooms/${room.id}/seats`, {
    marks: Object.entries(marks).map(([seat, given]) => {
      const [row = '', number] = seat.split('/');
      return { examRow: row === '-' ? row : Number(row), seatNumber: Number(number), mark: given };
    }),
  });
const inTheWay = (count: number) => ({
  error: 'appointment.inTheWay',
  params: { count, examples: expect.stringMatching(/^Dobre Ana, \d\d\/\d\d\/\d{4} 08:00/) },
});

describe('[APPT-12] a refused change names the appointments that prevent it', () => {
  it('[APPT-12] a slot with appointments keeps its hours and cannot be deleted', async () => {
    const room = await aBookableRoom(admin, { rows: [3] });
    const slot = { examRoomId: room.id, startHour: '08:00', endHour: '10:00' };
    const path = `examroomslots/${room.slotIds[0]}`;
    const { id } = (await book(room)).json<Appointment>();
    await book(room);
    const changed = await admin.put(path, { ...slot, endHour: '09:30' });
    expect([changed.statusCode, changed.json()]).toEqual([409, inTheWay(2)]);
    expect((await admin.delete(path)).json()).toEqual(inTheWay(2));
    expect((await admin.put(path, slot)).statusCode).toBe(200);
    await admin.delete(`appointments/${id}`);
    expect((await admin.delete(path)).json()).toEqual(inTheWay(1));
  });

  it('[APPT-12] a room with appointments is not deleted and loses no taken seat; free seats may be removed', async () => {
    const room = await aBookableRoom(admin, { rows: [2], seats: 4 });
    const stored = (await admin.get(`examrooms/${room.id}`)).json<Item>();
    const [row] = (await admin.get(`examrooms/${room.id}/rows`)).json<Item[]>();
    const seats = [];
    for (let count = 0; count < 3; count += 1) seats.push(seatOf((await book(room)).json<Appointment>()));
    expect(seats).toEqual(['1/1', '-/1', '1/2']);
    expect((await admin.delete(`examrooms/${room.id}`)).json()).toEqual(inTheWay(3));
    expect((await admin.put(`examrooms/${room.id}`, { ...stored, seatNumbers: 2 })).json()).toEqual(
      inTheWay(1),
    );
    expect((await admin.put(`examrooms/${room.id}`, { ...stored, seatNumbers: 3 })).statusCode).toBe(200);
    const shorter = { examRoomId: room.id, rowNumber: 1, seats: 1 };
    expect((await admin.put(`rows/${row?.id}`, shorter)).json()).toEqual(inTheWay(1));
    expect((await admin.delete(`rows/${row?.id}`)).json()).toEqual(inTheWay(2));
    const elsewhere = await aBookableRoom(admin, { seats: 2 });
    const away = { examRoomId: elsewhere.id, rowNumber: 1, seats: 2 };
    expect((await admin.put(`rows/${row?.id}`, away)).json()).toEqual(inTheWay(2));
    const another = { examRoomId: room.id, rowNumber: 2, seats: 1 };
    expect((await admin.post('rows', another)).json()).toEqual(inTheWay(1));
  });

  it('[APPT-12] a session with appointments is neither shortened past them nor deleted', async () => {
    const own = await aBookableRoom(admin, { rows: [3] });
    const { examSessionId } = (await book(own)).json<Appointment>();
    const session = (await admin.get(`sessions/${examSessionId}`)).json<Item>();
    const studyModule = (await admin.post('modules', { index: 1, name: 'Modulul 1' })).json<Item>();
    const put = async (endDate: string) =>
      admin.put(`sessions/${examSessionId}`, { ...session, endDate, examSessionModules: [studyModule.id] });
    const shortened = await put(await dayFromToday(server, 3));
    expect([shortened.statusCode, shortened.json().error]).toEqual([409, 'appointment.inTheWay']);
    expect((await put(examDate)).statusCode).toBe(200);
    expect(errorOf(await admin.delete(`sessions/${examSessionId}`))).toEqual([409, 'appointment.inTheWay']);
  });
});

describe('[APPT-12] all students of a room and slot move together', () => {
  it('[APPT-12] after a preview of who goes where; neighbours have different exams, students are notified, and the slot can be deleted', async () => {
    const other = await aCustomExam(server, { questions: 2, minutes: 60, name: 'Alt examen' });
    const [from, to] = [await aBookableRoom(admin, { rows: [4] }), await aBookableRoom(admin, { rows: [4] })];
    const toDate = await dayFromToday(server, 3);
    const ids: number[] = [];
    for (const custom of [exam, other, exam]) {
      const { studentId } = await aStudent(server, { studyPlace: custom.studyPlace, lastName: 'Dobre' });
      const slotOnDay = { ...slotIn(from), examCustomId: custom.id, studentId };
      ids.push((await admin.post('appointments', slotOnDay)).json<Appointment>().id);
    }
    // One of them has another exam at the time of the new slot.
    const long = await aCustomExam(server, { questions: 2, minutes: 60 });
    const [first] = ids;
    const busy = (await admin.get(`appointments/${first}`)).json<Appointment>();
    await anAppointment(server, {
      student: { studentId: busy.studentId } as never,
      customExamId: long.id,
      ...(await minutesUntil(toDate, '08:30')),
    });
    const body = {
      ...{ examDate, examRoomSlotId: from.slotIds[0], toDate, toRoomSlotId: to.slotIds[0] },
    };
    const preview = (await admin.post('appointments/moveSlot?dryRun', body)).json<SlotMove>();
    expect(preview).toMatchObject({ moved: 0, hidden: 0, waiting: 0 });
    expect(preview.failed).toMatchObject([{ appointmentId: first, error: 'appointment.elsewhere' }]);
    expect(preview.places.map(({ appointmentId }) => appointmentId).sort()).toEqual(ids.slice(1).sort());
    expect((await admin.get(`appointments/${ids[1]}`)).json()).toMatchObject({ examRoom: from.name });

    // Another student books here after the preview: no one moves until the new plan is reviewed.
    const late = (await book(from)).json<Appointment>().id;
    const { fingerprint } = preview;
    expect(errorOf(await admin.post('appointments/moveSlot', body))).toEqual([409, 'appointment.moveUnseen']);
    expect(errorOf(await admin.post('appointments/moveSlot', { ...body, fingerprint }))).toEqual([
      409,
      'appointment.moveChanged',
    ]);
    expect((await admin.get(`appointments/${ids[1]}`)).json()).toMatchObject({ examRoom: from.name });
    await admin.delete(`appointments/${late}`);

    const moved = (await admin.post('appointments/moveSlot', { ...body, fingerprint })).json<SlotMove>();
    expect(moved).toEqual({ ...preview, moved: 2 });
    for (const { appointmentId, examRow, seatNumber } of moved.places) {
      const stored = (await admin.get(`appointments/${appointmentId}`)).json();
      const there = { examRoom: to.name, examDate: toDate, examRow, seatNumber, mail: 'waiting' };
      expect(stored).toMatchObject(there);
    }
    const kinds = await server.database.sql<{ kind: string }[]>`
      select m.kind from appointment_mails m join appointments a on a.exam_id = m.exam_id
       where a.id = any(${ids.slice(1)}::int[]) and m.kind = 'change'`;
    expect(kinds).toHaveLength(2);
    expect((await admin.delete(`examroomslots/${from.slotIds[0]}`)).json()).toEqual(inTheWay(1));
    await admin.delete(`appointments/${first}`);
    expect((await admin.delete(`examroomslots/${from.slotIds[0]}`)).statusCode).toBe(204);
  });

  it('[APPT-12] not into the same slot, not outside the session, and not beyond the seats', async () => {
    const [from, small] = [
      await aBookableRoom(admin, { rows: [4] }),
      await aBookableRoom(admin, { rows: [1] }),
    ];
    for (let count = 0; count < 2; count += 1) await book(from);
    const base = { examDate, examRoomSlotId: from.slotIds[0] };
    const move = async (toDate: string, toRoomSlotId: number | undefined) =>
      moveReviewed(admin, { ...base, toDate, toRoomSlotId });
    expect((await move(examDate, from.slotIds[0])).statusCode).toBe(400);
    const outside = (await move(await dayFromToday(server, 60), small.slotIds[0])).json<SlotMove>();
    expect(outside.failed.map(({ error }) => error)).toEqual(Array(2).fill('appointment.outsideSession'));
    const full = (await move(examDate, small.slotIds[0])).json<SlotMove>();
    expect([full.moved, full.failed.map(({ error }) => error)]).toEqual([1, ['appointment.noFreeRooms']]);
  });
});

describe('[APPT-11] seats out of order and accessible seats', () => {
  it('[APPT-11] a seat out of order is never assigned, an accessible one last or by the office', async () => {
    const room = await aBookableRoom(admin, { rows: [4] });
    const marked = await mark(room, { '1/1': 'outOfOrder', '1/2': 'accessible' });
    expect(marked.json<MarkedRoomSeat[]>().map((seat) => seat.mark)).toEqual([
      'outOfOrder',
      'accessible',
      null,
      null,
    ]);
    const student = await aBooker(server, exam);
    const rooms = (await student.get(`freeRooms?examCustomId=${exam.id}&examDate=${examDate}`)).json<
      FreeRoom[]
    >();
    expect(rooms.find(({ examRoomId }) => examRoomId === room.id)?.slots[0]).toMatchObject({
      seats: 3,
      free: 3,
    });
    const plan = (await student.get(`seatPlan?examRoomSlotId=${room.slotIds[0]}&examDate=${examDate}`)).json<
      PlanSeat[]
    >();
    expect(plan.map(({ state, accessible }) => `${state} ${accessible}`)).toEqual([
      'outOfOrder false',
      'free true',
      'free false',
      'free false',
    ]);
    // A student cannot choose the accessible seat; the office can.
    const own = await student.post('appointments', { ...slotIn(room), accessibleSeat: true });
    expect(seatOf(own.json())).toBe('1/3');
    expect(seatOf((await book(room, { accessibleSeat: true })).json())).toBe('1/2');
    expect(errorOf(await book(room, { accessibleSeat: true }))).toEqual([
      409,
      'appointment.noAccessibleSeat',
    ]);
    expect(seatOf((await book(room)).json())).toBe('1/4');
    expect((await book(room)).statusCode).toBe(409);
  });

  it('[APPT-11] only the given marks are written, so two people can mark seats at once; a taken or missing seat is refused', async () => {
    const room = await aBookableRoom(admin, { rows: [2] });
    await mark(room, { '1/2': 'accessible' });
    await book(room);
    expect((await mark(room, { '1/1': 'outOfOrder' })).json()).toEqual(inTheWay(1));
    expect((await mark(room, { '1/3': 'accessible' })).json()).toEqual({
      error: 'room.seatUnknown',
      params: { row: '1', seat: 3 },
    });
    await mark(room, { '1/2': 'outOfOrder' });
    const seats = (await admin.get(`examrooms/${room.id}/seats`)).json<MarkedRoomSeat[]>();
    expect(seats.map((seat) => seat.mark)).toEqual([null, 'outOfOrder']);
    await mark(room, { '1/1': 'accessible' });
    await mark(room, { '1/2': null });
    const after = (await admin.get(`examrooms/${room.id}/seats`)).json<MarkedRoomSeat[]>();
    expect(after.map((seat) => seat.mark)).toEqual(['accessible', null]);
    expect((await book(room)).statusCode).toBe(201);
  });

  it('[APPT-11] [APPT-12] a seat stays accessible while somebody who needs it has it', async () => {
    const room = await aBookableRoom(admin, { rows: [2] });
    await mark(room, { '1/1': 'accessible', '1/2': 'accessible' });
    const { id } = (await book(room, { accessibleSeat: true })).json<Appointment>();
    expect(seatOf((await book(room)).json())).toBe('1/2');
    expect((await mark(room, { '1/1': null })).json()).toEqual(inTheWay(1));
    // A student who needs none keeps the seat without its mark.
    expect((await mark(room, { '1/2': null })).statusCode).toBe(200);
    expect((await mark(room, { '1/1': 'accessible', '1/2': null })).statusCode).toBe(200);
    await admin.put(`appointments/${id}`, { accessibleSeat: false });
    expect((await mark(room, { '1/1': null })).statusCode).toBe(200);
  });

  it('[APPT-4] [APPT-11] bulk booking keeps accessible seats, avoids broken ones and reports constraints it could not meet', async () => {
    const room = await aBookableRoom(admin, { rows: [3, 3] });
    await mark(room, { '1/1': 'accessible', '1/2': 'outOfOrder' });
    const students = [];
    for (let count = 0; count < 6; count += 1)
      students.push(await aStudent(server, { studyPlace: exam.studyPlace }));
    const rows = await server.database.sql<{ matricol: string }[]>`
      select matricol from students where id = any(${students.map(({ studentId }) => studentId)}::int[]) order by id`;
    const matricols = rows.map(({ matricol }) => matricol);
    const body = { ...slotIn(room), matricols, accessibleMatricols: [matricols[3], matricols[5]] };
    const result = (await admin.post('appointments/bulk?dryRun', body)).json<BulkResult>();
    const seatsBy = Object.fromEntries(
      result.placed.map(({ matricol, examRow, seatNumber }) => [matricol, `${examRow}/${seatNumber}`]),
    );
    expect(seatsBy).toEqual({
      [matricols[3] ?? '']: '1/1',
      [matricols[0] ?? '']: '1/3',
      [matricols[1] ?? '']: '2/1',
      [matricols[2] ?? '']: '2/2',
      [matricols[4] ?? '']: '2/3',
    });
    expect(result.failed).toMatchObject([{ params: { reason: 'appointment.noAccessibleSeat' } }]);
    expect(result.rooms).toMatchObject([
      {
        placed: 5,
        free: 0,
        seats: 5,
        compromises: [{ what: 'sameExam', why: 'oneExam', count: 6 }],
      },
    ]);
  });

  it('[APPT-11] bulk booking warns about students with another exam on that day', async () => {
    const [first, second] = [
      await aBookableRoom(admin, { rows: [3] }),
      await aBookableRoom(admin, { rows: [3], slots: [['14:00', '16:00']] }),
    ];
    const student = await aStudent(server, { studyPlace: exam.studyPlace });
    const slotOnDay = slotIn(first);
    await admin.post('appointments', { ...slotOnDay, studentId: student.studentId });
    const other = await admin.post('examCustom', {
      ...(await admin.get(`examCustom/${exam.id}`)).json<Item>(),
      examName: 'Al doilea examen',
    });
    expect(other.statusCode).toBe(201);
    const [row] = await server.database.sql<{ matricol: string }[]>`
      select matricol from students where id = ${student.studentId}`;
    const result = await admin.post('appointments/bulk?dryRun', {
      ...slotIn(second),
      examCustomId: other.json<Item>().id,
      matricols: [row?.matricol],
    });
    expect(result.json<BulkResult>().sameDay).toEqual([
      { matricol: row?.matricol, studentName: 'Pop Ana', examName: 'Examen de semestru' },
    ]);
  });
});

describe('[STRUCT-3] rows and slots are generated', () => {
  it('[STRUCT-3] adds rows after the last one and slots of equal length; the seats of the room grow with its rows', async () => {
    const room = await aBookableRoom(admin, { rows: [4], seats: 20, slots: [] });
    const generate = (body: object) => admin.post(`examrooms/${room.id}/generate`, body);
    const made = await generate({
      rows: { count: 10, seats: 12 },
      slots: { from: '08:00', to: '20:00', minutes: 120 },
    });
    expect(made.json()).toEqual({ rows: 10, slots: 6 });
    expect((await admin.get(`examrooms/${room.id}`)).json()).toMatchObject({
      seatNumbers: 124,
      rowSeats: 124,
      slotCount: 6,
    });
    const rows = (await admin.get(`examrooms/${room.id}/rows`)).json<Item[]>();
    expect(rows.map(({ rowNumber }) => rowNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(errorOf(await generate({ slots: { from: '19:00', to: '21:00', minutes: 60 } }))).toEqual([
      409,
      'slot.overlap',
    ]);
    expect((await generate({ slots: { from: '20:00', to: '20:30', minutes: 60 } })).json()).toMatchObject({
      errors: [{ path: 'slots.to' }],
    });
    expect((await admin.get(`examrooms/${room.id}`)).json()).toMatchObject({ slotCount: 6 });
  });
});
