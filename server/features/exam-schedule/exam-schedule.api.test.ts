import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import type { ScheduleRow, SlotSeats } from '#contract/exam-schedule.ts';
import type { BulkResult } from '#contract/office-appointments.ts';
import {
  aSecretary,
  aStudent,
  aTeacher,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aBookableRoom, dayFromToday } from '#server/testing/booking.ts';
import { aCustomExam, aSession, type CustomExam, someTemplates } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let [one, other]: CustomExam[] = [];
let room: Awaited<ReturnType<typeof aBookableRoom>>;
let examDate: string;
beforeAll(async () => {
  await aSession(server);
  [one, other] = [
    await aCustomExam(server, { questions: 2, name: 'Anatomie' }),
    await aCustomExam(server, { questions: 2, name: 'Biochimie' }),
  ];
  examDate = await dayFromToday(server, 3);
  room = await aBookableRoom(admin, {
    rows: [3, 2],
    slots: [
      ['08:00', '10:00'],
      ['10:00', '12:00'],
    ],
  });
  for (const [exam, lastName] of [
    [one, 'Albu'],
    [one, 'Barbu'],
    [other, 'Crăciun'],
  ] as const) {
    const { studentId } = await aStudent(server, { studyPlace: (exam as CustomExam).studyPlace, lastName });
    await admin.post('appointments', {
      examCustomId: exam?.id,
      studentId,
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
    });
  }
});

const scheduleOf = async (caller: SignedInPerson, query = '') =>
  (await caller.get(`examSchedule?from=${examDate}&to=${examDate}&examRoomId=${room.id}${query}`)).json<
    ScheduleRow[]
  >();
const seatsOf = (caller: SignedInPerson) =>
  caller.get(`examSchedule/seats?examDate=${examDate}&examRoomSlotId=${room.slotIds[0]}`);
const namesIn = ({ seats }: SlotSeats) => seats.map(({ taken, student }) => student?.studentName ?? taken);

