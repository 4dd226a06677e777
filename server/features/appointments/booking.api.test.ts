import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment, BookableExam, FreeDay, FreeRoom, PlanSeat } from '#contract/appointments.ts';
import type { Item } from '#contract/item.ts';
import {
  anEnrolment,
  aSecretary,
  aSeries,
  aStudent,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, dayFromToday, seatOf } from '#server/testing/booking.ts';
import { drafts } from '#server/testing/drafts.ts';
import { aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let admin: SignedInPerson;
let exam: CustomExam;
let day: string;
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
  exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  await aSession(server);
  day = await dayFromToday(server, 3);
});

const wish = (room: { id: number; slotIds: number[] }, changed: Record<string, unknown> = {}) => ({
  examCustomId: exam.id,
  examDate: day,
  examRoomId: room.id,
  examRoomSlotId: room.slotIds[0],
  ...changed,
});
const inDays = (count: number) => dayFromToday(server, count);

describe('a student books', () => {
  it('[APPT-1] an exam by custom exam, date, room and slot; row and seat are assigned, apart from others with the same exam while that is possible', async () => {
    const room = await aBookableRoom(admin, { rows: [2], seats: 3 });
    const seats: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const student = await aBooker(server, exam);
      const made = await student.post('appointments', wish(room));
      expect(made.statusCode).toBe(201);
      const appointment = made.json<Appointment>();
      expect(appointment).toMatchObject({
        examCustom: 'Examen de semestru',
        examDate: day,
        examRoom: room.name,
        examRoomSlot: '08:00',
        endHour: '10:00',
        extraTime: 0,
        state: 'waiting',
      });
      seats.push(seatOf(appointment));
      expect((await student.get(`appointments/${appointment.id}`)).json()).toEqual(appointment);
      expect((await student.get('appointments')).json()).toEqual([appointment]);
      // The hour of the slot is the clock in Bucharest.
      const detail = (await student.get('getExamUserDetail/')).json();
      expect(JSON.stringify(detail)).toContain(room.name);
    }
    expect(seats).toEqual(['1/1', '-/1', '1/2']);
  });

  it('[APPT-4] away from those who sit the same exam already, beside those who sit another', async () => {
    const other = await aCustomExam(server, { questions: 2, minutes: 60 });
    const room = await aBookableRoom(admin, { rows: [4] });
    const seats: string[] = [];
    for (const booked of [exam, other, exam, other]) {
      const student = await aBooker(server, booked);
      const made = await student.post('appointments', wish(room, { examCustomId: booked.id }));
      seats.push(seatOf(made.json<Appointment>()));
    }
    expect(seats).toEqual(['1/1', '1/2', '1/3', '1/4']);
    // The plan shows the seat before it is booked.
    const wide = await aBookableRoom(admin, { rows: [3] });
    await (await aBooker(server, exam)).post('appointments', wish(wide));
    const path = `seatPlan?examRoomSlotId=${wide.slotIds[0]}&examDate=${day}`;
    const stateOf = async (examCustomId: number) =>
      (await admin.get(`${path}&examCustomId=${examCustomId}&studentId=${student.studentId}`))
        .json<PlanSeat[]>()
        .map(({ state }) => state);
    const { student } = await aBooker(server, exam);
    expect(await stateOf(exam.id)).toEqual(['taken', 'free', 'next']);
    expect(await stateOf(other.id)).toEqual(['taken', 'next', 'free']);
    const spread = await aBookableRoom(admin, { rows: [3] });
    const first = await (await aBooker(server, exam)).post('appointments', wish(spread));
    const second = await (await aBooker(server, exam)).post('appointments', wish(spread));
    expect([first, second].map((made) => seatOf(made.json<Appointment>()))).toEqual(['1/1', '1/3']);
  });

  it('[STRUCT-3] seats not in a row are shown and given with row -', async () => {
    const room = await aBookableRoom(admin, { rows: [1], seats: 2 });
    const [first, second] = [await aBooker(server, exam), await aBooker(server, exam)];
    await first.post('appointments', wish(room));
    expect((await second.post('appointments', wish(room))).json()).toMatchObject({
      examRow: '-',
      seatNumber: 1,
    });
    const plan = (await second.get(`seatPlan?examRoomSlotId=${room.slotIds[0]}&examDate=${day}`)).json<
      PlanSeat[]
    >();
    expect(plan).toEqual([
      { examRow: 1, seatNumber: 1, state: 'taken', accessible: false },
      { examRow: '-', seatNumber: 1, state: 'own', accessible: false },
    ]);
  });

  it('[APPT-1] sees the days with free seats, then the rooms with their slots and free seats, rooms by priority', async () => {
    const late = await aBookableRoom(admin, { rows: [4], priority: 91, slots: [['15:00', '16:00']] });
    const room = await aBookableRoom(admin, {
      rows: [3],
      priority: 90,
      slots: [
        ['11:00', '12:00'],
        ['12:00', '12:59'],
        ['13:00', '15:00'],
      ],
    });
    const student = await aBooker(server, exam);
    const asked = `examCustomId=${exam.id}`;
    const freeOn = async () =>
      (await student.get(`freeDays?${asked}`)).json<FreeDay[]>().find(({ examDate }) => examDate === day)
        ?.free ?? 0;
    const before = await freeOn();
    await (await aBooker(server, exam)).post('appointments', wish(room));
    expect(await freeOn()).toBe(before - 1);
    const rooms = (await student.get(`freeRooms?${asked}&examDate=${day}`)).json<FreeRoom[]>();
    expect(rooms.slice(-2).map(({ examRoomId }) => examRoomId)).toEqual([room.id, late.id]);
    // The slot of 59 minutes does not hold an exam of 60.
    expect(rooms.at(-2)?.slots).toEqual([
      {
        examRoomSlotId: room.slotIds[0],
        startHour: '11:00',
        endHour: '12:00',
        free: 2,
        seats: 3,
        waiting: 0,
      },
      {
        examRoomSlotId: room.slotIds[2],
        startHour: '13:00',
        endHour: '15:00',
        free: 3,
        seats: 3,
        waiting: 0,
      },
    ]);
    const offer = (await student.get('bookableExams')).json<{ exams: BookableExam[] }>();
    expect(offer.exams).toMatchObject([
      { examCustomId: exam.id, examDuration: 60, questions: 2, appointments: [] },
    ]);
  });

  it('[APPT-2] [MSG-10] once per exam: a second appointment is refused', async () => {
    const room = await aBookableRoom(admin, {
      rows: [3],
      slots: [
        ['08:00', '09:00'],
        ['10:00', '11:00'],
      ],
    });
    const student = await aBooker(server, exam);
    await student.post('appointments', wish(room));
    const again = await student.post('appointments', wish(room, { examRoomSlotId: room.slotIds[1] }));
    expect(errorOf(again)).toEqual([409, 'appointment.examTwice']);
  });

  it('[MSG-9] only exams of the own series; any other custom exam is not found', async () => {
    const room = await aBookableRoom(admin, { rows: [3] });
    const other = await aCustomExam(server, { questions: 2 });
    const student = await aBooker(server, exam);
    for (const examCustomId of [other.id, 2_000_000_000]) {
      const answers = [
        await student.post('appointments', wish(room, { examCustomId })),
        await student.get(`freeDays?examCustomId=${examCustomId}`),
        await student.get(`freeRooms?examCustomId=${examCustomId}&examDate=${day}`),
      ];
      for (const answer of answers) expect(errorOf(answer)).toEqual([404, 'customExam.notFound']);
    }
  });

  it('[APPT-1] only what exists: a slot of another room, a date that is none', async () => {
    const [room, other] = [
      await aBookableRoom(admin, { rows: [3] }),
      await aBookableRoom(admin, { rows: [3] }),
    ];
    const student = await aBooker(server, exam);
    const pathOf = async (changed: Record<string, unknown>) =>
      (await student.post('appointments', wish(room, changed))).json().errors?.[0];
    expect(await pathOf({ examRoomSlotId: other.slotIds[0] })).toMatchObject({ path: 'examRoomId' });
    expect(await pathOf({ examRoomSlotId: 2_000_000_000 })).toMatchObject({ path: 'examRoomSlotId' });
    expect(await pathOf({ examDate: '31/02/2026' })).toMatchObject({ error: 'validation.date' });
    expect(await pathOf({ seat: 3 })).toMatchObject({ path: 'seat', error: 'validation.unknownField' });
  });
});

