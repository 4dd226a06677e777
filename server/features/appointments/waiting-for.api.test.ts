import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeDay } from '#contract/booking.ts';
import type { PreparedExam } from '#contract/exam-taking.ts';
import type { SlotMove } from '#contract/slot-moves.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import type { SignedInPerson } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, dayFromToday } from '#server/testing/booking.ts';
import {
  aCustomExam,
  aCustomExamOf,
  anAppointment,
  aSession,
  type CustomExam,
} from '#server/testing/exams.ts';
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

const slots: [string, string][] = [
  ['08:00', '10:00'],
  ['10:00', '12:00'],
];
type Room = Awaited<ReturnType<typeof aBookableRoom>>;

/** A room of one seat whose two slots students of an exam have. */
async function aFullRoom(of: CustomExam) {
  const room = await aBookableRoom(admin, { rows: [1], slots });
  const book = async (slot: number) => {
    const person = await aBooker(server, of);
    const examRoomSlotId = room.slotIds[slot];
    const slotOnDay = { examCustomId: of.id, examDate, examRoomId: room.id, examRoomSlotId };
    return { person, ...(await person.post('appointments', slotOnDay)).json<Appointment>() };
  };
  return { room, holders: [await book(0), await book(1)] as const };
}
const requestOf = ({ id }: Room, of = exam) => ({ examCustomId: of.id, examDate, examRoomId: id });
const placesOf = async (person: SignedInPerson) => (await person.get('waitingPlaces')).json<WaitingPlace[]>();
const mailsTo = async (person: Awaited<ReturnType<typeof aBooker>>) =>
  (
    await server.database.sql<{ kind: string }[]>`
      select kind from appointment_mails where user_id = ${person.student.userId} order by id`
  ).map(({ kind }) => kind);

describe('[APPT-10] waiting for a whole room', () => {
  it('[APPT-10] gets the first seat that becomes free in any of its slots, and none of another room', async () => {
    const { room, holders } = await aFullRoom(exam);
    const elsewhere = await aFullRoom(exam);
    const [one, two] = [await aBooker(server, exam), await aBooker(server, exam)];
    const queued = await one.post('waitingPlaces', requestOf(room));
    expect([queued.statusCode, queued.json()]).toEqual([
      201,
      expect.objectContaining({
        slot: null,
        room: { examRoomId: room.id, examRoom: room.name },
        position: 1,
      }),
    ]);
    expect(errorOf(await one.post('waitingPlaces', requestOf(room)))).toEqual([409, 'waitingPlace.twice']);
    const slot = { ...requestOf(room), examRoomSlotId: room.slotIds[1] };
    expect((await two.post('waitingPlaces', slot)).json()).toMatchObject({ position: 2, room: null });
    expect((await two.post('waitingPlaces', requestOf(elsewhere.room))).json()).toMatchObject({
      position: 1,
    });

    await holders[1].person.delete(`appointments/${holders[1].id}`);
    expect(await serveWaitingLists(server.services)).toBe(1);
    const [place] = await placesOf(one);
    expect(place?.offer).toMatchObject({ examRoom: room.name, startHour: '10:00' });
    expect((await one.post(`waitingPlaces/${place?.id}/accept`)).statusCode).toBe(200);
    expect(await placesOf(one)).toEqual([]);
    const free = await aBookableRoom(admin, { rows: [1], slots });
    expect(errorOf(await one.post('waitingPlaces', requestOf(free)))).toEqual([409, 'waitingPlace.notFull']);
  });

  it('[APPT-10] a begun exam prevents queueing for it; an annulled sitting does not, and is not moved', async () => {
    const { room, holders } = await aFullRoom(exam);
    const { examSessionId: sessionId } = holders[0];
    const again = await aBooker(server, exam);
    const sat = await anAppointment(server, { student: again.student, customExamId: exam.id, sessionId });
    const { groupId } = (await again.post(`prepareExam/?examId=${sat.examId}`)).json<PreparedExam>();
    const body = { ...requestOf(room), studentId: again.student.studentId };
    expect(errorOf(await admin.post('waitingPlaces', body))).toEqual([409, 'appointment.begun']);
    expect((await admin.post(`sittings/${groupId}/annul`, { reason: 'Fraudă' })).statusCode).toBe(204);
    const place = await again.post('waitingPlaces', requestOf(room));
    expect(place.statusCode).toBe(201);
    await holders[0].person.delete(`appointments/${holders[0].id}`);
    expect(await serveWaitingLists(server.services)).toBe(1);
    const made = await again.post(`waitingPlaces/${place.json<WaitingPlace>().id}/accept`);
    expect([made.statusCode, made.json<Appointment>().id === sat.id]).toEqual([200, false]);
  });

  it('[APPT-10] [CUST-2] a student who waits for an exam, a room or a slot that is deleted gets an e-mail', async () => {
    const [gone, other] = [
      await aCustomExam(server, { questions: 2, minutes: 60 }),
      await aCustomExam(server, { questions: 2, minutes: 60 }),
    ];
    const held = await aFullRoom(other);
    const waiting = await aBooker(server, gone);
    expect((await waiting.post('waitingPlaces', requestOf(held.room, gone))).statusCode).toBe(201);
    expect((await admin.delete(`examCustom/${gone.id}`)).statusCode).toBe(204);
    expect([await placesOf(waiting), await mailsTo(waiting)]).toEqual([[], ['waitingEnded']]);

    const { room, holders } = await aFullRoom(other);
    const [forSlot, forRoom] = [await aBooker(server, exam), await aBooker(server, exam)];
    await forSlot.post('waitingPlaces', { ...requestOf(room), examRoomSlotId: room.slotIds[0] });
    await forRoom.post('waitingPlaces', requestOf(room));
    for (const { person, id } of holders) await person.delete(`appointments/${id}`);
    expect((await admin.delete(`examroomslots/${room.slotIds[0]}`)).statusCode).toBe(204);
    expect([await mailsTo(forSlot), await mailsTo(forRoom)]).toEqual([['waitingEnded'], []]);
    expect((await admin.delete(`examrooms/${room.id}`)).statusCode).toBe(204);
    expect([await placesOf(forRoom), await mailsTo(forRoom)]).toEqual([[], ['waitingEnded']]);
  });
});