describe('[APPT-5] the exam schedule', () => {
  it('[APPT-5] has every slot of a room on a day with its occupancy, by exam and state; the dean sees all', async () => {
    for (const person of [admin, await signedInAs(server, 'dean')]) {
      const [first, second] = await scheduleOf(person);
      expect(first).toMatchObject({
        examDate,
        examRoom: room.name,
        startHour: '08:00',
        endHour: '10:00',
        seats: 5,
        taken: 3,
        exams: [
          { examCustom: 'Anatomie', count: 2 },
          { examCustom: 'Biochimie', count: 1 },
        ],
        states: { waiting: 3, drawn: 0, running: 0, finished: 0, missed: 0 },
      });
      expect(second).toMatchObject({ startHour: '10:00', taken: 0, exams: [] });
    }
  });

  it('[APPT-5] shows who sits where, row by row, with the state of each paper', async () => {
    const slot = (await seatsOf(admin)).json<SlotSeats>();
    expect(namesIn(slot)).toEqual(['Albu Ana', 'Crăciun Ana', 'Barbu Ana', false, false]);
    expect(slot.seats[0]).toMatchObject({
      examRow: 1,
      seatNumber: 1,
      student: { examCustom: 'Anatomie', state: 'waiting' },
    });
    const running = await aRunningExam(server, one as CustomExam);
    const found = (await admin.get(`appointments/${running.appointment.id}`)).json();
    const now = await admin.get(
      `examSchedule/seats?examDate=${found.examDate}&examRoomSlotId=${found.examRoomSlotId}`,
    );
    expect(now.json<SlotSeats>().seats.flatMap(({ student }) => student?.state ?? [])).toEqual(['running']);
  });

  it('[APPT-5] marks an annulled sitting, which keeps its seat and is no appointment ahead', async () => {
    const running = await aRunningExam(server, one as CustomExam);
    const ahead = async () =>
      (await admin.get(`examCustom/${one?.id}`)).json<CustomExamItem>().futureAppointmentsCount;
    const before = await ahead();
    await admin.post(`sittings/${running.exam.groupId}/annul`, { reason: 'Fraudă' });
    const found = (await admin.get(`appointments/${running.appointment.id}`)).json<Appointment>();
    expect([found.isAnnulled, await ahead()]).toEqual([true, before - 1]);
    const { seats } = (
      await admin.get(`examSchedule/seats?examDate=${found.examDate}&examRoomSlotId=${found.examRoomSlotId}`)
    ).json<SlotSeats>();
    expect(seats.flatMap(({ student }) => student?.isAnnulled ?? [])).toEqual([true]);
    expect((await seatsOf(admin)).json<SlotSeats>().seats[0]?.student?.isAnnulled).toBe(false);
  });

  it('[APPT-5] [APPT-11] counts the same seats for a slot in the grid and on its own: none out of order', async () => {
    const broken = await aBookableRoom(admin, { rows: [3] });
    await admin.put(`examrooms/${broken.id}/seats`, {
      marks: [{ examRow: 1, seatNumber: 2, mark: 'outOfOrder' }],
    });
    const [row] = (
      await admin.get(`examSchedule?from=${examDate}&to=${examDate}&examRoomId=${broken.id}`)
    ).json<ScheduleRow[]>();
    const slot = await admin.get(
      `examSchedule/seats?examDate=${examDate}&examRoomSlotId=${broken.slotIds[0]}`,
    );
    expect([row?.seats, slot.json<SlotSeats>().usableSeats]).toEqual([2, 2]);
  });

  it('[APPT-4] [TMPL-1] tells before and after booking in bulk how many neighbours share a template', async () => {
    const own = await aCustomExam(server, { questions: 2 });
    const sessionId = await aSession(server, { pregenerated: true });
    await someTemplates(server, own, { sessionId, count: 2 });
    const small = await aBookableRoom(admin, { rows: [2, 2] });
    const matricols: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { studentId } = await aStudent(server, { studyPlace: own.studyPlace });
      matricols.push((await admin.get(`students/${studentId}`)).json().nrMatricol);
    }
    const body = {
      ...{ examCustomId: own.id, examDate, examRoomId: small.id, examSessionId: sessionId },
      matricols,
    };
    const preview = (await admin.post('appointments/bulk?dryRun', body)).json<BulkResult>();
    // Of two templates, those diagonally across get the same one.
    expect(preview.rooms.map(({ compromises }) => compromises)).toEqual([
      [
        { what: 'sameExam', why: 'oneExam', count: 6 },
        { what: 'sameVariant', why: 'fewVariants', count: 2 },
      ],
    ]);
    expect((await admin.post('appointments/bulk', body)).json()).toMatchObject({ created: 4 });
    const seats = (slotId: number | undefined) =>
      admin.get(`examSchedule/seats?examDate=${examDate}&examRoomSlotId=${slotId}`);
    expect((await seats(small.slotIds[0])).json<SlotSeats>().sharedPapers).toBe(2);
    expect((await seats(room.slotIds[0])).json<SlotSeats>().sharedPapers).toBe(0);
  });

  it('[APPT-5] a secretary sees how full a room is and only the names in scope', async () => {
    const secretary = await signedIn(server, await aSecretary(server, (one as CustomExam).studyPlace));
    const [first] = await scheduleOf(secretary);
    expect(first).toMatchObject({ taken: 3, exams: [{ examCustom: 'Anatomie', count: 2 }] });
    expect(namesIn((await seatsOf(secretary)).json())).toEqual(['Albu Ana', true, 'Barbu Ana', false, false]);
  });

  it('[APPT-5] a holder sees the slots of their disciplines and no others; a collaborator sees none', async () => {
    const [holder, collaborator] = [await aTeacher(server), await aTeacher(server)];
    const disciplineId = (other as CustomExam).disciplineIds[0] ?? 0;
    for (const [{ email }, part] of [
      [holder, 'holder'],
      [collaborator, 'collaborator'],
    ] as const)
      await server.database.sql`
        insert into discipline_teachers (discipline_id, email, part) values (${disciplineId}, ${email}, ${part})`;
    const seen = await scheduleOf(await signedIn(server, holder));
    expect(seen.map(({ exams }) => exams)).toEqual([[expect.objectContaining({ examCustom: 'Biochimie' })]]);
    expect(namesIn((await seatsOf(await signedIn(server, holder))).json())).toEqual([
      true,
      'Crăciun Ana',
      true,
      false,
      false,
    ]);
    const helper = await signedIn(server, collaborator);
    expect([await scheduleOf(helper), (await seatsOf(helper)).statusCode]).toEqual([[], 404]);
  });

  it('[APPT-5] covers at most a month, and the end comes after the start', async () => {
    const ask = (from: string, to: string) => admin.get(`examSchedule?from=${from}&to=${to}`);
    expect((await ask('2026-01-01', '2026-01-31')).statusCode).toBe(200);
    expect((await ask('2026-01-01', '2026-02-01')).json()).toMatchObject({ errors: [{ path: 'to' }] });
    expect((await ask('2026-01-02', '2026-01-01')).json()).toMatchObject({
      errors: [{ path: 'to', error: 'validation.endBeforeStart' }],
    });
  });
});
