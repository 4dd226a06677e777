import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeRoom, PlanSeat } from '#contract/booking.ts';
import type { BulkResult } from '#contract/office-appointments.ts';
import type { SlotMove } from '#contract/slot-moves.ts';
import { aSecretary, aStudent, signedIn } from '#server/testing/accounts.ts';
import {
  aBookableRoom,
  aBooker,
  dayFromToday,
  seatOf,
  slotIn,
  slotsInTurn,
} from '#server/testing/booking.ts';
import { aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { serveWaitingLists } from './waiting-job.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
let examDate: string;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  await aSession(server);
  examDate = await dayFromToday(server, 3);
});

/** Two students in turn: the slots of a room follow each other without a pause. */
async function aRoom(rows: number[]) {
  const room = await aBookableRoom(admin, {
    rows,
    slots: slotsInTurn,
  });
  const slotOnDay = slotIn(exam, examDate, room);
  const book = async (slot: number, extra: object = {}) => {
    const { student } = await aBooker(server, exam);
    return admin.post('appointments', { ...slotOnDay(slot), studentId: student.studentId, ...extra });
  };
  const freeIn = async (slot: number) => {
    const { student } = await aBooker(server, exam);
    const rooms = (
      await admin.get(`freeRooms?examCustomId=${exam.id}&examDate=${examDate}&studentId=${student.studentId}`)
    ).json<FreeRoom[]>();
    return rooms.find(({ examRoomId }) => examRoomId === room.id)?.slots[slot]?.free;
  };
  return { room, slotOnDay, book, freeIn };
}
const longer = { extraTime: 30, extraTimeReason: 'Certificat' };