describe('the gates of booking', () => {
  it('[MSG-19] [APPT-1] appointments are not open while exams are not allowed', async () => {
    const room = await aBookableRoom(admin, { rows: [3] });
    const student = await aBooker(server, exam);
    await server.set({ allowExams: false });
    for (const answer of [
      await student.post('appointments', wish(room)),
      await student.get(`freeDays?examCustomId=${exam.id}`),
      await student.get(`freeRooms?examCustomId=${exam.id}&examDate=${day}`),
    ])
      expect(errorOf(answer)).toEqual([409, 'appointment.notOpen']);
    await server.set({ allowExams: true });
    expect((await student.post('appointments', wish(room))).statusCode).toBe(201);
  });

  it('[MSG-19] [APPT-1] appointments are not open before examScheduleStart and after examScheduleEnd', async () => {
    await server.set({ allowOverlappingSession: true });
    const room = await aBookableRoom(admin, { rows: [3] });
    const student = await aBooker(server, exam);
    const session = async (from: number, to: number) => {
      const draft = {
        ...(await drafts.sessions?.(server)),
        startDate: await inDays(1),
        endDate: await inDays(8),
        examScheduleStart: `${await inDays(from)}T00:00`,
        examScheduleEnd: `${await inDays(to)}T00:00`,
      };
      return (await admin.post('sessions', draft)).json<Item>().id;
    };
    const [early, late, open] = [await session(2, 5), await session(-5, -2), await session(-2, 5)];
    const book = (examSessionId: number) => student.post('appointments', wish(room, { examSessionId }));
    expect(errorOf(await book(early))).toEqual([409, 'appointment.notOpenYet']);
    expect(errorOf(await book(late))).toEqual([409, 'appointment.closed']);
    expect(errorOf(await student.get(`freeDays?examCustomId=${exam.id}&examSessionId=${late}`))).toEqual([
      409,
      'appointment.closed',
    ]);
    // Where two sessions fit the student chooses; otherwise it is the one that started last.
    const made = (await book(open)).json<Appointment>();
    expect(made.examSessionId).toBe(open);
    await student.delete(`appointments/${made.id}`);
    expect((await student.post('appointments', wish(room))).json<Appointment>().examSessionId).toBe(open);
    for (const id of [early, late]) await admin.delete(`sessions/${id}`);
  });

  it('[APPT-1] a date outside of the session is refused in the words of the spec', async () => {
    const room = await aBookableRoom(admin, { rows: [3] });
    const student = await aBooker(server, exam);
    const examDate = await inDays(40);
    for (const answer of [
      await student.post('appointments', wish(room, { examDate })),
      await student.get(`freeRooms?examCustomId=${exam.id}&examDate=${examDate}`),
    ])
      expect(errorOf(answer)).toEqual([409, 'appointment.outsideSession']);
  });

  it('[APPT-1] a slot shorter than the exam, and one that is over, are refused', async () => {
    const room = await aBookableRoom(admin, {
      rows: [3],
      slots: [
        ['08:00', '08:59'],
        ['09:00', '10:00'],
      ],
    });
    const student = await aBooker(server, exam);
    const short = await student.post('appointments', wish(room));
    expect(short.json()).toEqual({ error: 'appointment.slotTooShort', params: { minutes: 60 } });
    const past = await student.post(
      'appointments',
      wish(room, { examRoomSlotId: room.slotIds[1], examDate: await inDays(-1) }),
    );
    expect(errorOf(past)).toEqual([409, 'appointment.tooLate']);
  });

  it('[APPT-1] [APPT-2] a full slot is said plainly, with the next one that is free', async () => {
    const room = await aBookableRoom(admin, {
      rows: [1],
      slots: [
        ['05:00', '06:00'],
        ['06:00', '07:00'],
      ],
    });
    const [first, second] = [await aBooker(server, exam), await aBooker(server, exam)];
    await first.post('appointments', wish(room));
    const full = await second.post('appointments', wish(room));
    expect(full.statusCode).toBe(409);
    expect(full.json()).toEqual({
      error: 'appointment.slotFull',
      params: {
        examRoomId: room.id,
        examRoomSlotId: room.slotIds[1],
        examDate: day,
        examRoom: room.name,
        startHour: '06:00',
      },
    });
  });
});

