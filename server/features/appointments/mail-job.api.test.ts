import ICAL from 'ical.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import { quietHours } from '#domain/appointments/reminders.ts';
import { retryMinutes } from '#domain/mail/retries.ts';
import { aBookableRoom, aBooker, dayFromToday, editSession } from '#server/testing/booking.ts';
import { aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { type TestServer, testServer, useTestServer } from '#server/testing/server.ts';
import { mailEnvironment, type ReceivedMail, useTestMailServer } from '#server/testing/smtp.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { sendAppointmentMails } from './mail-job.ts';

const mail = useTestMailServer({ refuses: 'refused@exam.test' });
const environment = () => ({ ...mailEnvironment(mail), INSTITUTION: 'umfst' });
const server = useTestServer(() => ({ environment: environment() }));
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
let day: string;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 60, name: 'Farmacologie, parțial' });
  await aSession(server);
  day = await dayFromToday(server, 3);
});
afterEach(async () => {
  await server.database.sql`update appointment_mails set sent_at = now() where sent_at is null`;
  mail.received.length = 0;
});

async function book(language: 'ro' | 'en' | 'fr' = 'ro', changed: Record<string, unknown> = {}) {
  const room = await aBookableRoom(admin, {
    rows: [3],
    slots: [
      ['08:00', '10:00'],
      ['11:00', '13:00'],
    ],
  });
  const booker = await aBooker(server, exam);
  await booker.put('profile/language', { language });
  const slotOnDay = { examDate: day, examRoomId: room.id, examRoomSlotId: room.slotIds[0], ...changed };
  const made = await booker.post('appointments', { ...slotOnDay, examCustomId: exam.id });
  expect(made.statusCode).toBe(201);
  const appointment = made.json<Appointment>();
  return { room, booker, slotOnDay, appointment, email: booker.student.email };
}

/** Reads the calendar file back with the library. */
function entryIn(message: ReceivedMail | undefined) {
  const calendar = ICAL.Component.fromString(message?.calendar?.text ?? '');
  const event = calendar.getFirstSubcomponent('vevent');
  if (!event) throw new Error('the calendar file has no event');
  const time = (name: string) => event.getFirstPropertyValue(name) as ICAL.Time;
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.getFirstPropertyValue('uid'),
    sequence: event.getFirstPropertyValue('sequence'),
    status: event.getFirstPropertyValue('status'),
    summary: event.getFirstPropertyValue('summary'),
    location: event.getFirstPropertyValue('location'),
    start: time('dtstart').toString(),
    end: time('dtend').toString(),
    zone: event.getFirstProperty('dtstart')?.getFirstParameter('tzid'),
    instant: time('dtstart').toJSDate().getTime(),
    attendee: event.getFirstPropertyValue('attendee'),
  };
}

const send = () => sendAppointmentMails(server.services);
const sendAt = (at: string, from: TestServer = server) => sendAppointmentMails(from.services, undefined, at);
const dayBefore = async (date: string, time: string) => {
  const [at] = await server.database.sql<{ moment: string }[]>`
    select (${date}::date - 1 + ${time}::interval)::timestamptz::text as moment`;
  return at?.moment ?? '';
};
const reminders = () => mail.received.filter(({ subject }) => subject.startsWith('Mâine aveți examen'));
const stateOf = async ({ appointment }: { appointment: Appointment }) =>
  (await admin.get(`appointments/${appointment.id}`)).json<Appointment>().mail;

