import { describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { SlotSeats } from '#contract/exam-schedule.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { lockSlots } from '#server/appointments/locks.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aSecretary, aStudent, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, seatOf, useBooking } from '#server/testing/booking.ts';
import { aCandidate, aCustomExamOf, anAppointment } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { serveWaitingLists } from './waiting-job.ts';

const server = useTestServer();
const { booking, wish } = useBooking(server);
const longer = { extraTime: 30, extraTimeReason: 'Certificat' };
const twoSlots: [string, string][] = [
  ['08:00', '10:00'],
  ['10:00', '12:00'],
];
const at = (room: { id: number; slotIds: number[] }, slot: number) =>
  wish(room, { examRoomSlotId: room.slotIds[slot] });

describe('[APPT-3] extra time that somebody else changed meanwhile', () => {
  it('[APPT-3] is not overwritten by a user who saw another value', async () => {
    const room = await aBookableRoom(booking.admin, { rows: [2] });
    const { studentId } = (await aBooker(server, booking.exam)).student;
    const { id } = (
      await booking.admin.post('appointments', { ...wish(room), studentId })
    ).json<Appointment>();
    const give = (minutes: number, minutesSeen?: number) =>
      booking.admin.put(`appointments/${id}`, { ...longer, extraTime: minutes, minutesSeen });
    expect((await give(15, 0)).statusCode).toBe(200);
    const refused = await give(20, 0);
    expect([...errorOf(refused), refused.json().params]).toEqual([
      ...[409, 'appointment.timeChanged'],
      { minutes: 15 },
    ]);
    expect((await give(20, 15)).json()).toMatchObject({ extraTime: 20 });
    expect((await give(25)).json()).toMatchObject({ extraTime: 25 });
  });

  it('[APPT-3] [EXAM-11] less of it never ends a running exam', async () => {
    const running = await aRunningExam(server, booking.exam);
    const give = (extraTime: number) =>
      booking.admin.put(`appointments/${running.appointment.id}`, { ...longer, extraTime });
    expect((await give(30)).statusCode).toBe(200);
    await running.endIn(10 * 60);
    expect(errorOf(await give(0))).toEqual([409, 'appointment.wouldEnd']);
    expect((await give(25)).json()).toMatchObject({ extraTime: 25, state: 'running' });
    expect((await running.save(1, [0], { seq: 1 })).statusCode).toBe(200);
  });

  it('[APPT-3] a whole room gets more of it, but not who has finished', async () => {
    const [finished, running] = [
      await aRunningExam(server, booking.exam),
      await aRunningExam(server, booking.exam),
    ];
    await server.database.sql`
      update appointments a set room_id = o.room_id, room_slot_id = o.room_slot_id, exam_date = o.exam_date, seat_number = 9
        from appointments o where o.id = ${finished.appointment.id} and a.id = ${running.appointment.id}`;
    await finished.finish();
    const read = async ({ appointment: { id } }: typeof running) =>
      (await booking.admin.get(`appointments/${id}`)).json<Appointment>();
    const { examDate, examRoomSlotId } = await read(running);
    const body = { examDate, examRoomSlotId, minutes: 10, extraTimeReason: 'Pană de curent' };
    const extended = await booking.admin.post('appointments/extraTime', body);
    expect(extended.json()).toMatchObject({ changed: 1, failed: [], hidden: 0 });
    expect([(await read(finished)).extraTime, (await read(running)).extraTime]).toEqual([0, 10]);
  });
});

describe('[ROLE-5] a secretary', () => {
  it('[ROLE-5] gives a relative no extra time: not when booking, not later, not with a whole room', async () => {
    const { exam, admin } = booking;
    const room = await aBookableRoom(admin, { rows: [4] });
    const secretary = await signedIn(server, await aSecretary(server, exam.studyPlace));
    const [relative, other] = [
      await aStudent(server, { studyPlace: exam.studyPlace }),
      await aStudent(server, { studyPlace: exam.studyPlace }),
    ];
    await server.database.sql`
      insert into relatives (user_id, student_id) values (${secretary.userId}, ${relative.studentId})`;
    const book = (caller: SignedInPerson, studentId: number, more: object = {}) =>
      caller.post('appointments', { ...wish(room), studentId, ...more });
    expect(errorOf(await book(secretary, relative.studentId, longer))).toEqual([409, 'sitting.concerned']);
    const { id } = (await book(secretary, relative.studentId)).json<Appointment>();
    await book(secretary, other.studentId);
    expect(errorOf(await secretary.put(`appointments/${id}`, longer))).toEqual([409, 'sitting.concerned']);
    const whole = {
      ...{ examDate: booking.day, examRoomSlotId: room.slotIds[0] },
      ...{ minutes: 10, extraTimeReason: 'Pană' },
    };
    expect((await secretary.post('appointments/extraTime', whole)).json()).toMatchObject({
      changed: 1,
      failed: [{ appointmentId: id, error: 'sitting.concerned' }],
    });
    expect((await admin.put(`appointments/${id}`, longer)).json()).toMatchObject({ extraTime: 30 });
  });
});

describe('[APPT-10] waiting with extra time', () => {
  const placeOf = async (person: SignedInPerson) =>
    (await person.get('waitingPlaces')).json<WaitingPlace[]>()[0];
  const serve = () => serveWaitingLists(server.services);
  /** A student with extra time in the afternoon who waits for the first slot of a full room, where somebody has a seat next. */
  async function aLongWait() {
    const { exam, admin } = booking;
    const [room, afternoon] = [
      await aBookableRoom(admin, { rows: [2], slots: twoSlots }),
      await aBookableRoom(admin, { rows: [9], slots: [['14:00', '16:00']] }),
    ];
    const book = async (slot: number) => {
      const person = await aBooker(server, exam);
      return { person, ...(await person.post('appointments', at(room, slot))).json<Appointment>() };
    };
    const holders = [await book(0), await book(0)] as const;
    const next = await book(1);
    expect([...holders, next].map(seatOf)).toEqual(['1/1', '1/2', '1/1']);
    const long = await aBooker(server, exam);
    const { studentId } = long.student;
    await admin.post('appointments', { ...wish(afternoon), studentId, ...longer });
    expect((await long.post('waitingPlaces', at(room, 0))).statusCode).toBe(201);
    const free = (n: 0 | 1) => holders[n].person.delete(`appointments/${holders[n].id}`);
    return { room, long, book, free };
  }

  it('[APPT-2] [APPT-10] is offered only a seat that is free long enough, and gets it only while it is', async () => {
    const { room, long, book, free } = await aLongWait();
    const other = await aBooker(server, booking.exam);
    await other.post('waitingPlaces', at(room, 0));
    await free(0);
    expect(await serve()).toBe(1);
    expect([(await placeOf(long))?.offer, (await placeOf(other))?.offer]).toMatchObject([
      null,
      { examRow: 1, seatNumber: 1 },
    ]);
    await free(1);
    expect(await serve()).toBe(1);
    const place = await placeOf(long);
    expect(place?.offer).toMatchObject({ examRow: 1, seatNumber: 2 });

    // Somebody books the seat in the next slot before the offer is accepted.
    const taken = await book(1);
    expect(seatOf(taken)).toBe('1/2');
    const accept = () => long.post(`waitingPlaces/${place?.id}/accept`);
    expect(errorOf(await accept())).toEqual([409, 'waitingPlace.offerEnded']);
    expect(await placeOf(long)).toMatchObject({ id: place?.id, offer: null });
    expect(await serve()).toBe(0);
    await taken.person.delete(`appointments/${taken.id}`);
    expect(await serve()).toBe(1);
    const moved = await accept();
    expect([seatOf(moved.json()), moved.json()]).toMatchObject(['1/2', { extraTime: 30 }]);
  });

  it('[APPT-5] is shown in the schedule: the seat as offered, the seat of the next slot as needed for the extra time', async () => {
    const { room, long, free } = await aLongWait();
    const heldIn = async (slot: number) =>
      (
        await booking.admin.get(
          `examSchedule/seats?examDate=${booking.day}&examRoomSlotId=${room.slotIds[slot]}`,
        )
      )
        .json<SlotSeats>()
        .seats.map(({ taken, heldFor }) => (taken ? 'taken' : heldFor));
    expect([await heldIn(0), await heldIn(1)]).toEqual([
      ['taken', 'taken'],
      ['taken', null],
    ]);
    await free(1);
    expect(await heldIn(0)).toEqual(['taken', null]);
    expect(await serve()).toBe(1);
    expect([await heldIn(0), await heldIn(1)]).toEqual([
      ['taken', 'offer'],
      ['taken', null],
    ]);
    expect((await long.post(`waitingPlaces/${(await placeOf(long))?.id}/accept`)).statusCode).toBe(200);
    expect([await heldIn(0), await heldIn(1)]).toEqual([
      ['taken', 'taken'],
      ['taken', 'extraTime'],
    ]);
  });

  it('[APPT-10] [APPT-11] is offered no seat whose extra time meets another exam of the student', async () => {
    const { long, free } = await aLongWait();
    const { studyPlace, disciplineIds } = booking.exam;
    const disciplines = disciplineIds.map((disciplineId) => ({ disciplineId, questions: 2 }));
    const quarterPast = await aBookableRoom(booking.admin, { rows: [1], slots: [['10:15', '12:15']] });
    const second = await booking.admin.post('appointments', {
      ...wish(quarterPast, { examCustomId: await aCustomExamOf(server, studyPlace, disciplines) }),
      studentId: long.student.studentId,
    });
    expect(second.statusCode).toBe(201);
    await free(1);
    expect([await serve(), (await placeOf(long))?.offer]).toEqual([0, null]);
    await booking.admin.delete(`appointments/${second.json<Appointment>().id}`);
    expect(await serve()).toBe(1);
  });

  it('[APPT-10] [APPT-11] a student who needs an accessible seat is offered one, and still needs it afterwards', async () => {
    const { exam, admin } = booking;
    const [room, afternoon] = [
      await aBookableRoom(admin, { rows: [2] }),
      await aBookableRoom(admin, { rows: [2], slots: [['14:00', '16:00']] }),
    ];
    for (const { id } of [room, afternoon])
      await admin.put(`examrooms/${id}/seats`, {
        marks: [{ examRow: 1, seatNumber: 2, mark: 'accessible' }],
      });
    const needing = await aBooker(server, exam);
    const { nrMatricol } = (await admin.get(`students/${needing.student.studentId}`)).json();
    const bulk = { ...wish(afternoon), matricols: [nrMatricol], accessibleMatricols: [nrMatricol] };
    expect((await admin.post('appointments/bulk', bulk)).json()).toMatchObject({
      ...{ created: 1, placed: [{ examRow: 1, seatNumber: 2 }] },
    });
    const holders = [await aBooker(server, exam), await aBooker(server, exam)] as const;
    const held: Appointment[] = [];
    for (const person of holders) held.push((await person.post('appointments', wish(room))).json());
    expect(held.map(seatOf)).toEqual(['1/1', '1/2']);
    await needing.post('waitingPlaces', wish(room));
    await holders[0].delete(`appointments/${held[0]?.id}`);
    expect(await serve()).toBe(0);
    await holders[1].delete(`appointments/${held[1]?.id}`);
    expect(await serve()).toBe(1);
    const accepted = await needing.post(`waitingPlaces/${(await placeOf(needing))?.id}/accept`);
    expect(accepted.json()).toMatchObject({ seatNumber: 2, accessibleSeat: true });
  });

  it('[APPT-10] the seat that their own extra time keeps in the next slot is free for them, and for nobody else', async () => {
    const { exam, admin } = booking;
    const room = await aBookableRoom(admin, { rows: [1], slots: twoSlots });
    const [long, other] = [await aBooker(server, exam), await aBooker(server, exam)];
    const { studentId } = long.student;
    expect((await admin.post('appointments', { ...at(room, 0), studentId, ...longer })).statusCode).toBe(201);
    expect((await other.post('waitingPlaces', at(room, 1))).statusCode).toBe(201);
    // Nothing can be offered, so a change of the room is not waited for.
    const served = await server.database.transaction(systemAuthor, async (tx) => {
      await lockSlots(tx, room.slotIds, 'exclusive');
      return serve();
    });
    expect([served, (await placeOf(other))?.offer]).toEqual([0, null]);
    expect((await long.post('waitingPlaces', at(room, 1))).statusCode).toBe(201);
    expect(await serve()).toBe(1);
    const place = await placeOf(long);
    expect([(await placeOf(other))?.offer, place?.offer]).toMatchObject([null, { seatNumber: 1 }]);
    const moved = await long.post(`waitingPlaces/${place?.id}/accept`);
    expect(moved.json()).toMatchObject({ examRoomSlotId: room.slotIds[1], extraTime: 30 });
  });

  it('[APPT-10] nobody waits whose paper was printed once the slot has begun', async () => {
    const { exam, admin } = booking;
    const room = await aBookableRoom(admin, { rows: [1] });
    const holder = await aBooker(server, exam);
    const held = (await holder.post('appointments', wish(room))).json<Appointment>();
    const printed = await aCandidate(server, exam, { sessionId: held.examSessionId });
    expect((await printed.post('waitingPlaces', wish(room))).statusCode).toBe(201);
    await admin.post('examPrint', { appointments: [printed.appointment.id] });
    await holder.delete(`appointments/${held.id}`);
    expect([await serve(), (await placeOf(printed))?.offer]).toEqual([0, null]);
    await printed.delete(`waitingPlaces/${(await placeOf(printed))?.id}`);
    expect((await holder.post('appointments', wish(room))).statusCode).toBe(201);
    expect(errorOf(await printed.post('waitingPlaces', wish(room)))).toEqual([409, 'appointment.begun']);
  });

  it('[APPT-10] nobody waits who missed the exam: such an offer could never be accepted', async () => {
    const { room, long, free } = await aLongWait();
    const [own] = (await booking.admin.get(`appointments?studentId=${long.student.studentId}`)).json<
      Appointment[]
    >();
    await server.database.sql`
      update appointments set starts_at = now() - interval '5 hours', ends_at = now() - interval '3 hours' where id = ${own?.id ?? 0}`;
    await free(1);
    expect([await serve(), (await placeOf(long))?.offer]).toEqual([0, null]);
    const missed = await aBooker(server, booking.exam);
    await anAppointment(server, {
      ...{ student: missed.student, customExamId: booking.exam.id, from: -180, to: -60 },
      sessionId: own?.examSessionId ?? 0,
    });
    // The seat is taken again, so that the slot is full.
    const holder = await aBooker(server, booking.exam);
    await booking.admin.post('appointments', { ...at(room, 0), studentId: holder.student.studentId });
    expect(errorOf(await missed.post('waitingPlaces', at(room, 0)))).toEqual([409, 'appointment.begun']);
  });
});
