import { beforeAll, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { aBookableRoom, aBooker, dayFromToday, slotIn } from '#server/testing/booking.ts';
import { aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { sendAppointmentMails } from './mail-job.ts';
import { serveWaitingLists } from './waiting-job.ts';

const mail = useTestMailServer();
const server = useTestServer(() => ({ environment: mailEnvironment(mail) }));
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
let examDate: string;
let sessionId: number;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 60, name: 'Farmacologie' });
  sessionId = await aSession(server);
  examDate = await dayFromToday(server, 3);
});

const texts = {
  ro: {
    offer: ['S-a eliberat un loc: Farmacologie', 'Ora: 08:00–10:30', 'Timp suplimentar: 30 de minute'],
    withdrawn: ['Ofertă retrasă: Farmacologie', 'ora 08:00, este nefuncțional', 'Vă păstrați poziția'],
  },
  en: {
    offer: ['A seat is free: Farmacologie', 'Time: 08:00–10:30', 'Extra time: 30 minutes'],
    withdrawn: ['Offer withdrawn: Farmacologie', 'at 08:00 is out of order', 'You keep your position'],
  },
  fr: {
    offer: [
      'Une place s’est libérée\u00a0: Farmacologie',
      'Heure\u00a0: 08:00–10:30',
      'Temps supplémentaire\u00a0: 30 minutes',
    ],
    withdrawn: [
      'Proposition retirée\u00a0: Farmacologie',
      'à 08:00 est hors service\u202f;',
      'Vous gardez votre rang',
    ],
  },
} as const;

it.each(['ro', 'en', 'fr'] as const)(
  '[APPT-10] the mails about an offered seat say the extra time of the student, and that the seat went out of order (%s)',
  async (language) => {
    const room = await aBookableRoom(admin, { rows: [2] });
    const elsewhere = await aBookableRoom(admin, { rows: [1], slots: [['11:00', '13:00']] });
    const slotOnDay = slotIn(exam, examDate, room);
    const slot = { examCustomId: exam.id, examDate, examRoomSlotId: room.slotIds[0] };
    const holders = await Promise.all(
      [0, 1].map(async () => {
        const person = await aBooker(server, exam);
        return { person, ...(await person.post('appointments', slotOnDay())).json<Appointment>() };
      }),
    );
    const waiting = await aBooker(server, exam);
    const { studentId, email } = waiting.student;
    await waiting.put('profile/language', { language });
    const own = await admin.post('appointments', {
      ...{ ...slotIn(exam, examDate, elsewhere)(), studentId, extraTime: 30, extraTimeReason: 'Certificat' },
    });
    expect(own.statusCode).toBe(201);
    expect((await waiting.post('waitingPlaces', slot)).statusCode).toBe(201);
    const free = async (holder: (typeof holders)[number] | undefined) => {
      expect((await holder?.person.delete(`appointments/${holder.id}`))?.statusCode).toBe(204);
      expect(await serveWaitingLists(server.services)).toBe(1);
    };
    const lastMail = async () => {
      await sendAppointmentMails(server.services);
      const message = mail.received.filter(({ to }) => to.includes(email)).at(-1);
      return `${message?.subject}\n${message?.text}`;
    };
    const placeOf = async () => (await waiting.get('waitingPlaces')).json<WaitingPlace[]>()[0];

    await free(holders[0]);
    const offered = await lastMail();
    for (const text of texts[language].offer) expect(offered).toContain(text);

    const offer = (await placeOf())?.offer;
    const marks = [{ examRow: offer?.examRow, seatNumber: offer?.seatNumber, mark: 'outOfOrder' }];
    expect((await admin.put(`examrooms/${room.id}/seats`, { marks })).statusCode).toBe(200);
    const withdrawn = await lastMail();
    for (const text of texts[language].withdrawn) expect(withdrawn).toContain(text);
    expect(await placeOf()).toMatchObject({ offer: null, position: 1 });

    await free(holders[1]);
    expect(await lastMail()).toContain(texts[language].offer[0]);
    expect((await waiting.post(`waitingPlaces/${(await placeOf())?.id}/accept`)).statusCode).toBe(200);
  },
);

it('[APPT-10] a withdrawn offer whose mail was not sent is not mentioned in any mail', async () => {
  const room = await aBookableRoom(admin, { rows: [2] });
  const slotOnDay = slotIn(exam, examDate, room);
  const holders = await Promise.all(
    [0, 1].map(async () => {
      const person = await aBooker(server, exam);
      return { person, ...(await person.post('appointments', slotOnDay())).json<Appointment>() };
    }),
  );
  const waiting = await aBooker(server, exam);
  const slot = { examCustomId: exam.id, examDate, examRoomSlotId: room.slotIds[0] };
  expect((await waiting.post('waitingPlaces', slot)).statusCode).toBe(201);
  await holders[0]?.person.delete(`appointments/${holders[0].id}`);
  expect(await serveWaitingLists(server.services)).toBe(1);
  const [offered] = (await waiting.get('waitingPlaces')).json<WaitingPlace[]>();
  const { examRow, seatNumber } = offered?.offer ?? {};
  const marks = [{ examRow, seatNumber, mark: 'outOfOrder' }];
  expect((await admin.put(`examrooms/${room.id}/seats`, { marks })).statusCode).toBe(200);
  await sendAppointmentMails(server.services);
  expect(mail.received.filter(({ to }) => to.includes(waiting.student.email))).toEqual([]);
  await holders[1]?.person.delete(`appointments/${holders[1].id}`);
  expect(await serveWaitingLists(server.services)).toBe(1);
  await sendAppointmentMails(server.services);
  expect(mail.received.filter(({ to }) => to.includes(waiting.student.email))).toHaveLength(1);
});

