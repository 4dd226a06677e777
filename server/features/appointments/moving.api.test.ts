import { describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { SlotMove } from '#contract/slot-moves.ts';
import { aSecretary, signedIn } from '#server/testing/accounts.ts';
import {
  aBookableRoom,
  aBooker,
  editSession,
  moveReviewed,
  seatOf,
  useBooking,
} from '#server/testing/booking.ts';
import { aCandidate, aCustomExam, aCustomExamOf, aSession } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const { booking, wish, inDays } = useBooking(server);

type Room = Awaited<ReturnType<typeof aBookableRoom>>;
type Mark = 'outOfOrder' | 'accessible';
const twoSlots: [string, string][] = [
  ['08:00', '10:00'],
  ['10:00', '12:00'],
];
const aRoom = (rows: number[], slots?: [string, string][]) =>
  aBookableRoom(booking.admin, slots ? { rows, slots } : { rows });
const longer = { extraTime: 30, extraTimeReason: 'Certificat' };
/** The office books a new student into a slot of a room. */
async function book(room: Room, changed: object = {}, slot = 0) {
  const person = await aBooker(server, booking.exam);
  const { studentId } = person.student;
  const made = await booking.admin.post('appointments', {
    ...wish(room, { examRoomSlotId: room.slotIds[slot], studentId }),
    ...changed,
  });
  expect(made.statusCode).toBe(201);
  return { ...made.json<Appointment>(), person };
}
const change = (id: number, body: object) => booking.admin.put(`appointments/${id}`, body);
const mark = (room: Room, seatNumber: number, given: Mark | null) =>
  booking.admin.put(`examrooms/${room.id}/seats`, { marks: [{ examRow: 1, seatNumber, mark: given }] });
const moveSlot = async (
  from: [Room, number],
  to: [Room, number],
  query = '',
  caller: Caller = booking.admin,
) => {
  const body = {
    ...{ examDate: booking.day, examRoomSlotId: from[0].slotIds[from[1]] },
    ...{ toDate: booking.day, toRoomSlotId: to[0].slotIds[to[1]] },
  };
  const response =
    query === '' ? moveReviewed(caller, body) : caller.post(`appointments/moveSlot${query}`, body);
  return (await response).json<SlotMove>();
};
const seatsBy = ({ places }: SlotMove) =>
  Object.fromEntries(
    places.map(({ appointmentId, examRow, seatNumber }) => [appointmentId, `${examRow}/${seatNumber}`]),
  );

describe('[APPT-3] [APPT-12] a seat is changed within its slot', () => {
  it('[APPT-12] by the office: to another or a chosen seat, so that a broken one can be marked', async () => {
    const room = await aRoom([3]);
    const [one, two] = [await book(room), await book(room)];
    expect([one, two].map(seatOf)).toEqual(['1/1', '1/3']);
    expect(errorOf(await mark(room, 1, 'outOfOrder'))).toEqual([409, 'appointment.inTheWay']);
    expect(seatOf((await change(one.id, { anotherSeat: true })).json())).toBe('1/2');
    expect((await mark(room, 1, 'outOfOrder')).statusCode).toBe(200);
    expect(errorOf(await change(one.id, { anotherSeat: true }))).toEqual([409, 'appointment.noFreeRooms']);
    const seat = (seatNumber: number) => change(one.id, { seat: { examRow: 1, seatNumber } });
    expect(errorOf(await seat(1))).toEqual([409, 'appointment.seatTaken']);
    expect(errorOf(await seat(3))).toEqual([409, 'appointment.seatTaken']);
    expect(errorOf(await seat(4))).toEqual([400, 'room.seatUnknown']);
    await mark(room, 1, null);
    expect(seatOf((await seat(1)).json())).toBe('1/1');
    // A student keeps the seat that was assigned.
    const own = await one.person.put(`appointments/${one.id}`, { anotherSeat: true });
    expect([own.statusCode, seatOf(own.json())]).toEqual([200, '1/1']);
  });

  it('[APPT-2] not to one that somebody has next, for a student with extra time', async () => {
    const room = await aRoom([2], twoSlots);
    const first = await book(room, longer);
    const next = await book(room, {}, 1);
    expect([first, next].map(seatOf)).toEqual(['1/1', '1/2']);
    const body = { seat: { examRow: 1, seatNumber: 2 } };
    const refused = await change(first.id, body);
    expect([...errorOf(refused), refused.json().params]).toEqual([
      409,
      'appointment.seatTakenNext',
      { names: `10:00 ${next.studentName}` },
    ]);
    // Extra time can be given anyway, but not a seat, with or without more time.
    for (const more of [{}, { ...longer, extraTime: 40 }])
      expect(errorOf(await change(first.id, { ...body, ...more, seatTakenNext: true }))).toEqual([
        409,
        'appointment.seatTakenNext',
      ]);
    expect(seatOf((await booking.admin.get(`appointments/${first.id}`)).json())).toBe('1/1');
  });
});

describe('[APPT-11] a student who needs an accessible seat', () => {
  it('[APPT-11] keeps it on every move; one who got it only because no other was left does not', async () => {
    const [from, to, plain] = [await aRoom([2]), await aRoom([2]), await aRoom([3])];
    await mark(from, 1, 'accessible');
    await mark(to, 2, 'accessible');
    const needing = await book(from, { accessibleSeat: true });
    expect([needing.accessibleSeat, seatOf(needing)]).toEqual([true, '1/1']);
    const moved = (await change(needing.id, wish(to))).json<Appointment>();
    expect([moved.accessibleSeat, seatOf(moved)]).toEqual([true, '1/2']);
    expect(errorOf(await change(needing.id, wish(plain)))).toEqual([409, 'appointment.noAccessibleSeat']);
    const back = await needing.person.put(`appointments/${needing.id}`, wish(from));
    expect(seatOf(back.json())).toBe('1/1');

    await book(to);
    const last = await book(to);
    expect([last.accessibleSeat, seatOf(last)]).toEqual([false, '1/2']);
    expect(await moveSlot([to, 0], [plain, 0])).toMatchObject({ moved: 2, failed: [] });
    const whole = await moveSlot([from, 0], [to, 0]);
    expect(seatsBy(whole)).toEqual({ [needing.id]: '1/2' });
    // Without the need any seat will do, and only the need changes.
    expect((await change(needing.id, { accessibleSeat: false })).json()).toMatchObject({
      ...{ accessibleSeat: false, seatNumber: 2 },
    });
    expect((await change(needing.id, wish(plain))).statusCode).toBe(200);
  });
});

describe('[APPT-12] all of a slot move together', () => {
  it('[APPT-12] extra time of one takes no seat from the others', async () => {
    const [from, to] = [await aRoom([2]), await aRoom([2], twoSlots)];
    const next = await book(to, {}, 1);
    const [long, other] = [await book(from, longer), await book(from)];
    expect(seatOf(next)).toBe('1/1');
    const preview = await moveSlot([from, 0], [to, 0], '?dryRun');
    expect([seatsBy(preview), preview.failed]).toEqual([{ [long.id]: '1/2', [other.id]: '1/1' }, []]);
    expect(await moveSlot([from, 0], [to, 0])).toEqual({ ...preview, moved: 2 });
  });

  it('[APPT-12] students who stay keep the seats that their extra time holds', async () => {
    const room = await aRoom([2], twoSlots);
    const [one, two] = [await book(room, longer), await book(room, longer)];
    const preview = await moveSlot([room, 0], [room, 1], '?dryRun');
    expect(Object.keys(seatsBy(preview))).toEqual([String(one.id), String(two.id)]);

    // The first has another exam at that time and stays.
    const { studyPlace, disciplineIds } = booking.exam;
    const disciplines = disciplineIds.map((disciplineId) => ({ disciplineId, questions: 2 }));
    const elsewhere = await aRoom([1], [['11:00', '12:00']]);
    await booking.admin.post('appointments', {
      ...wish(elsewhere, { examCustomId: await aCustomExamOf(server, studyPlace, disciplines) }),
      studentId: one.studentId,
    });
    const rest = await moveSlot([room, 0], [room, 1]);
    expect(rest.failed).toMatchObject([{ appointmentId: one.id, error: 'appointment.elsewhere' }]);
    expect(seatsBy(rest)).toEqual({ [two.id]: '1/2' });
  });

  it('[APPT-12] a secretary moves only the students in scope; the others are counted and stay', async () => {
    const [from, to] = [await aRoom([3]), await aRoom([3])];
    const own = await book(from);
    const elsewhere = await aCustomExam(server, { questions: 2 });
    const stranger = await aBooker(server, elsewhere);
    const body = wish(from, { examCustomId: elsewhere.id, studentId: stranger.student.studentId });
    const foreign = (await booking.admin.post('appointments', body)).json<Appointment>();
    const secretary = await signedIn(server, await aSecretary(server, booking.exam.studyPlace));
    const moved = await moveSlot([from, 0], [to, 0], '', secretary);
    expect(moved).toMatchObject({ moved: 1, hidden: 1, failed: [] });
    expect(Object.keys(seatsBy(moved))).toEqual([String(own.id)]);
    const read = async (id: number) => (await booking.admin.get(`appointments/${id}`)).json<Appointment>();
    expect((await read(own.id)).examRoomId).toBe(to.id);
    expect(await read(foreign.id)).toEqual(foreign);
    // With nobody in scope there is nothing to move.
    expect(await moveSlot([from, 0], [to, 0], '', secretary)).toEqual({
      error: 'resource.notFound',
      params: {},
    });
  });

  it('[APPT-12] a printed paper of a slot that has begun stays, in the preview and when written', async () => {
    const [to, person] = [await aRoom([2]), await aCandidate(server, booking.exam)];
    const { id } = person.appointment;
    const print = await booking.admin.post('examPrint', { appointments: [id] });
    expect(print.statusCode).toBe(200);
    const { examDate, examRoomSlotId } = (await booking.admin.get(`appointments/${id}`)).json<Appointment>();
    const body = { examDate, examRoomSlotId, toDate: booking.day, toRoomSlotId: to.slotIds[0] };
    const preview = await booking.admin.post('appointments/moveSlot?dryRun', body);
    for (const result of [preview, await moveReviewed(booking.admin, body)])
      expect(result.json()).toMatchObject({
        ...{ moved: 0, places: [], failed: [{ appointmentId: id, error: 'appointment.begun' }] },
      });
  });
});

describe('[PRINT-1] [APPT-12] a printed paper before its slot', () => {
  /** Prints the paper of an appointment as if its slot were near, because papers are drawn hours before. */
  async function print(id: number): Promise<void> {
    const { sql } = server.database;
    const startAt = (moment: string) => sql`
      update appointments set starts_at = ${moment}::timestamptz, ends_at = ends_at + (${moment}::timestamptz - starts_at) where id = ${id}`;
    const [hours] = await sql<{ own: string; near: string }[]>`
      select starts_at::text as own, (now() + interval '1 hour')::text as near from appointments where id = ${id}`;
    await startAt(hours?.near ?? '');
    expect((await booking.admin.post('examPrint', { appointments: [id] })).statusCode).toBe(200);
    await startAt(hours?.own ?? '');
  }
  const printedPapers = async (id: number) =>
    (
      await server.database.sql<{ id: number }[]>`
      select id from exam_groups where appointment_id = ${id} and printed_at is not null`
    ).map((paper) => paper.id);

  it('[PRINT-1] [APPT-12] stays with another seat, room or hour on the same day, and is not valid on another day', async () => {
    const [room, other] = [await aRoom([3], twoSlots), await aRoom([3], twoSlots)];
    const { id } = await book(room);
    await print(id);
    const papers = await printedPapers(id);
    expect(papers).toHaveLength(1);
    expect((await change(id, { anotherSeat: true })).statusCode).toBe(200);
    expect(await printedPapers(id)).toEqual(papers);
    expect(await moveSlot([room, 0], [other, 0])).toMatchObject({ moved: 1 });
    expect(await printedPapers(id)).toEqual(papers);
    expect(await moveSlot([other, 0], [other, 1])).toMatchObject({ moved: 1 });
    expect(await printedPapers(id)).toEqual(papers);
    expect((await change(id, { ...wish(other), examDate: await inDays(4) })).statusCode).toBe(200);
    expect(await printedPapers(id)).toEqual([]);
  });
});

describe('[APPT-8] two sessions include the day', () => {
  it('[APPT-8] a move stays in the session of the appointment while that includes the day', async () => {
    const room = await aRoom([4]);
    const own = await book(room);
    const later = await aSession(server);
    const moved = await change(own.id, { ...wish(room), examDate: await inDays(5) });
    expect(moved.json()).toMatchObject({ examSessionId: own.examSessionId });
    const byStudent = await own.person.put(`appointments/${own.id}`, wish(room));
    expect(byStudent.json()).toMatchObject({ examSessionId: own.examSessionId });
    await editSession(server, booking.admin, own.examSessionId, { endDate: await inDays(4) });
    const away = await change(own.id, { ...wish(room), examDate: await inDays(5) });
    expect(away.json()).toMatchObject({ examSessionId: later });
  });
});
