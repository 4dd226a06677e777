import { beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { lockPeople, lockSlots } from '#server/appointments/locks.ts';
import { systemAuthor, type Transaction } from '#server/db/database.ts';
import { preparePaper } from '#server/exams/official-papers.ts';
import { type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, dayFromToday, moveReviewed, seatOf } from '#server/testing/booking.ts';
import { aCandidate, aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { serveWaitingLists } from './waiting-job.ts';

/** Two server processes on one database. */
const first = useTestServer();
const second = useTestServer({ database: first });
let admin: SignedInPerson;
let exam: CustomExam;
let examDate: string;
beforeAll(async () => {
  admin = await signedInAs(first, 'admin');
  exam = await aCustomExam(first, { questions: 2, minutes: 60 });
  await aSession(first);
  examDate = await dayFromToday(first, 3);
});

const crowd = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const { student } = await aBooker(first, exam);
      return { student, caller: await signedIn(n % 2 ? second : first, student) };
    }),
  );
const outcomeOf = (response: { statusCode: number; json(): { error?: string } }) =>
  response.statusCode < 300 ? 'made' : response.json().error;

describe('[SAFE-8] racing bookings against two server processes', () => {
  it('[SAFE-8] [APPT-2] no seat is assigned twice, every seat is assigned, and every request gets a response', async () => {
    for (let round = 0; round < 3; round += 1) {
      const room = await aBookableRoom(admin, { rows: [3, 2], seats: 7 });
      const people = await crowd(16);
      const slotOnDay = { examDate, examRoomId: room.id, examRoomSlotId: room.slotIds[0] };
      const responses = await Promise.all(
        people.map(({ caller }) => caller.post('appointments', { ...slotOnDay, examCustomId: exam.id })),
      );
      const made = responses
        .filter(({ statusCode }) => statusCode === 201)
        .map((response) => response.json<Appointment>());
      expect(made.map(seatOf).sort()).toEqual(['-/1', '-/2', '1/1', '1/2', '1/3', '2/1', '2/2']);
      const lost = responses.filter(({ statusCode }) => statusCode !== 201).map(outcomeOf);
      expect([...new Set(lost)]).toEqual(['appointment.slotFull']);
    }
  });

  it('[APPT-4] students of one exam who book at once sit apart while possible', async () => {
    const room = await aBookableRoom(admin, { rows: [9, 9] });
    const slotOnDay = {
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
      examCustomId: exam.id,
    };
    const responses = await Promise.all(
      (await crowd(5)).map(({ caller }) => caller.post('appointments', slotOnDay)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201));
    // Five of nine seats in a row are not neighbours of each other, and the second row is next to the first.
    expect(responses.map((response) => seatOf(response.json())).sort()).toEqual(
      [1, 3, 5, 7, 9].map((seat) => `1/${seat}`),
    );
  });

  it('[SAFE-8] [APPT-2] one person gets exactly one appointment for an exam, even when trying several slots at once', async () => {
    const rooms = [await aBookableRoom(admin, { rows: [9] }), await aBookableRoom(admin, { rows: [9] })];
    for (let round = 0; round < 3; round += 1) {
      const { student } = await aBooker(first, exam);
      const callers = [await signedIn(first, student), await signedIn(second, student)];
      const responses = await Promise.all(
        Array.from({ length: 6 }, (_, n) => {
          const room = rooms[n % 2];
          return callers[n % 2]?.post('appointments', {
            examDate,
            examRoomId: room?.id,
            examRoomSlotId: room?.slotIds[0],
            examCustomId: exam.id,
          });
        }),
      );
      const outcomes = responses.map((response) => response && outcomeOf(response));
      expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1);
      expect(new Set(outcomes.filter((outcome) => outcome !== 'made'))).toEqual(
        new Set([expect.stringMatching(/^appointment\.(examTwice|elsewhere)$/)]),
      );
    }
  });

  it('[SAFE-8] [APPT-2] moves, cancellations and bookings at once never deadlock and never share a seat', async () => {
    const rooms = [await aBookableRoom(admin, { rows: [4] }), await aBookableRoom(admin, { rows: [4] })];
    const slots = rooms.map((room) => ({ examDate, examRoomId: room.id, examRoomSlotId: room.slotIds[0] }));
    const people = await crowd(12);
    const own = new Map<number, number>();
    const step = async (n: number, round: number) => {
      const person = people[n];
      const slotOnDay = slots[(n + round) % 2];
      if (!person || !slotOnDay) return 'nobody';
      const id = own.get(n);
      if (id === undefined) {
        const response = await person.caller.post('appointments', { ...slotOnDay, examCustomId: exam.id });
        if (response.statusCode === 201) own.set(n, response.json<Appointment>().id);
        return outcomeOf(response);
      }
      if ((n + round) % 3 === 0) {
        own.delete(n);
        return outcomeOf(await person.caller.delete(`appointments/${id}`));
      }
      return outcomeOf(await person.caller.put(`appointments/${id}`, slotOnDay));
    };
    const outcomes = new Set<string | undefined>();
    for (let round = 0; round < 6; round += 1)
      for (const outcome of await Promise.all(people.map((_, n) => step(n, round)))) outcomes.add(outcome);
    for (const outcome of outcomes)
      expect(['made', 'appointment.noFreeRooms', 'appointment.slotFull']).toContain(outcome);
    const stored = (await admin.get(`appointments?examCustomId=${exam.id}&take=500`)).json<Appointment[]>();
    const seats = stored.map((one) => `${one.examRoomSlotId} ${one.examDate} ${seatOf(one)}`);
    expect(new Set(seats).size).toBe(seats.length);
  });
});