const elsewhereTexts = {
  ro: ['Ofertă retrasă: Farmacologie', 'ora 08:00, nu mai este păstrat', 'în altă sesiune'],
  en: ['Offer withdrawn: Farmacologie', 'at 08:00 is no longer held for you', 'in another session'],
  fr: [
    'Proposition retirée\u00a0: Farmacologie',
    'à 08:00 n’est plus gardée pour vous',
    'dans une autre session',
  ],
} as const;

it.each(['ro', 'en', 'fr'] as const)(
  '[APPT-10] a student who knows of an offer gets a mail when it ends because the office booked the exam in another session (%s)',
  async (language) => {
    const other = await aSession(server);
    const room = await aBookableRoom(admin, { rows: [2] });
    const elsewhere = await aBookableRoom(admin, { rows: [2], slots: [['11:00', '13:00']] });
    const slotOnDay = slotIn(exam, examDate, room);
    const holders = await Promise.all(
      [0, 1].map(async () => {
        const person = await aBooker(server, exam);
        const made = await person.post('appointments', { ...slotOnDay(), examSessionId: sessionId });
        return { person, ...made.json<Appointment>() };
      }),
    );
    const [notified, unnotified] = [await aBooker(server, exam), await aBooker(server, exam)];
    await notified.put('profile/language', { language });
    const subjectsOf = async ({ student }: typeof notified) => {
      await sendAppointmentMails(server.services);
      return mail.received.filter(({ to }) => to.includes(student.email));
    };
    const slot = { examCustomId: exam.id, examDate, examSessionId: sessionId };
    for (const [index, person] of [notified, unnotified].entries()) {
      const waits = await person.post('waitingPlaces', { ...slot, examRoomSlotId: room.slotIds[0] });
      expect(waits.statusCode, waits.body).toBe(201);
      await holders[index]?.person.delete(`appointments/${holders[index]?.id}`);
      expect(await serveWaitingLists(server.services)).toBe(1);
      expect(person === unnotified || (await subjectsOf(notified)).length === 1).toBe(true);
    }
    for (const { student } of [notified, unnotified]) {
      const created = await admin.post('appointments', {
        ...slotIn(exam, examDate, elsewhere)(),
        examSessionId: other,
        studentId: student.studentId,
      });
      expect(created.statusCode, created.body).toBe(201);
    }
    await serveWaitingLists(server.services);
    const messages = (await subjectsOf(notified)).map(({ subject, text }) => `${subject}\n${text}`);
    const withdrawn = messages.filter((text) => text.includes(elsewhereTexts[language][0]));
    expect(withdrawn).toHaveLength(1);
    for (const text of elsewhereTexts[language]) expect(withdrawn[0]).toContain(text);
    // The other one never heard of the offer, only of the appointment.
    expect(await subjectsOf(unnotified)).toHaveLength(1);
  },
);

const placeStaysTexts = {
  ro: ['Ofertă retrasă: Farmacologie', 'a expirat când nu o puteați accepta', 'Vă păstrați poziția'],
  en: [
    'Offer withdrawn: Farmacologie',
    'ended while you could not accept it',
    'You keep your position on the waiting list',
  ],
  fr: [
    'Proposition retirée\u00a0: Farmacologie',
    'a expiré alors que vous ne pouviez pas l’accepter',
    'Vous gardez votre rang',
  ],
} as const;

it.each(['ro', 'en', 'fr'] as const)(
  '[APPT-10] a student who knows of an offer that ended while exams were not allowed gets a mail that the place stays (%s)',
  async (language) => {
    const room = await aBookableRoom(admin, { rows: [1] });
    const holder = await aBooker(server, exam);
    const held = (await holder.post('appointments', slotIn(exam, examDate, room)())).json<Appointment>();
    const waiting = await aBooker(server, exam);
    await waiting.put('profile/language', { language });
    const slot = { examCustomId: exam.id, examDate, examRoomSlotId: room.slotIds[0] };
    expect((await waiting.post('waitingPlaces', slot)).statusCode).toBe(201);
    await holder.delete(`appointments/${held.id}`);
    expect(await serveWaitingLists(server.services)).toBe(1);
    await sendAppointmentMails(server.services);
    const [offered] = (await waiting.get('waitingPlaces')).json<WaitingPlace[]>();
    await server.database.sql`
      with ended as (
        update waiting_places set offered_until = date_trunc('second', now()) where id = ${offered?.id ?? 0} returning offered_until)
      update appointment_mails m set facts = m.facts || jsonb_build_object('until', ended.offered_until) from ended
       where m.user_id = ${waiting.student.userId} and m.kind = 'offer'`;
    await server.set({ allowExams: false });
    await serveWaitingLists(server.services);
    await server.set({ allowExams: true });
    await sendAppointmentMails(server.services);
    const last = mail.received.filter(({ to }) => to.includes(waiting.student.email)).at(-1);
    for (const text of placeStaysTexts[language]) expect(`${last?.subject}\n${last?.text}`).toContain(text);
    const [place] = (await waiting.get('waitingPlaces')).json<WaitingPlace[]>();
    expect(place?.id).toBe(offered?.id);
    expect((await waiting.delete(`waitingPlaces/${place?.id}`)).statusCode).toBe(204);
  },
);
