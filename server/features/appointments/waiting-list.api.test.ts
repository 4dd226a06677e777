import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { FreeDay, PlanSeat } from '#contract/booking.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { maxWaitingPlaces, offerEnd } from '#domain/appointments/waiting-list.ts';
import { lockSlots } from '#server/appointments/locks.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aSecretary, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aBookableRoom, dayFromToday, seatOf } from '#server/testing/booking.ts';
import { aCustomExamOf, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { type Booker, placesOf, waitingHalls } from '#server/testing/waiting-halls.ts';
import { serveWaitingLists } from './waiting-job.ts';

/** Two server processes on one database. */
const first = useTestServer();
const second = useTestServer({ database: first });
let admin: SignedInPerson;
let exam: CustomExam;
const { hall, day, slotOf, started } = waitingHalls(first);
beforeAll(async () => {
  ({ admin, exam } = await started());
});

const serve = () => serveWaitingLists(first.services);
const annul = (id: number) => first.database.sql`
  update appointments set annulled_at = now(), annulled_reason = 'Fraudă' where id = ${id}`;
const offerOf = async (person: Booker) => (await placesOf(person))[0]?.offer ?? null;
const accept = async (person: Booker) => {
  const [place] = await placesOf(person);
  return person.post(`waitingPlaces/${place?.id ?? 0}/accept`);
};

describe('[APPT-10] the waiting list', () => {
  it('[APPT-10] offers a freed seat in queue order, holds it for twelve hours and notifies by e-mail', async () => {
    const at = await hall(1);
    const [holder, one, two] = (await at.people(3)) as [Booker, Booker, Booker];
    const held = await at.book(holder);
    const queued = await one.post('waitingPlaces', day(at));
    expect([queued.statusCode, queued.json<WaitingPlace>().position]).toEqual([201, 1]);
    expect((await two.post('waitingPlaces', slotOf(at))).json()).toMatchObject({
      position: 2,
      slot: { examRoom: at.room.name, startHour: '08:00', endHour: '10:00' },
      offer: null,
    });
    expect(await serve()).toBe(0);

    await holder.delete(`appointments/${held.id}`);
    expect(await serve()).toBe(1);
    expect(await offerOf(one)).toMatchObject({ examRoom: at.room.name, examRow: 1, seatNumber: 1 });
    expect(await offerOf(two)).toBeNull();
    expect((await placesOf(two))[0]?.position).toBe(1);
    const [mail] = await first.database.sql<{ kind: string; madeAt: string; until: string }[]>`
      select kind, made_at as "madeAt", facts ->> 'until' as until
        from appointment_mails where user_id = ${one.student.userId}`;
    // Twelve hours, or until the morning when they would end at night.
    const distant = { closesAt: Number.POSITIVE_INFINITY, bookableUntil: Number.POSITIVE_INFINITY };
    const expected = offerEnd(Date.parse(mail?.madeAt ?? ''), distant) ?? 0;
    expect(mail?.kind).toBe('offer');
    expect(Math.abs(Date.parse(mail?.until ?? '') - expected)).toBeLessThan(1000);

    // The held seat is not free for others and looks taken.
    const other = (await at.people(1))[0] as Booker;
    expect(errorOf(await other.post('appointments', at.slotOnDay()))[0]).toBe(409);
    const free = (await other.get(`freeDays?examCustomId=${exam.id}`)).json<FreeDay[]>();
    expect(free.find(({ examDate }) => examDate === at.examDate)?.free).toBe(0);
    const plan = (
      await other.get(`seatPlan?examRoomSlotId=${at.room.slotIds[0]}&examDate=${at.examDate}`)
    ).json<PlanSeat[]>();
    expect(plan.map(({ state }) => state)).toEqual(['taken']);

    const taken = await accept(one);
    expect([taken.statusCode, seatOf(taken.json<Appointment>())]).toEqual([200, '1/1']);
    expect(await placesOf(one)).toEqual([]);
    expect(await serve()).toBe(0);
  });

  it('[APPT-10] polling gains nothing: a free seat goes to the queue before others can book it', async () => {
    const at = await hall(1);
    const [holder, waiting, poller] = (await at.people(3)) as [Booker, Booker, Booker];
    const held = await at.book(holder);
    await waiting.post('waitingPlaces', slotOf(at));
    await holder.delete(`appointments/${held.id}`);
    // Nothing has been offered yet, so the seat is still free.
    expect(errorOf(await poller.post('appointments', at.slotOnDay()))[0]).toBe(409);
    const elsewhere = await aBookableRoom(admin, { rows: [1], slots: [['12:00', '14:00']] });
    const created = await poller.post('appointments', {
      ...at.slotOnDay(),
      examRoomId: elsewhere.id,
      examRoomSlotId: elsewhere.slotIds[0],
    });
    expect(created.statusCode).toBe(201);
    const moved = await poller.put(`appointments/${created.json<Appointment>().id}`, at.slotOnDay());
    expect(moved.statusCode).toBe(409);
    expect(await serve()).toBe(1);
    expect((await accept(waiting)).statusCode).toBe(200);
  });

  it('[APPT-10] the first in the queue books or moves to the freed seat themselves, offered or not', async () => {
    for (const isOffered of [false, true])
      for (const moves of [false, true]) {
        const at = await hall(1, [
          ['08:00', '10:00'],
          ['12:00', '14:00'],
        ]);
        const [holder, waiting, later] = (await at.people(3)) as [Booker, Booker, Booker];
        const held = await at.book(holder);
        const own = moves ? await at.book(waiting, 1) : undefined;
        for (const person of [waiting, later])
          expect((await person.post('waitingPlaces', slotOf(at))).statusCode).toBe(201);
        await holder.delete(`appointments/${held.id}`);
        if (isOffered) await serve();
        expect(errorOf(await later.post('appointments', at.slotOnDay()))[0]).toBe(409);
        const taken = own
          ? await waiting.put(`appointments/${own.id}`, at.slotOnDay())
          : await waiting.post('appointments', at.slotOnDay());
        expect([taken.statusCode, taken.json<Appointment>().examRoomSlotId]).toEqual([
          own ? 200 : 201,
          at.room.slotIds[0],
        ]);
        expect(await placesOf(waiting)).toEqual([]);
        const mails = await first.database.sql<{ kind: string }[]>`
          select kind from appointment_mails where user_id = ${waiting.student.userId} order by id`;
        // The mail about the offer was not sent yet, and is obsolete.
        expect(mails.map(({ kind }) => kind)).toEqual(own ? ['confirmation', 'change'] : ['confirmation']);
      }
  });

  it('[APPT-10] [APPT-12] an offered seat prevents changes to its room; a seat out of order is never offered', async () => {
    const at = await hall(2);
    const [holder, other, one] = (await at.people(3)) as [Booker, Booker, Booker];
    const held = await at.book(holder);
    await at.book(other);
    await one.post('waitingPlaces', slotOf(at));
    await holder.delete(`appointments/${held.id}`);
    expect(await serve()).toBe(1);
    const path = `examroomslots/${at.room.slotIds[0]}`;
    const hours = { examRoomId: at.room.id, startHour: '08:00', endHour: '09:30' };
    const marks = [{ examRow: 1, seatNumber: 1, mark: 'outOfOrder' }];
    const inTheWay = (count: number) => ({ error: 'appointment.inTheWay', params: { count } });
    expect((await admin.put(path, hours)).json()).toMatchObject(inTheWay(2));
    expect((await admin.delete(`examrooms/${at.room.id}`)).json()).toMatchObject(inTheWay(2));

    // After the student leaves, the seat can be marked out of order; the slot is full and is skipped.
    await one.delete(`waitingPlaces/${(await placesOf(one))[0]?.id}`);
    expect((await admin.put(`examrooms/${at.room.id}/seats`, { marks })).statusCode).toBe(200);
    expect((await one.post('waitingPlaces', slotOf(at))).statusCode).toBe(201);
    const offered = await first.database.transaction(systemAuthor, async (tx) => {
      await lockSlots(tx, at.room.slotIds, 'exclusive');
      return serve();
    });
    expect(offered).toBe(0);
  });

  it('[APPT-10] an offer that is not accepted in time goes to the next student, and the first one leaves the queue', async () => {
    const at = await hall(1);
    const [holder, one, two] = (await at.people(3)) as [Booker, Booker, Booker];
    const held = await at.book(holder);
    await one.post('waitingPlaces', day(at));
    await two.post('waitingPlaces', day(at));
    await holder.delete(`appointments/${held.id}`);
    await serve();
    const [offered] = await placesOf(one);
    await first.database
      .sql`update waiting_places set offered_until = now() - interval '1 second' where id = ${offered?.id ?? 0}`;
    expect(errorOf(await one.post(`waitingPlaces/${offered?.id}/accept`))).toEqual([
      409,
      'waitingPlace.offerEnded',
    ]);
    expect(await serve()).toBe(1);
    expect(await placesOf(one)).toEqual([]);
    expect(await offerOf(two)).toMatchObject({ seatNumber: 1 });
    const mails = await first.database.sql<{ kind: string }[]>`
      select kind from appointment_mails where user_id = ${one.student.userId} order by id`;
    expect(mails.map(({ kind }) => kind)).toEqual(['offer', 'offerEnded']);
  });

  it('[APPT-10] a student who declines leaves the queue, and the next one gets the offer', async () => {
    const at = await hall(1);
    const [holder, one, two] = (await at.people(3)) as [Booker, Booker, Booker];
    const held = await at.book(holder);
    await one.post('waitingPlaces', day(at));
    await two.post('waitingPlaces', day(at));
    await holder.delete(`appointments/${held.id}`);
    await serve();
    expect((await one.delete(`waitingPlaces/${(await placesOf(one))[0]?.id}`)).statusCode).toBe(204);
    expect(await serve()).toBe(1);
    expect(await offerOf(two)).not.toBeNull();
  });

  it('[APPT-3] [APPT-10] bulk booking removes the booked students from the queue', async () => {
    const at = await hall(1);
    const [holder, one, two] = (await at.people(3)) as [Booker, Booker, Booker];
    await at.book(holder);
    await one.post('waitingPlaces', day(at));
    await two.post('waitingPlaces', day(at));
    await aBookableRoom(admin, { rows: [1] });
    const [row] = await first.database.sql<{ matricol: string }[]>`
      select matricol from students where id = ${one.student.studentId}`;
    const created = await admin.post('appointments/bulk', { ...day(at), matricols: [row?.matricol] });
    expect(created.json()).toMatchObject({ created: 1 });
    expect(await placesOf(one)).toEqual([]);
    expect((await placesOf(two))[0]?.position).toBe(1);
  });

  it('[APPT-10] [APPT-11] a seat marked out of order meanwhile is not assigned; another is offered', async () => {
    const at = await hall(2);
    const [one, two, waiting] = (await at.people(3)) as [Booker, Booker, Booker];
    const [low, high] = [await at.book(one), await at.book(two)];
    await waiting.post('waitingPlaces', day(at));
    await one.delete(`appointments/${low.id}`);
    await serve();
    expect(await offerOf(waiting)).toMatchObject({ examRow: 1, seatNumber: 1 });
    const marks = [{ examRow: 1, seatNumber: 1, mark: 'outOfOrder' }];
    expect((await admin.put(`examrooms/${at.room.id}/seats`, { marks })).statusCode).toBe(200);
    expect(errorOf(await accept(waiting))).toEqual([409, 'waitingPlace.notOffered']);
    expect(await placesOf(waiting)).toMatchObject([{ position: 1, offer: null }]);
    await two.delete(`appointments/${high.id}`);
    expect(await serve()).toBe(1);
    expect(seatOf((await accept(waiting)).json<Appointment>())).toBe('1/2');
  });

  it('[APPT-10] accepting moves the appointment that the student already has, and frees its seat', async () => {
    const at = await hall(1, [
      ['08:00', '10:00'],
      ['11:00', '13:00'],
    ]);
    const [holder, late] = (await at.people(2)) as [Booker, Booker];
    const held = await at.book(holder);
    const own = await at.book(late, 1);
    expect(errorOf(await late.post('waitingPlaces', slotOf(at, 1)))).toEqual([
      409,
      'waitingPlace.alreadyThere',
    ]);
    await late.post('waitingPlaces', slotOf(at));
    await holder.delete(`appointments/${held.id}`);
    await serve();
    const moved = (await accept(late)).json<Appointment>();
    expect([moved.id, moved.examRoomSlot, seatOf(moved)]).toEqual([own.id, '08:00', '1/1']);
    expect((await holder.post('appointments', at.slotOnDay(1))).statusCode).toBe(201);
  });

  it('[APPT-10] skips a student with another exam at that time, who keeps their place', async () => {
    const at = await hall(1);
    const [holder, busy, free] = (await at.people(3)) as [Booker, Booker, Booker];
    const held = await at.book(holder);
    await busy.post('waitingPlaces', slotOf(at));
    await free.post('waitingPlaces', slotOf(at));
    const other = await aBookableRoom(admin, { rows: [1], slots: [['09:00', '11:00']] });
    const [disciplineId = 0] = exam.disciplineIds;
    const id = await aCustomExamOf(first, exam.studyPlace, [{ disciplineId, questions: 2 }]);
    const meanwhile = await busy.post('appointments', {
      examCustomId: id,
      examDate: at.examDate,
      examRoomId: other.id,
      examRoomSlotId: other.slotIds[0],
    });
    expect(meanwhile.statusCode).toBe(201);
    await holder.delete(`appointments/${held.id}`);
    await serve();
    expect(await offerOf(busy)).toBeNull();
    expect(await offerOf(free)).not.toBeNull();
    expect(await placesOf(busy)).toHaveLength(1);
    // An annulled sitting does not conflict.
    await annul(meanwhile.json<Appointment>().id);
    await free.delete(`waitingPlaces/${(await placesOf(free))[0]?.id}`);
    await serve();
    expect(await offerOf(busy)).not.toBeNull();
  });

  it('[APPT-10] refuses to queue for too many places', async () => {
    const hours = Array.from({ length: maxWaitingPlaces }, (_, n): [string, string] => [
      `${String(8 + n).padStart(2, '0')}:00`,
      `${String(9 + n).padStart(2, '0')}:00`,
    ]);
    const at = await hall(1, hours);
    for (const [slot, holder] of (await at.people(hours.length)).entries()) await at.book(holder, slot);
    const waiting = (await at.people(1))[0] as Booker;
    const queued = [await waiting.post('waitingPlaces', day(at))];
    for (const slot of hours.keys()) queued.push(await waiting.post('waitingPlaces', slotOf(at, slot)));
    expect(queued.map(({ statusCode }) => statusCode)).toEqual([...hours.map(() => 201), 409]);
    expect(queued.at(-1)?.json()).toEqual({
      error: 'waitingPlace.tooMany',
      params: { max: maxWaitingPlaces },
    });
  });

  it('[APPT-10] refuses to queue with free seats or twice', async () => {
    const at = await hall(2);
    const [one, two, three] = (await at.people(3)) as [Booker, Booker, Booker];
    await at.book(one);
    expect(errorOf(await three.post('waitingPlaces', day(at)))).toEqual([409, 'waitingPlace.notFull']);
    expect(errorOf(await three.post('waitingPlaces', slotOf(at)))).toEqual([409, 'waitingPlace.notFull']);
    await at.book(two);
    expect((await three.post('waitingPlaces', day(at))).statusCode).toBe(201);
    expect(errorOf(await three.post('waitingPlaces', day(at)))).toEqual([409, 'waitingPlace.twice']);
    const outside = await dayFromToday(first, 200);
    expect(errorOf(await three.post('waitingPlaces', { ...day(at), examDate: outside }))).toEqual([
      409,
      'appointment.outsideSession',
    ]);
    expect(errorOf(await three.post(`waitingPlaces/${(await placesOf(three))[0]?.id}/accept`))).toEqual([
      409,
      'waitingPlace.notOffered',
    ]);
  });

  it('[APPT-9] [APPT-10] an office queues and responds for its students; all others get not found', async () => {
    const at = await hall(1);
    const [holder, waiting, stranger] = (await at.people(3)) as [Booker, Booker, Booker];
    const held = await at.book(holder);
    const office = await signedIn(first, await aSecretary(first, exam.studyPlace));
    const { studentId } = waiting.student;
    const place = (await office.post('waitingPlaces', { ...day(at), studentId })).json<WaitingPlace>();
    expect(place.studentId).toBe(studentId);
    await holder.delete(`appointments/${held.id}`);
    await serve();
    const paths = [
      await stranger.post(`waitingPlaces/${place.id}/accept`),
      await stranger.delete(`waitingPlaces/${place.id}`),
      await stranger.get(`waitingPlaces?studentId=${studentId}`),
      await stranger.post('waitingPlaces', { ...day(at), studentId }),
    ];
    expect(paths.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect((await office.get(`waitingPlaces?studentId=${studentId}`)).json()).toHaveLength(1);
    expect((await office.post(`waitingPlaces/${place.id}/accept`)).statusCode).toBe(200);
  });
});

describe('[SAFE-8] the waiting list against two server processes', () => {
  it('[APPT-10] [SAFE-8] cancelling, offering, accepting and booking at once never give a seat twice', async () => {
    const at = await hall(3, [
      ['08:00', '10:00'],
      ['11:00', '13:00'],
    ]);
    const holders = await at.people(6);
    const held = await Promise.all(holders.map((person, n) => at.book(person, n % 2)));
    const waiting = await at.people(6);
    for (const person of waiting) expect((await person.post('waitingPlaces', day(at))).statusCode).toBe(201);
    const pollers = await Promise.all(
      (await at.people(6)).map(({ student }, n) => signedIn(n % 2 ? second : first, student)),
    );
    const freed = held.slice(0, 4);
    const outcomes = await Promise.all([
      ...freed.map((one, n) => holders[n]?.delete(`appointments/${one.id}`)),
      ...pollers.map((person, n) => person.post('appointments', at.slotOnDay(n % 2))),
      ...[first, second, first, second].map(({ services }) => serveWaitingLists(services)),
    ]);
    expect(outcomes).toHaveLength(14);
    await serveWaitingLists(second.services);
    const states = await Promise.all(waiting.map(offerOf));
    // Four seats go to the first four in the queue, none to students who only polled.
    expect(states.map((offer) => offer !== null)).toEqual([true, true, true, true, false, false]);
    const responses = await Promise.all([
      ...waiting.slice(0, 4).flatMap((person) => [accept(person), accept(person)]),
      ...pollers.map((person, n) => person.post('appointments', at.slotOnDay(n % 2))),
    ]);
    expect(responses.filter(({ statusCode }) => statusCode < 300)).toHaveLength(4);
    expect(responses.every(({ statusCode }) => statusCode < 500)).toBe(true);
    const stored = (await admin.get(`appointments?from=${at.examDate}&to=${at.examDate}&take=500`)).json<
      Appointment[]
    >();
    const seats = stored.map((one) => `${one.examRoomSlotId} ${seatOf(one)}`);
    expect([seats.length, new Set(seats).size]).toEqual([6, 6]);
  });
});
