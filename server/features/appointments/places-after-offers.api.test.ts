import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import { aCustomExam, anAppointment } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { type Booker, placesOf, waitingHalls } from '#server/testing/waiting-halls.ts';
import { serveWaitingLists } from './waiting-job.ts';

const server = useTestServer();
const { hall, day, slotOf, started } = waitingHalls(server);
beforeAll(async () => {
  await started();
});
const serve = () => serveWaitingLists(server.services);
/** Ends the offers, as their mails say it. */
const endOffers = () => server.database.sql`
  with ended as (
    update waiting_places w set offered_until = now() - interval '1 second' from students p
     where p.id = w.student_id and w.offered_until is not null returning p.user_id, w.offered_until as until)
  update appointment_mails m set facts = m.facts || jsonb_build_object('until', ended.until)
    from ended where m.user_id = ended.user_id and m.kind = 'offer'`;
const mailsOf = async ({ student }: Booker) =>
  (
    await server.database.sql<{ kind: string }[]>`
      select kind from appointment_mails where user_id = ${student.userId} and sent_at is null order by id`
  ).map(({ kind }) => kind);
/** The offers of a student's places; the student cannot read them while sitting. */
const offersOf = async ({ student }: Booker) =>
  (
    await server.database.sql<{ isOffered: boolean }[]>`
      select offered_slot_id is not null as "isOffered" from waiting_places where student_id = ${student.studentId}`
  ).map(({ isOffered }) => isOffered);

/** A room of one seat, which is offered to the first who waits. */
async function offered() {
  const at = await hall(1);
  const [holder, waiting, next] = (await at.people(3)) as [Booker, Booker, Booker];
  const held = await at.book(holder);
  const { id } = (await waiting.post('waitingPlaces', day(at))).json<{ id: number }>();
  expect((await holder.delete(`appointments/${held.id}`)).statusCode).toBe(204);
  expect(await serve()).toBe(1);
  expect(await mailsOf(waiting)).toEqual(['offer']);
  const place = `waitingPlaces/${id}`;
  return { at, waiting, next, place, accept: `${place}/accept`, examSessionId: held.examSessionId };
}

describe('[APPT-10] an offer that cannot be accepted at its end', () => {
  it('[APPT-10] keeps the place while exams are not allowed; the seat is offered again afterwards', async () => {
    const { waiting, accept } = await offered();
    await server.set({ allowExams: false });
    expect(errorOf(await waiting.post(accept))).toEqual([409, 'appointment.notOpen']);
    await endOffers();
    expect(await serve()).toBe(0);
    await server.set({ allowExams: true });
    expect(await offersOf(waiting)).toEqual([false]);
    expect(await mailsOf(waiting)).toEqual([]);
    expect(await serve()).toBe(1);
    expect((await waiting.post(accept)).statusCode).toBe(200);
  });

  it('[APPT-10] ends the place of one who could have accepted it', async () => {
    const { waiting } = await offered();
    await endOffers();
    expect(await serve()).toBe(0);
    expect(await offersOf(waiting)).toEqual([]);
    expect(await mailsOf(waiting)).toEqual(['offerEnded']);
  });
});

describe('[APPT-10] the mail about an offer is not sent any more', () => {
  it('[APPT-10] once it is accepted', async () => {
    const { waiting, accept } = await offered();
    expect((await waiting.post(accept)).statusCode).toBe(200);
    expect(await mailsOf(waiting)).toEqual(['confirmation']);
  });

  it('[APPT-10] once it is declined', async () => {
    const { waiting, place } = await offered();
    expect((await waiting.delete(place)).statusCode).toBe(204);
    expect(await mailsOf(waiting)).toEqual([]);
  });
});

it('[APPT-10] a free seat that others wait for can be waited for before it is offered', async () => {
  const at = await hall(1);
  const [holder, waiting, next] = (await at.people(3)) as [Booker, Booker, Booker];
  const held = await at.book(holder);
  expect((await waiting.post('waitingPlaces', slotOf(at))).statusCode).toBe(201);
  expect((await holder.delete(`appointments/${held.id}`)).statusCode).toBe(204);
  expect(errorOf(await next.post('appointments', at.slotOnDay()))[0]).toBe(409);
  expect((await next.post('waitingPlaces', slotOf(at))).statusCode).toBe(201);
  expect((await placesOf(next)).map(({ position }) => position)).toEqual([2]);
  expect(await serve()).toBe(1);
  const [place] = await placesOf(waiting);
  const taken = (await waiting.post(`waitingPlaces/${place?.id}/accept`)).json<Appointment>();
  expect((await waiting.delete(`appointments/${taken.id}`)).statusCode).toBe(204);
  // Without anybody else who waits the seat can be booked, and not waited for.
  expect((await next.delete(`waitingPlaces/${(await placesOf(next))[0]?.id}`)).statusCode).toBe(204);
  expect(errorOf(await next.post('waitingPlaces', slotOf(at)))).toEqual([409, 'waitingPlace.notFull']);
});

it('[APPT-10] a student who sits an exam keeps the place when an offer ends, and is offered nothing until the exam is over', async () => {
  const { waiting, next, at, accept, examSessionId } = await offered();
  const other = await aCustomExam(server, { questions: 2, minutes: 60 });
  await anAppointment(server, { student: waiting.student, customExamId: other.id, sessionId: examSessionId });
  expect((await waiting.post('prepareExam/')).json()).toMatchObject({ status: 'Started' });
  expect(errorOf(await waiting.post(accept))).toEqual([409, 'exam.sitting']);
  await endOffers();
  expect(await serve()).toBe(0);
  expect(await offersOf(waiting)).toEqual([false]);
  expect((await next.post('waitingPlaces', slotOf(at))).statusCode).toBe(201);
  expect(await serve()).toBe(1);
  expect([await offersOf(waiting), await offersOf(next)]).toEqual([[false], [true]]);
});
