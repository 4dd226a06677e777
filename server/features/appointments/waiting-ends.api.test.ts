import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import type { Item } from '#contract/item.ts';
import { aSeries, type SignedInPerson } from '#server/testing/accounts.ts';
import { aBooker, dayFromToday, editSession } from '#server/testing/booking.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { type Booker, placesOf, waitingHalls } from '#server/testing/waiting-halls.ts';
import { serveWaitingLists } from './waiting-job.ts';

const first = useTestServer();
let admin: SignedInPerson;
let exam: CustomExam;
const { hall, day, slotOf, started } = waitingHalls(first);
beforeAll(async () => {
  ({ admin, exam } = await started());
});
const serve = () => serveWaitingLists(first.services);

describe('[APPT-10] places in the queue end', () => {
  it('[APPT-10] ends with booking: nothing is offered once exams are not allowed, and those who wait are notified when scheduling has closed', async () => {
    const at = await hall(1);
    const [holder, waiting] = (await at.people(2)) as [Booker, Booker];
    const held = await at.book(holder);
    await waiting.post('waitingPlaces', day(at));
    await holder.delete(`appointments/${held.id}`);
    await first.set({ allowExams: false });
    expect(await serve()).toBe(0);
    expect(errorOf(await waiting.post('waitingPlaces', slotOf(at)))).toEqual([409, 'appointment.notOpen']);
    await first.set({ allowExams: true });
    const session = (await admin.get(`sessions/${held.examSessionId}`)).json<Item>();
    const studyModule = (await admin.post('modules', { index: 1, name: 'Modulul 1' })).json<Item>();
    const closes = async (examScheduleEnd: unknown) =>
      admin.put(`sessions/${held.examSessionId}`, {
        ...{ ...session, examScheduleEnd, examSessionModules: [studyModule.id] },
      });
    expect((await closes(new Date(Date.now() - 3_600_000).toISOString())).statusCode).toBe(200);
    expect(await serve()).toBe(0);
    expect(await placesOf(waiting)).toEqual([]);
    const mails = await first.database.sql<{ kind: string }[]>`
      select kind from appointment_mails where user_id = ${waiting.student.userId} order by id`;
    expect(mails.map(({ kind }) => kind)).toEqual(['waitingEnded']);
    expect((await closes(session.examScheduleEnd)).statusCode).toBe(200);
  });

  it('[APPT-10] an offer that ends with booking goes to nobody: its student is told that booking has closed', async () => {
    const at = await hall(1);
    const [holder, waiting] = (await at.people(2)) as [Booker, Booker];
    const held = await at.book(holder);
    await waiting.post('waitingPlaces', day(at));
    await holder.delete(`appointments/${held.id}`);
    await serve();
    expect((await placesOf(waiting))[0]?.offer).not.toBeNull();
    const { sql } = first.database;
    await sql`update waiting_places set offered_until = now() - interval '1 second'
               where student_id = ${waiting.student.studentId}`;
    await sql`update appointment_mails set sent_at = now() where user_id = ${waiting.student.userId}`;
    const session = (await admin.get(`sessions/${held.examSessionId}`)).json<Item>();
    const closes = (examScheduleEnd: unknown) =>
      editSession(first, admin, held.examSessionId, { examScheduleEnd });
    await closes(new Date(Date.now() - 60_000).toISOString());
    expect(await serve()).toBe(0);
    expect(await placesOf(waiting)).toEqual([]);
    const mails = await sql<{ kind: string }[]>`
      select kind from appointment_mails where user_id = ${waiting.student.userId} order by id`;
    expect(mails.map(({ kind }) => kind)).toEqual(['offer', 'waitingEnded']);
    await closes(session.examScheduleEnd);
  });

  it('[APPT-10] [APPT-12] a place ends, and its student is notified, when the session is shortened, the exam outgrows the slot or loses the series', async () => {
    const { sql } = first.database;
    const at = await hall(1);
    const waiting = (await at.people(3)) as [Booker, Booker, Booker];
    // The seat is taken for another exam, so that nothing holds this one.
    const other = await aCustomExam(first, { questions: 2, minutes: 60 });
    const holder = await aBooker(first, other);
    const held = await holder.post('appointments', { ...at.slotOnDay(), examCustomId: other.id });
    const { id, examSessionId } = held.json<Appointment>();
    const edit = async (changes: object) => {
      const item = (await admin.get(`examCustom/${exam.id}`)).json<CustomExamItem>();
      const saved = await admin.put(`examCustom/${exam.id}`, { ...item, ...changes });
      expect(saved.statusCode, saved.body).toBe(200);
    };
    const { endDate } = (await admin.get(`sessions/${examSessionId}`)).json<Item>();
    const queue = async (person: Booker) =>
      expect((await person.post('waitingPlaces', slotOf(at))).statusCode).toBe(201);
    const placesAndMails = async (person: Booker) => {
      expect(await serve()).toBe(0);
      const mails = await sql<{ kind: string }[]>`
        select kind from appointment_mails where user_id = ${person.student.userId}`;
      return [await placesOf(person), mails.map(({ kind }) => kind)];
    };
    await queue(waiting[0]);
    await edit({ examDuration: 130 });
    expect(await placesAndMails(waiting[0])).toEqual([[], ['waitingEnded']]);
    await edit({ examDuration: 60 });
    await queue(waiting[1]);
    const { seriesId } = await aSeries(first, exam.studyPlace);
    await edit({ seriesIds: [seriesId] });
    expect(await placesAndMails(waiting[1])).toEqual([[], ['waitingEnded']]);
    await edit({ seriesIds: [exam.studyPlace.seriesId] });
    await queue(waiting[2]);
    await holder.delete(`appointments/${id}`);
    await editSession(first, admin, examSessionId, { endDate: await dayFromToday(first, 1) });
    expect(await placesAndMails(waiting[2])).toEqual([[], ['waitingEnded']]);
    await editSession(first, admin, examSessionId, { endDate });
  });
});