describe('a student changes their mind', () => {
  it('[APPT-6] moves and cancels until scheduling closes, and keeps the exam’s id', async () => {
    const room = await aBookableRoom(admin, {
      rows: [2],
      slots: [
        ['08:00', '09:00'],
        ['10:00', '11:00'],
      ],
    });
    const student = await aBooker(server, exam);
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
    const longer = await admin.put(`appointments/${made.id}`, extra);
    expect(longer.json()).toEqual({ ...moved.json(), ...extra });
    const half = await admin.put(`appointments/${made.id}`, { examDate: day });
    expect(half.json()).toMatchObject({ errors: [{ path: 'examRoomId' }, { path: 'examRoomSlotId' }] });
    // The seat is free for the next one.
    const next = await aBooker(server, exam);
    expect(seatOf((await next.post('appointments', wish(room))).json())).toBe('1/1');
    expect((await student.delete(`appointments/${made.id}`)).statusCode).toBe(204);
    expect((await student.get('appointments')).json()).toEqual([]);
    expect((await student.delete(`appointments/${made.id}`)).statusCode).toBe(404);
  });

  it('[APPT-6] cannot move or cancel when scheduling has closed; the office can', async () => {
    const room = await aBookableRoom(admin, { rows: [2] });
    const student = await aBooker(server, exam);
    const made = (await student.post('appointments', wish(room))).json<Appointment>();
    await server.set({ allowExams: false });
    expect(errorOf(await student.delete(`appointments/${made.id}`))).toEqual([409, 'appointment.notOpen']);
    expect(errorOf(await student.put(`appointments/${made.id}`, made))).toEqual([409, 'appointment.notOpen']);
    const examDate = await inDays(5);
    expect((await admin.put(`appointments/${made.id}`, { ...made, examDate })).json()).toMatchObject({
      examDate,
    });
    expect((await admin.delete(`appointments/${made.id}`)).statusCode).toBe(204);
    await server.set({ allowExams: true });
  });

  it('[APPT-6] an appointment whose exam has begun stays', async () => {
    const running = await aRunningExam(server, exam);
    const { id } = running.appointment;
    const found = (await admin.get(`appointments/${id}`)).json<Appointment>();
    expect(found.state).toBe('running');
    const room = await aBookableRoom(admin, { rows: [2] });
    expect(errorOf(await admin.delete(`appointments/${id}`))).toEqual([409, 'appointment.begun']);
    expect(errorOf(await admin.put(`appointments/${id}`, { ...found, ...wish(room) }))).toEqual([
      409,
      'appointment.begun',
    ]);
  });
});