describe('[APPT-6] e-mails about appointments', () => {
  it('[APPT-6] confirm, change and cancel with a calendar file that calendars update', async () => {
    const { room, booker, slotOnDay, appointment, email } = await book();
    expect(await stateOf({ appointment })).toBe('waiting');
    expect(await send()).toBe(1);
    const [confirmation] = mail.received;
    expect(confirmation?.to).toEqual([email]);
    expect(confirmation?.subject).toBe('Programare la examen: Farmacologie, parțial');
    expect(confirmation?.text).toContain(`Sala: ${room.name}, Corp P`);
    expect(confirmation?.text).toContain('Ora: 08:00–10:00');
    expect(confirmation?.text).toContain('https://exams.university.test/examAppointments');
    expect(confirmation?.calendar?.type).toMatch(/method=REQUEST/i);
    const first = entryIn(confirmation);
    expect(first).toMatchObject({
      method: 'REQUEST',
      status: 'CONFIRMED',
      sequence: 0,
      uid: `exam-${appointment.examId}@umfst`,
      summary: 'Farmacologie, parțial',
      location: `${room.name}, Corp P`,
      start: `${day}T08:00:00`,
      end: `${day}T10:00:00`,
      zone: 'Europe/Bucharest',
      attendee: `mailto:${email}`,
    });
    expect(await stateOf({ appointment })).toBe('sent');

    await booker.put(`appointments/${appointment.id}`, { ...slotOnDay, examRoomSlotId: room.slotIds[1] });
    expect(await send()).toBe(1);
    const change = entryIn(mail.received[1]);
    expect(mail.received[1]?.subject).toBe('Programare modificată: Farmacologie, parțial');
    expect(change).toMatchObject({ method: 'REQUEST', uid: first.uid, start: `${day}T11:00:00` });

    await booker.delete(`appointments/${appointment.id}`);
    expect(await send()).toBe(1);
    const cancellation = entryIn(mail.received[2]);
    expect(mail.received[2]?.subject).toBe('Programare anulată: Farmacologie, parțial');
    expect(mail.received[2]?.calendar?.type).toMatch(/method=CANCEL/i);
    expect(cancellation).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', uid: first.uid });
    const rising = [first, change, cancellation].map(({ sequence }) => Number(sequence));
    expect(new Set(rising).size).toBe(3);
    expect(rising.toSorted((one, other) => one - other)).toEqual(rising);
    expect(await send()).toBe(0);
  });

  it('[APPT-6] tell nothing of a booking that is cancelled before its confirmation is sent', async () => {
    const { booker, appointment } = await book();
    expect((await booker.delete(`appointments/${appointment.id}`)).statusCode).toBe(204);
    expect(await send()).toBe(0);
    const waiting = await server.database.sql`
      select from appointment_mails where user_id = ${booker.student.userId} and sent_at is null`;
    expect(waiting.count).toBe(0);
  });

  it('[APPT-6] tell that the office cancelled, also before the confirmation is sent', async () => {
    const { booker, appointment } = await book();
    expect((await admin.delete(`appointments/${appointment.id}`)).statusCode).toBe(204);
    expect(await send()).toBe(1);
    expect(entryIn(mail.received[0])).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' });
    expect(mail.received[0]?.to).toContain(booker.student.email);
  });

  it('[APPT-6] tell only the last of several changes, and cancel what calendars got', async () => {
    const { room, booker, slotOnDay, appointment } = await book();
    expect(await send()).toBe(1);
    for (const slot of [1, 0, 1])
      await booker.put(`appointments/${appointment.id}`, {
        ...slotOnDay,
        examRoomSlotId: room.slotIds[slot],
      });
    expect(await send()).toBe(1);
    expect(entryIn(mail.received[1])).toMatchObject({ method: 'REQUEST', start: `${day}T11:00:00` });
    await booker.put(`appointments/${appointment.id}`, slotOnDay);
    await booker.delete(`appointments/${appointment.id}`);
    expect(await send()).toBe(1);
    expect(entryIn(mail.received[2])).toMatchObject({ method: 'CANCEL' });
    const [change, cancellation] = [entryIn(mail.received[1]), entryIn(mail.received[2])];
    expect(Number(cancellation.sequence)).toBeGreaterThan(Number(change.sequence));
  });

  it('[APPT-6] cancel a confirmation that is being sent', async () => {
    const { booker, appointment } = await book();
    // As while another process hands it to the mail server.
    await server.database.sql`
      update appointment_mails set tries = 1, next_try_at = now() where exam_id = ${appointment.examId}`;
    await booker.delete(`appointments/${appointment.id}`);
    expect(await send()).toBe(2);
    expect(mail.received.map((one) => entryIn(one).method)).toEqual(['REQUEST', 'CANCEL']);
  });

  it('[APPT-6] are written in the language of the student', async () => {
    await book('en');
    await book('fr');
    await send();
    expect(mail.received.map(({ subject }) => subject)).toEqual([
      'Exam appointment: Farmacologie, parțial',
      'Rendez-vous d’examen\u00a0: Farmacologie, parțial',
    ]);
  });

  it('[APPT-6] [APPT-9] say until when the student can move or cancel, and nothing of it once booking has closed', async () => {
    const { room, appointment } = await book();
    await send();
    // Booking closes after the exam.
    expect(mail.received[0]?.text).toMatch(
      /Puteți muta sau anula programarea cât timp nu ați început examenul, cel târziu \S+, \d+ \S+ \d{4}, 10:00/,
    );
    const closes = (examScheduleEnd: string) =>
      editSession(server, admin, appointment.examSessionId, { examScheduleEnd });
    await closes(new Date(Date.now() + 3_600_000).toISOString());
    await book();
    await send();
    expect(mail.received[1]?.text).toMatch(
      /Puteți muta sau anula programarea până \S+, \d+ \S+ \d{4}, \d\d:\d\d/,
    );
    await closes(new Date(Date.now() - 60_000).toISOString());
    const { student } = await aBooker(server, exam);
    const late = await admin.post('appointments', {
      ...{ examCustomId: exam.id, examDate: day, examRoomId: room.id, examRoomSlotId: room.slotIds[0] },
      studentId: student.studentId,
    });
    await closes(appointment.changeableUntil);
    expect(late.statusCode).toBe(201);
    await send();
    expect(mail.received[2]?.text).toContain('Sunteți programat(ă)');
    expect(mail.received[2]?.text).not.toContain('muta');
  });

  describe('when the office books before booking opens', () => {
    /** The mail about an appointment made while booking opens at the given time. */
    const mailBefore = async (dates: Readonly<Record<string, string>>) => {
      const { room, appointment } = await book();
      await send();
      mail.received.length = 0;
      const session = (await admin.get(`sessions/${appointment.examSessionId}`)).json();
      const { examScheduleStart, examScheduleEnd } = session;
      await editSession(server, admin, session.id, dates);
      const { student } = await aBooker(server, exam);
      const early = await admin.post('appointments', {
        ...{ examCustomId: exam.id, examDate: day, examRoomId: room.id, examRoomSlotId: room.slotIds[0] },
        studentId: student.studentId,
      });
      await editSession(server, admin, session.id, { examScheduleStart, examScheduleEnd });
      expect(early.statusCode).toBe(201);
      await send();
      return mail.received[0]?.text;
    };
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

    it('[APPT-6] [APPT-9] it says from when the student can move or cancel', async () => {
      expect(await mailBefore({ examScheduleStart: inHours(1) })).toMatch(
        /Puteți muta sau anula programarea din \S+, \d+ \S+ \d{4}, \d\d:\d\d, cât timp nu ați început examenul, cel târziu/,
      );
    });

    it('[APPT-6] [APPT-9] it promises no change when booking opens after the exam', async () => {
      const afterExam = { examScheduleStart: inHours(5 * 24), examScheduleEnd: inHours(6 * 24) };
      const text = await mailBefore(afterExam);
      expect(text).toContain('Farmacologie, parțial');
      expect(text).not.toContain('muta');
    });
  });

  it('[APPT-6] the times of the file are those of Bucharest, summer and winter', async () => {
    const { appointment } = await book();
    const zoned: [string, string, string][] = [
      ['2031-01-15T08:00:00+02:00', '2031-01-15T08:00:00', '2031-01-15T06:00:00.000Z'],
      ['2031-07-15T08:00:00+03:00', '2031-07-15T08:00:00', '2031-07-15T05:00:00.000Z'],
    ];
    for (const [startsAt, wall, instant] of zoned) {
      await server.database.sql`
        update appointment_mails set sent_at = null, next_try_at = now(),
               facts = facts || jsonb_build_object('startsAt', ${startsAt}::text, 'endsAt', '2031-07-15T12:00:00+03:00'::text)
         where exam_id = ${appointment.examId}`;
      await send();
      const message = mail.received.at(-1);
      const zone = ICAL.Component.fromString(message?.calendar?.text ?? '').getFirstSubcomponent('vtimezone');
      if (!zone) throw new Error('the calendar file has no time zone');
      const { start } = entryIn(message);
      expect(start).toBe(wall);
      const time = ICAL.Time.fromDateTimeString(start);
      time.zone = new ICAL.Timezone(zone);
      expect(time.toJSDate().toISOString()).toBe(instant);
    }
  });

  it('[APPT-6] remind the day before from nine on, once, but not a student who has just booked', async () => {
    const tomorrow = await dayFromToday(server, 1);
    const { appointment } = await book('ro', { examDate: tomorrow });
    const annulled = await book('ro', { examDate: tomorrow });
    await server.database.sql`
      update appointments set annulled_at = now(), annulled_reason = 'Fraudă' where id = ${annulled.appointment.id}`;
    await book();
    const nine = await dayBefore(tomorrow, '09:00');
    await sendAt(nine);
    expect(reminders()).toEqual([]);
    await server.database
      .sql`update appointment_mails set made_at = ${nine}::timestamptz - make_interval(hours => ${quietHours}::int, mins => 1)`;
    await sendAt(await dayBefore(tomorrow, '08:59'));
    expect(reminders()).toEqual([]);
    await sendAt(nine);
    await sendAt(nine);
    expect(reminders().map((message) => entryIn(message).uid)).toEqual([`exam-${appointment.examId}@umfst`]);
  });

  it('[APPT-6] a reminder that could not be sent says "tomorrow" only until that day is over', async () => {
    const tomorrow = await dayFromToday(server, 1);
    const inTime = await book('ro', { examDate: tomorrow });
    const tooLate = await book('ro', { examDate: tomorrow });
    await server.database
      .sql`update appointment_mails set sent_at = now(), made_at = now() - make_interval(days => 2)`;
    const { sql } = server.database;
    const mute = await testServer({
      database: server,
      environment: { ...environment(), SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    const dueOnly = (examId: number) => sql`
      update appointment_mails set next_try_at = now() + case when exam_id = ${examId} then interval '0' else interval '1 hour' end`;
    // An unreachable mail server ends the round after one mail.
    await sendAt(await dayBefore(tomorrow, '09:00'), mute);
    await dueOnly(tooLate.appointment.examId);
    await sendAt(await dayBefore(tomorrow, '09:00'), mute);
    await mute.close();
    await dueOnly(inTime.appointment.examId);
    expect(await sendAt(await dayBefore(tomorrow, '23:59'))).toBe(1);
    await dueOnly(tooLate.appointment.examId);
    expect(await sendAt(await dayBefore(tomorrow, '24:00'))).toBe(0);
    expect(reminders().map(({ to }) => to)).toEqual([[inTime.email]]);
    expect([await stateOf(inTime), await stateOf(tooLate)]).toEqual(['sent', 'failed']);
  });

  it('[APPT-6] [APPT-12] announce a new name or building of the room, and no other change of it', async () => {
    const { room, appointment } = await book();
    const path = `examrooms/${room.id}`;
    const before = (await admin.get(path)).json();
    expect((await admin.put(path, { ...before, priority: 7 })).statusCode).toBe(200);
    expect(await send()).toBe(1);
    for (const changed of [
      { ...before, name: 'Aula Magna' },
      { ...before, name: 'Aula Magna', building: 'Corp Q' },
    ]) {
      expect((await admin.put(path, changed)).statusCode).toBe(200);
      expect(await send()).toBe(1);
    }
    const [, renamed, moved] = mail.received;
    expect(renamed?.subject).toBe('Programare modificată: Farmacologie, parțial');
    expect(renamed?.text).toContain('Sala: Aula Magna, Corp P');
    expect(moved?.text).toContain('Sala: Aula Magna, Corp Q');
    expect(entryIn(moved)).toMatchObject({
      ...{ method: 'REQUEST', sequence: 2, location: 'Aula Magna, Corp Q' },
      uid: `exam-${appointment.examId}@umfst`,
    });
  });

  it('[APPT-6] are retried at growing intervals while the mail server is down, and finally shown as given up', async () => {
    const made = await book();
    const mute = await testServer({
      database: server,
      environment: { ...environment(), SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    const { sql } = server.database;
    const row = async (minutes: number, since: string) => {
      const [found] = await sql<{ tries: number; isInTime: boolean; problem: string }[]>`
        select tries, problem, next_try_at between ${since}::timestamptz + make_interval(mins => ${minutes})
                                               and clock_timestamp() + make_interval(mins => ${minutes}) as "isInTime"
          from appointment_mails where exam_id = ${made.appointment.examId}`;
      return found;
    };
    for (const [index, minutes] of retryMinutes.entries()) {
      expect(await stateOf(made)).toBe('waiting');
      const [clock] = await sql<{ now: string }[]>`select clock_timestamp()::text as now`;
      expect(await sendAppointmentMails(mute.services)).toBe(0);
      // Not retried before its time.
      expect(await sendAppointmentMails(mute.services)).toBe(0);
      expect(await row(minutes, clock?.now ?? '')).toEqual({
        tries: index + 1,
        isInTime: true,
        problem: expect.stringMatching(/^E[A-Z]+$/),
      });
      await sql`update appointment_mails set next_try_at = now()`;
    }
    expect(await stateOf(made)).toBe('waiting');
    expect(await sendAppointmentMails(mute.services)).toBe(0);
    expect(await stateOf(made)).toBe('failed');
    expect(await sendAppointmentMails(server.services)).toBe(0);
    await mute.close();
  });

  it('[APPT-6] are sent when the mail server is back', async () => {
    const made = await book();
    const mute = await testServer({
      database: server,
      environment: { ...environment(), SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    await sendAppointmentMails(mute.services);
    await mute.close();
    await server.database.sql`update appointment_mails set next_try_at = now()`;
    expect(await send()).toBe(1);
    expect(await stateOf(made)).toBe('sent');
  });

  it('[APPT-6] an address that is refused permanently fails at once and delays no other mail', async () => {
    const made = await book();
    await server.database
      .sql`update users set email = 'refused@exam.test' where id = ${made.booker.student.userId}`;
    const other = await book();
    expect(await send()).toBe(1);
    expect([await stateOf(made), await stateOf(other)]).toEqual(['failed', 'sent']);
    expect(mail.received.map(({ to }) => to)).toEqual([[other.email]]);
  });

  it('[APPT-6] two processes send each mail once', async () => {
    for (let n = 0; n < 4; n += 1) await book();
    const sibling = await testServer({ database: server, environment: environment() });
    const counts = await Promise.all([server, sibling].map(({ services }) => sendAppointmentMails(services)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(4);
    expect(new Set(mail.received.flatMap(({ to }) => to)).size).toBe(4);
    await sibling.close();
  });
});