describe('[APPT-2] [APPT-11] a seat that extra time keeps', () => {
  it('[APPT-2] is not given to anybody in the slot it reaches into, and is free afterwards', async () => {
    const { room, slotOnDay, book, freeIn } = await aRoom([2]);
    const first = (await book(0, longer)).json<Appointment>();
    expect(seatOf(first)).toBe('1/1');
    expect(await Promise.all([freeIn(1), freeIn(2)])).toEqual([1, 2]);
    const plan = (
      await admin.get(
        `seatPlan?examRoomSlotId=${room.slotIds[1]}&examDate=${examDate}&studentId=${first.studentId}`,
      )
    ).json<PlanSeat[]>();
    expect(plan.map(({ state }) => state)).toEqual(['taken', 'free']);
    const next = (await book(1)).json<Appointment>();
    expect(seatOf(next)).toBe('1/2');
    expect(errorOf(await book(1))).toEqual([409, 'appointment.slotFull']);

    // The same by moves and in bulk.
    const late = (await book(2)).json<Appointment>();
    expect(errorOf(await admin.put(`appointments/${late.id}`, slotOnDay(1)))).toEqual([
      409,
      'appointment.slotFull',
    ]);
    const student = await aStudent(server, { studyPlace: exam.studyPlace });
    const [row] = await server.database.sql<{ matricol: string }[]>`
      select matricol from students where id = ${student.studentId}`;
    const bulk = (
      await admin.post('appointments/bulk', { ...slotOnDay(1), matricols: [row?.matricol] })
    ).json<BulkResult>();
    expect(bulk.failed).toMatchObject([{ params: { reason: 'appointment.noFreeRooms' } }]);
    const move = {
      examDate,
      examRoomSlotId: room.slotIds[2],
      toDate: examDate,
      toRoomSlotId: room.slotIds[1],
    };
    expect((await admin.post('appointments/moveSlot?dryRun', move)).json<SlotMove>()).toMatchObject({
      places: [],
      failed: [{ appointmentId: late.id, error: 'appointment.noFreeRooms' }],
    });
    // The student who keeps it may stay there for the next slot.
    expect(seatOf((await admin.put(`appointments/${next.id}`, slotOnDay(2))).json())).toBe('1/2');
    expect(seatOf((await admin.put(`appointments/${first.id}`, slotOnDay(1))).json())).toBe('1/1');
  });

  it('[APPT-2] extra time is booked at a seat that is free long enough', async () => {
    const { book } = await aRoom([2]);
    expect(seatOf((await book(1)).json())).toBe('1/1');
    expect(seatOf((await book(0, longer)).json())).toBe('1/2');
    expect(errorOf(await book(0, longer))).toEqual([409, 'appointment.slotFull']);
    expect(seatOf((await book(0)).json())).toBe('1/1');
  });

  it('[APPT-1] the plan shows the seat that a move gets', async () => {
    const { room, slotOnDay, book } = await aRoom([3]);
    const mark = { examRow: 1, seatNumber: 3, mark: 'accessible' };
    await admin.put(`examrooms/${room.id}/seats`, { marks: [mark] });
    const own = (await book(2, longer)).json<Appointment>();
    const seated = (await book(2, { accessibleSeat: true })).json<Appointment>();
    expect([seatOf(own), seatOf(seated), seatOf((await book(1)).json())]).toEqual(['1/1', '1/3', '1/1']);
    const states = async (slot: number, moved: Appointment, more = `&appointmentId=${moved.id}`) => {
      const of = `examDate=${examDate}&examCustomId=${exam.id}&studentId=${moved.studentId}${more}`;
      const plan = await admin.get(`seatPlan?examRoomSlotId=${room.slotIds[slot]}&${of}`);
      return plan
        .json<PlanSeat[]>()
        .map(({ state }) => state)
        .join(' ');
    };
    expect(await states(0, own, '')).toBe('next free free');
    // Its first seat is taken by somebody else before the extra time is over.
    expect(await states(0, own)).toBe('free next free');
    expect(await states(0, seated)).toBe('free free next');
    expect(await states(0, seated, `&appointmentId=${seated.id}&accessibleSeat=false`)).toBe(
      'next free free',
    );
    // In its own slot it is another seat.
    expect(await states(2, own)).toBe('own next taken');
    expect(seatOf((await admin.put(`appointments/${own.id}`, slotOnDay(0))).json())).toBe('1/2');
    expect(seatOf((await admin.put(`appointments/${seated.id}`, slotOnDay(0))).json())).toBe('1/3');
  });

  it('[APPT-1] the next slot offered to somebody with extra time has a seat that is free long enough', async () => {
    const { id, slotIds } = await aBookableRoom(admin, {
      rows: [1],
      // Later than the slots of other rooms.
      slots: [
        ['18:00', '19:30'],
        ['19:30', '21:00'],
        ['21:00', '22:00'],
        ['22:00', '23:00'],
      ],
    });
    const book = async (slot: number, extra: object = {}) => {
      const { student } = await aBooker(server, exam);
      const slotOnDay = { examCustomId: exam.id, examDate, examRoomId: id, examRoomSlotId: slotIds[slot] };
      return admin.post('appointments', { ...slotOnDay, studentId: student.studentId, ...extra });
    };
    for (const slot of [0, 2]) expect((await book(slot)).statusCode).toBe(201);
    const full = [await book(0), await book(0, longer)];
    expect(full.map((one) => one.json().params.examRoomSlotId)).toEqual([slotIds[1], slotIds[3]]);
  });

  it('[APPT-1] [APPT-11] a seat is counted once, also when it is kept by extra time and offered, or offered and out of order', async () => {
    const { room, slotOnDay, book, freeIn } = await aRoom([3]);
    const slotId = room.slotIds[1];
    const taken = [await book(1), await book(1), await book(1)].map((one) => one.json<Appointment>());
    const waiting = await aBooker(server, exam);
    await waiting.post('waitingPlaces', { examCustomId: exam.id, examDate, examRoomSlotId: slotId });
    expect(await freeIn(1)).toBe(0);
    // The first seat is offered, and then kept by somebody before.
    await admin.delete(`appointments/${taken[0]?.id}`);
    await serveWaitingLists(server.services);
    const before = (await book(0)).json<Appointment>();
    expect(seatOf(before)).toBe(seatOf(taken[0] as Appointment));
    await admin.put(`appointments/${before.id}`, { ...longer, seatTakenNext: true });
    await admin.delete(`appointments/${taken[1]?.id}`);
    expect(await freeIn(1)).toBe(1);

    // Out of order, the offered seat is not among the usable ones.
    await admin.put(`appointments/${before.id}`, slotOnDay(2));
    const { examRow, seatNumber } = taken[0] as Appointment;
    const marked = await admin.put(`examrooms/${room.id}/seats`, {
      marks: [{ examRow, seatNumber, mark: 'outOfOrder' }],
    });
    expect(marked.statusCode).toBe(409);
    await admin.delete(`appointments/${before.id}`);
    const broken = await admin.put(`examrooms/${room.id}/seats`, {
      marks: [{ examRow, seatNumber, mark: 'outOfOrder' }],
    });
    expect(broken.statusCode).toBe(200);
    expect(await freeIn(1)).toBe(1);
    // The student who was offered that seat is first in the queue again, and gets the free one.
    expect((await waiting.get('waitingPlaces')).json()).toMatchObject([{ position: 1, offer: null }]);
    await serveWaitingLists(server.services);
    expect((await waiting.get('waitingPlaces')).json()).toMatchObject([
      { offer: { seatNumber: taken[1]?.seatNumber } },
    ]);
  });

  it('[APPT-3] extra time for somebody whose seat is taken next is given when the office confirms, and names who sits there', async () => {
    const { room, book } = await aRoom([2]);
    const first = (await book(0)).json<Appointment>();
    const next = (await book(1)).json<Appointment>();
    expect([seatOf(first), seatOf(next)]).toEqual(['1/1', '1/1']);
    const response = await admin.put(`appointments/${first.id}`, longer);
    expect([...errorOf(response), response.json().params]).toEqual([
      409,
      'appointment.seatTakenNext',
      { names: `10:00 ${next.studentName}` },
    ]);
    expect(
      (await admin.put(`appointments/${first.id}`, { ...longer, seatTakenNext: true })).json(),
    ).toMatchObject({
      extraTime: 30,
    });

    // A whole room gets its time in any case; students of other faculties are counted, reasons are kept.
    const stranger = await aCustomExam(server, { questions: 2 });
    const other = await aBooker(server, stranger);
    await admin.post('appointments', {
      examCustomId: stranger.id,
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
      studentId: other.student.studentId,
    });
    const secretary = await signedIn(server, await aSecretary(server, exam.studyPlace));
    const whole = {
      examDate,
      examRoomSlotId: room.slotIds[0],
      minutes: 10,
      extraTimeReason: 'Pană de curent',
    };
    expect((await secretary.post('appointments/extraTime', whole)).json()).toEqual({
      changed: 1,
      failed: [],
      hidden: 1,
      seatTakenNext: [{ studentName: first.studentName, names: `10:00 ${next.studentName}` }],
    });
    expect((await admin.get(`appointments/${first.id}`)).json()).toMatchObject({
      extraTime: 40,
      extraTimeReason: 'Certificat; Pană de curent',
    });
    expect((await secretary.post('appointments/extraTime', { ...whole, minutes: 700 })).json()).toMatchObject(
      {
        changed: 0,
        failed: [{ error: 'appointment.mostExtraTime', params: { max: 720 } }],
      },
    );
  });
});