describe('a missed appointment', () => {
  it('[APPT-6] is not moved or cancelled by the student; the office can move it', async () => {
    const room = await aBookableRoom(admin, { rows: [2] });
    const student = await aBooker(server, exam);
    const made = (await student.post('appointments', wish(room))).json<Appointment>();
    await server.database.sql`
      update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 minute'
       where id = ${made.id}`;
    expect((await student.get(`appointments/${made.id}`)).json()).toMatchObject({ state: 'missed' });
    const later = wish(room, { examDate: await inDays(4) });
    expect(errorOf(await student.put(`appointments/${made.id}`, later))).toEqual([409, 'appointment.begun']);
    expect(errorOf(await student.delete(`appointments/${made.id}`))).toEqual([409, 'appointment.begun']);
    expect((await admin.put(`appointments/${made.id}`, later)).statusCode).toBe(200);
    expect((await student.delete(`appointments/${made.id}`)).statusCode).toBe(204);
  });
});

describe('[APPT-11] one person', () => {
  it('[APPT-11] never has two exams at once, over all enrolments and with extra time', async () => {
    const room = await aBookableRoom(admin, {
      rows: [9],
      slots: [
        ['08:00', '10:00'],
        ['10:15', '12:00'],
      ],
    });
    const second = await aCustomExam(server, { questions: 2 });
    const student = await aBooker(server, exam);
    const twin = await anEnrolment(server, student, { studyPlace: second.studyPlace });
    const other = await signedIn(server, twin);
    const mine = (await student.post('appointments', wish(room))).json<Appointment>();
    const clash = await other.post('appointments', wish(room, { examCustomId: second.id }));
    expect(errorOf(clash)).toEqual([409, 'appointment.elsewhere']);
    const later = wish(room, { examCustomId: second.id, examRoomSlotId: room.slotIds[1] });
    expect(
      (
        await admin.put(`appointments/${mine.id}`, {
          ...mine,
          extraTime: 20,
          extraTimeReason: 'Certificat medical',
        })
      ).json(),
    ).toMatchObject({
      extraTime: 20,
    });
    expect(errorOf(await other.post('appointments', later))).toEqual([409, 'appointment.elsewhere']);
    await admin.put(`appointments/${mine.id}`, {
      ...mine,
      extraTime: 15,
      extraTimeReason: 'Certificat medical',
    });
    expect((await other.post('appointments', later)).statusCode).toBe(201);
    expect(
      errorOf(
        await admin.put(`appointments/${mine.id}`, { ...mine, extraTime: 16, extraTimeReason: 'Certificat' }),
      ),
    ).toEqual([409, 'appointment.elsewhere']);
    // A second exam on the same day is told about where the day is chosen.
    const days = (await student.get(`freeDays?examCustomId=${exam.id}`)).json<FreeDay[]>();
    expect(days.find(({ examDate }) => examDate === day)?.otherExam).toBe('Examen de semestru');
  });
});