describe('[SAFE-8] a booking reads its conditions after its locks', () => {
  /** Runs the work while another transaction holds a statement's locks. */
  async function held<T>(lock: (sql: Transaction) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
    return first.database.transaction(systemAuthor, async (tx) => {
      await lock(tx);
      return work();
    });
  }
  const waiting = (count: number) => untilWaiting(first.database.sql, count);

  it('[SAFE-8] [APPT-3] a bulk that waits for a slot books it with the hours it then has', async () => {
    const room = await aBookableRoom(admin, { rows: [3] });
    const [slotId = 0] = room.slotIds;
    const { student } = await aBooker(first, exam);
    const { nrMatricol } = (await admin.get(`students/${student.studentId}`)).json();
    const started = await held(
      (tx) => lockSlots(tx, [slotId], 'shared'),
      async () => {
        const edited = admin.put(`examroomslots/${slotId}`, {
          examRoomId: room.id,
          startHour: '08:00',
          endHour: '08:30',
        });
        await waiting(1);
        const body = { examCustomId: exam.id, examDate, examRoomSlotId: slotId, matricols: [nrMatricol] };
        const bulk = admin.post('appointments/bulk', body);
        await waiting(2);
        return { edited, bulk };
      },
    );
    expect((await started.edited).statusCode).toBe(200);
    expect(outcomeOf(await started.bulk)).toBe('appointment.slotTooShort');
  });

  it('[SAFE-8] [CUST-2] an exam cannot become longer than the slot of a concurrent booking', async () => {
    const own = await aCustomExam(first, { questions: 2, minutes: 60 });
    const room = await aBookableRoom(admin, { rows: [3] });
    const { student, post } = await aBooker(first, own);
    const item = (await admin.get(`examCustom/${own.id}`)).json();
    const started = await held(
      (tx) => tx`select from students where id = ${student.studentId} for update`,
      async () => {
        const slotOnDay = { examDate, examRoomId: room.id, examRoomSlotId: room.slotIds[0] };
        const booking = post('appointments', { ...slotOnDay, examCustomId: own.id });
        await waiting(1);
        const longer = admin.put(`examCustom/${own.id}`, { ...item, examDuration: 180 });
        await Promise.race([longer, waiting(2)]);
        return { booking, longer };
      },
    );
    expect((await started.booking).statusCode).toBe(201);
    expect(outcomeOf(await started.longer)).toBe('customExam.slotTooShort');
  });

  it('[APPT-10] no student joins the queue during a booking that found it empty', async () => {
    const room = await aBookableRoom(admin, { rows: [1] });
    const slotOnDay = {
      examCustomId: exam.id,
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
    };
    const [holder, booker, queuer] = [
      await aBooker(first, exam),
      await aBooker(first, exam),
      await aBooker(first, exam),
    ];
    const { id } = (await holder.post('appointments', slotOnDay)).json<Appointment>();
    const waitingPlace = { examCustomId: exam.id, examDate, examRoomSlotId: room.slotIds[0] };
    const started = await held(
      (tx) => lockPeople(tx, [booker.student.userId]),
      async () => {
        const booking = booker.post('appointments', slotOnDay);
        await waiting(1);
        const queued = queuer.post('waitingPlaces', waitingPlace);
        const first = await Promise.race([queued.then(() => 'queued'), waiting(2).then(() => 'booking')]);
        await holder.delete(`appointments/${id}`);
        return { booking, queued, first };
      },
    );
    expect(started.first).toBe('booking');
    expect((await started.booking).statusCode).toBe(201);
    expect((await started.queued).statusCode).toBe(201);
  });

  it.each(['annul', 'creditTime', 'reopen'] as const)(
    '[SAFE-8] [APPT-3] %s of a sitting and more time for its room never wait for each other',
    async (action) => {
      const running = await aRunningExam(first, exam);
      const { id } = running.appointment;
      if (action === 'reopen') await running.finish();
      const { examDate: day, examRoomSlotId } = (await admin.get(`appointments/${id}`)).json<Appointment>();
      const reason = 'Pană de curent';
      const paths = {
        annul: () => admin.post(`sittings/${running.exam.groupId}/annul`, { reason }),
        creditTime: () => admin.post(`sittings/${running.exam.groupId}/creditTime`, { reason, minutes: 5 }),
        reopen: () => admin.post(`exams/${running.exam.id}/reopen`, { reason, minutes: 5 }),
      };
      const started = await held(
        (tx) => lockPeople(tx, [running.student.userId]),
        async () => {
          const body = { examDate: day, examRoomSlotId, minutes: 5, extraTimeReason: reason };
          const extended = admin.post('appointments/extraTime', body);
          // Nothing is extended when the exam is finished, so it does not wait then.
          if (action !== 'reopen') await waiting(1);
          else await extended;
          const acted = paths[action]();
          await waiting(action === 'reopen' ? 1 : 2);
          // A transaction that waits for the person holds no row that the other one needs.
          await first.database.sql`select from appointments where id = ${id} for update nowait`;
          return { extended, acted };
        },
      );
      expect((await started.acted).statusCode).toBe(204);
      expect((await started.extended).statusCode).toBe(200);
    },
  );

  it('[SAFE-8] [APPT-10] an exam that begins while its student accepts another seat stays where it is', async () => {
    const room = await aBookableRoom(admin, { rows: [1] });
    const [slotId] = room.slotIds;
    const slotOnDay = { examCustomId: exam.id, examDate, examRoomId: room.id, examRoomSlotId: slotId };
    const holder = await aBooker(first, exam);
    const taken = (await holder.post('appointments', slotOnDay)).json<Appointment>();
    const own = await aCandidate(first, exam, { sessionId: taken.examSessionId });
    const { id, examId } = own.appointment;
    const queued = (await own.post('waitingPlaces', slotOnDay)).json<WaitingPlace>();
    await holder.delete(`appointments/${taken.id}`);
    await serveWaitingLists(first.services);
    await preparePaper(first.services, id);
    const started = await held(
      (tx) => tx`select from appointments where id = ${id} for share`,
      async () => {
        const accepted = own.post(`waitingPlaces/${queued.id}/accept`);
        await waiting(1);
        expect((await own.post(`prepareExam/?examId=${examId}`)).statusCode).toBe(200);
        return { accepted };
      },
    );
    expect(outcomeOf(await started.accepted)).toBe('appointment.begun');
    expect((await admin.get(`appointments/${id}`)).json()).toMatchObject({ state: 'running' });
  });

  it('[SAFE-8] [APPT-3] an appointment that is moved meanwhile gets no extra time and is not cancelled', async () => {
    const hours: [string, string][] = [
      ['08:00', '10:00'],
      ['10:00', '12:00'],
    ];
    const room = await aBookableRoom(admin, { rows: [2], slots: hours });
    const [from = 0, to = 0] = room.slotIds;
    const roomOnDay = { examCustomId: exam.id, examDate, examRoomId: room.id };
    const { post } = await aBooker(first, exam);
    const own = (await post('appointments', { ...roomOnDay, examRoomSlotId: from })).json<Appointment>();
    const path = `appointments/${own.id}`;
    // Each person may run two booking calls at a time.
    const colleague = await signedInAs(first, 'admin');
    const started = await held(
      (tx) => lockSlots(tx, [from], 'shared'),
      async () => {
        const moved = admin.put(path, { ...roomOnDay, examRoomSlotId: to });
        await waiting(1);
        const extended = admin.put(path, { extraTime: 30, extraTimeReason: 'Certificat' });
        await waiting(2);
        const cancelled = colleague.delete(path);
        await waiting(3);
        return { moved, extended, cancelled };
      },
    );
    expect((await started.moved).statusCode).toBe(200);
    expect(outcomeOf(await started.extended)).toBe('appointment.changed');
    expect(outcomeOf(await started.cancelled)).toBe('appointment.changed');
    expect((await admin.get(path)).json()).toMatchObject({ examRoomSlotId: to, extraTime: 0 });
  });

  it.each(['moved', 'moved with its slot', 'cancelled'] as const)(
    '[SAFE-8] [CUST-2] a change of an exam and an appointment of it that is %s never wait for each other',
    async (how) => {
      const own = await aCustomExam(first, { questions: 2, minutes: 60 });
      const rooms = [await aBookableRoom(admin, { rows: [2] }), await aBookableRoom(admin, { rows: [2] })];
      const [from, to] = rooms.map((room) => ({
        ...{ examCustomId: own.id, examDate, examRoomId: room.id, examRoomSlotId: room.slotIds[0] },
      }));
      const { post } = await aBooker(first, own);
      const { id } = (await post('appointments', from)).json<Appointment>();
      // A paper that waits: a change of the exam locks it to draw it again.
      await preparePaper(first.services, id);
      const slots = { examDate, examRoomSlotId: from?.examRoomSlotId };
      const ways = {
        moved: () => admin.put(`appointments/${id}`, to),
        'moved with its slot': () =>
          moveReviewed(admin, {
            ...slots,
            ...{ toDate: examDate, toRoomSlotId: to?.examRoomSlotId },
          }),
        cancelled: () => admin.delete(`appointments/${id}`),
      };
      const item = (await admin.get(`examCustom/${own.id}`)).json();
      const started = await held(
        (tx) => tx`select from custom_exams where id = ${own.id} for update`,
        async () => {
          const changed = ways[how]();
          await waiting(1);
          // A transaction that waits for the exam holds neither the appointment nor its paper.
          await first.database.sql`select from appointments where id = ${id} for update nowait`;
          await first.database.sql`select from exam_groups where appointment_id = ${id} for update nowait`;
          const saved = admin.put(`examCustom/${own.id}`, { ...item, examDuration: 50 });
          await waiting(2);
          return { changed, saved };
        },
      );
      expect((await started.changed).statusCode).toBeLessThan(300);
      expect((await started.saved).statusCode).toBe(200);
    },
  );

  it('[APPT-10] [CUST-2] deleting an exam and accepting an offer for it never wait for each other', async () => {
    const own = await aCustomExam(first, { questions: 2, minutes: 60 });
    const room = await aBookableRoom(admin, { rows: [1] });
    const slotOnDay = {
      examCustomId: own.id,
      examDate,
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
    };
    const [holder, queuer] = [await aBooker(first, own), await aBooker(first, own)];
    const { id } = (await holder.post('appointments', slotOnDay)).json<Appointment>();
    const { examRoomId: _, ...slot } = slotOnDay;
    const queued = (await queuer.post('waitingPlaces', slot)).json<WaitingPlace>();
    await holder.delete(`appointments/${id}`);
    await serveWaitingLists(first.services);
    const started = await held(
      (tx) => tx`select from custom_exams where id = ${own.id} for update`,
      async () => {
        const accepted = queuer.post(`waitingPlaces/${queued.id}/accept`);
        await waiting(1);
        await first.database.sql`select from waiting_places where id = ${queued.id} for update nowait`;
        return { accepted };
      },
    );
    expect((await started.accepted).statusCode).toBe(200);
  });
});