it('[APPT-2] a seat that extra time keeps past midnight is not given in the first slots of the next day', async () => {
  const room = await aBookableRoom(admin, {
    rows: [2],
    slots: [
      ['08:00', '10:00'],
      ['22:00', '23:30'],
    ],
  });
  const nextDay = await dayFromToday(server, 4);
  const student = async () => (await aBooker(server, exam)).student.studentId;
  const late = slotIn(exam, examDate, room)(1);
  const early = slotIn(exam, nextDay, room)(0);
  const night = { extraTime: 600, extraTimeReason: 'Pană de curent' };
  const moved = await admin.post('appointments', { ...late, studentId: await student(), ...night });
  expect(seatOf(moved.json<Appointment>())).toBe('1/1');
  const next = await admin.post('appointments', { ...early, studentId: await student() });
  expect(seatOf(next.json<Appointment>())).toBe('1/2');
  expect(errorOf(await admin.post('appointments', { ...early, studentId: await student() }))[0]).toBe(409);
  // The other seat is taken in the morning, so that nobody can keep it through the night.
  const second = (
    await admin.post('appointments', { ...late, studentId: await student() })
  ).json<Appointment>();
  expect(seatOf(second)).toBe('1/2');
  const longer = await admin.put(`appointments/${second.id}`, { ...late, ...night });
  expect(errorOf(longer)).toEqual([409, 'appointment.seatTakenNext']);
});