describe('[APPT-9] the office', () => {
  it('[APPT-9] books for a student in its scope as the student would, and outside the days of scheduling', async () => {
    const room = await aBookableRoom(admin, { rows: [3] });
    const student = await aStudent(server, { studyPlace: exam.studyPlace });
    const secretary = await signedIn(server, await aSecretary(server, exam.studyPlace));
    const { studentId } = student;
    await server.set({ allowExams: false });
    const asked = `examCustomId=${exam.id}&studentId=${studentId}`;
    expect((await secretary.get(`bookableExams?studentId=${studentId}`)).json().exams).toHaveLength(1);
    expect((await secretary.get(`freeDays?${asked}`)).statusCode).toBe(200);
    expect((await secretary.get(`freeRooms?${asked}&examDate=${day}`)).statusCode).toBe(200);
    const made = await secretary.post(
      'appointments',
      wish(room, { studentId, extraTime: 15, extraTimeReason: 'Certificat medical' }),
    );
    expect(made.json()).toMatchObject({ studentId, extraTime: 15, extraTimeReason: 'Certificat medical' });
    await server.set({ allowExams: true });
  });

  it('[APPT-9] does not reach students outside its scope, and a student nobody but themself', async () => {
    const room = await aBookableRoom(admin, { rows: [3] });
    const { studentId } = await aStudent(server, { studyPlace: exam.studyPlace });
    const stranger = await signedInAs(server, 'secretary');
    const classmate = await aBooker(server, exam);
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
    const room = await aBookableRoom(admin, { rows: [3] });
    const { collegeId, sectionId } = exam.studyPlace;
    const elder = await aStudent(server, {
      studyPlace: await aSeries(server, { collegeId, sectionId, year: 2 }),
    });
    const { studentId } = elder;
    const own = await signedIn(server, elder);
    expect(errorOf(await own.post('appointments', wish(room)))).toEqual([404, 'customExam.notFound']);
    expect((await admin.post('appointments', wish(room, { studentId }))).statusCode).toBe(201);
  });
});