describe('[APPT-11] a second exam on the same day', () => {
  it('[APPT-11] is shown with an offered seat and before a slot is moved; an annulled sitting does not count', async () => {
    const [disciplineId = 0] = exam.disciplineIds;
    const second = [{ disciplineId, questions: 2 }];
    const other = { ...exam, id: await aCustomExamOf(server, exam.studyPlace, second, 'Fiziologie') };
    const later = await dayFromToday(server, 4);
    const { room, holders } = await aFullRoom(other);
    const afternoon = await aBookableRoom(admin, { rows: [9], slots: [['15:00', '17:00']] });
    const at = (examDay: string) => ({
      examDate: examDay,
      examRoomId: afternoon.id,
      examRoomSlotId: afternoon.slotIds[0],
    });
    const person = await aBooker(server, exam);
    const { studentId } = person.student;
    const first = await admin.post('appointments', { ...at(examDate), examCustomId: other.id, studentId });
    expect(first.statusCode).toBe(201);
    await person.post('waitingPlaces', requestOf(room));
    await holders[0].person.delete(`appointments/${holders[0].id}`);
    await serveWaitingLists(server.services);
    expect((await placesOf(person))[0]?.offer).toMatchObject({ otherExam: 'Fiziologie' });

    const moved = (
      await admin.post('appointments', { ...at(later), examCustomId: exam.id, studentId })
    ).json();
    const [slotId] = room.slotIds;
    const move = {
      ...{ examDate: later, examRoomSlotId: afternoon.slotIds[0] },
      ...{ toDate: examDate, toRoomSlotId: slotId },
    };
    await person.delete(`waitingPlaces/${(await placesOf(person))[0]?.id}`);
    const preview = async () =>
      (await admin.post('appointments/moveSlot?dryRun', move)).json<SlotMove>().sameDay;
    expect(await preview()).toEqual([
      { appointmentId: moved.id, studentName: moved.studentName, examName: 'Fiziologie' },
    ]);
    await server.database.sql`
      update appointments set annulled_at = now(), annulled_reason = 'Fraudă' where id = ${first.json<Appointment>().id}`;
    expect(await preview()).toEqual([]);
    const days = (await person.get(`freeDays?examCustomId=${exam.id}`)).json<FreeDay[]>();
    expect(days.find((one) => one.examDate === examDate)?.otherExam).toBeNull();
  });
});
