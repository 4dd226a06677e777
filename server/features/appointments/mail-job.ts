import type { FastifyBaseLogger } from 'fastify';
import { isGivenUp, retryMinutes } from '#domain/appointments/mail-retries.ts';
import { type AppointmentMailKind, appointmentMail, appointmentPlace } from '#i18n/appointment-mail.ts';
import { type Language, languageOf } from '#i18n/languages.ts';
import { calendarFile } from '#server/appointments/calendar-file.ts';
import { type MailFacts, noteMails } from '#server/appointments/mails.ts';
import { theSystem } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { canSendMail, MailFailure, type Message, senderAddress, sendMail } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';

/** The batch size; the rest is sent in the next round. */
const portion = 200;
/** Reminders are sent the day before, from this hour on. */
const reminderHour = '09:00';

/** Notes the reminders of tomorrow's exams, except to students who got another mail about the exam in the last hours. */
async function noteReminders({ database }: Services): Promise<void> {
  await database.transaction(theSystem, async (tx) => {
    const due = await tx<{ id: number }[]>`
      select a.id from appointments a
       where a.starts_at >= (current_date + 1)::timestamptz and a.starts_at < (current_date + 2)::timestamptz
         and localtime >= ${reminderHour}::time
         and not exists (select from appointment_mails m where m.exam_id = a.exam_id
                            and (m.kind = 'reminder' and (m.facts ->> 'startsAt')::timestamptz = a.starts_at or m.made_at > now() - interval '12 hours'))`;
    if (due.length === 0) return;
    await noteMails(
      tx,
      'reminder',
      due.map(({ id }) => id),
    );
  });
}

type Due = {
  readonly id: string;
  readonly examId: number | null;
  readonly kind: AppointmentMailKind;
  readonly sequence: number;
  readonly tries: number;
  readonly facts: MailFacts;
  readonly madeAt: string;
  readonly email: string;
  readonly name: string;
  readonly language: string;
};

/**
 * Takes the next mail that is due and sets when to try it again, so that a process that dies while sending loses nothing.
 * Mails about one appointment are sent in order. Concurrent processes take different ones.
 */
async function takeNext({ database: { sql } }: Services): Promise<Due | undefined> {
  const [due] = await sql<Due[]>`
    update appointment_mails m
       set tries = m.tries + 1,
           next_try_at = now() + make_interval(mins => (${[...retryMinutes]}::int[])[least(m.tries + 1, ${retryMinutes.length}::int)])
      from users u
     where u.id = m.user_id and m.id = (
       select w.id from appointment_mails w
        where w.sent_at is null and w.failed_at is null and w.next_try_at <= now()
          and not exists (select from appointment_mails e where e.exam_id = w.exam_id and e.id < w.id
                             and e.sent_at is null and e.failed_at is null)
        order by w.next_try_at, w.id limit 1 for update skip locked)
    returning m.id, m.exam_id as "examId", m.kind, m.sequence, m.tries, m.facts, m.made_at as "madeAt", u.email, u.name, u.language`;
  return due;
}

const locales: Record<Language, string> = { ro: 'ro', en: 'en-GB', fr: 'fr' };
const timeZone = 'Europe/Bucharest';
const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
const dayIn = (language: Language, moment: Date) =>
  new Intl.DateTimeFormat(locales[language], { timeZone, dateStyle: 'full' }).format(moment);

async function messageOf(services: Services, due: Due): Promise<Message> {
  const { facts, kind, email: to } = due;
  const language = languageOf(due.language);
  const startsAt = new Date(facts.startsAt);
  const endsAt = new Date(Date.parse(facts.endsAt) + facts.extraMinutes * 60_000);
  const until = facts.until === undefined ? undefined : new Date(facts.until);
  const { PUBLIC_URL, INSTITUTION } = services.process;
  const told = {
    name: due.name,
    exam: facts.examName,
    day: dayIn(language, startsAt),
    from: clock.format(startsAt),
    to: clock.format(endsAt),
    room: facts.room,
    building: facts.building,
    row: facts.row === 0 ? undefined : facts.row,
    seat: facts.seat,
    extraMinutes: facts.extraMinutes,
    until: until ? `${dayIn(language, until)}, ${clock.format(until)}` : '',
    link: PUBLIC_URL === undefined ? undefined : new URL('/examAppointments', PUBLIC_URL).href,
  };
  const message = { to, ...appointmentMail(language, kind, told) };
  if (due.examId === null) return message;
  const method = kind === 'cancellation' ? 'CANCEL' : 'REQUEST';
  const content = calendarFile({
    uid: `exam-${due.examId}@${INSTITUTION}`,
    sequence: due.sequence,
    method,
    startsAt,
    endsAt,
    writtenAt: new Date(due.madeAt),
    summary: facts.examName,
    location: `${facts.room}, ${facts.building}`,
    description: appointmentPlace(language, told),
    organizer: await senderAddress(services),
    attendee: to,
  });
  return { ...message, calendar: { method, content } };
}

/** Gives up what is about exams and offers that are over; with no try made, nobody configured a mail server. */
async function giveUpLate({ database: { sql } }: Services): Promise<void> {
  await sql`
    update appointment_mails set failed_at = now(), problem = coalesce(problem, 'over')
     where sent_at is null and failed_at is null
       and now() >= case when kind = 'offer' then (facts ->> 'until')::timestamptz else (facts ->> 'endsAt')::timestamptz end`;
}

/**
 * Sends the mails about appointments that are due. One that fails is tried again later, less and less often, and given up in the
 * end, at once when the mail server rejects it for good. A mail server that does not answer ends the round. Returns how many were sent.
 */
export async function sendAppointmentMails(services: Services, log?: FastifyBaseLogger): Promise<number> {
  const { sql } = services.database;
  await noteReminders(services);
  await giveUpLate(services);
  if (!(await canSendMail(services))) return 0;
  let sent = 0;
  for (let taken = 0; taken < portion; taken += 1) {
    const due = await takeNext(services);
    if (!due) break;
    try {
      await sendMail(services, await messageOf(services, due));
      await sql`update appointment_mails set sent_at = now(), problem = null where id = ${due.id}`;
      sent += 1;
    } catch (error) {
      const isFinal = error instanceof MailFailure && error.final;
      const problem = error instanceof MailFailure ? error.reason : 'the mail could not be written';
      const isOver = isFinal || isGivenUp(due.tries);
      await sql`
        update appointment_mails set problem = ${problem}, failed_at = case when ${isOver} then now() end where id = ${due.id}`;
      log?.warn({ problem, tries: due.tries, isOver }, 'a mail about an appointment was not sent');
      if (!(error instanceof MailFailure))
        log?.error({ err: error }, 'a mail about an appointment could not be written');
      if (!isFinal) return sent;
    }
  }
  return sent;
}

/** Every process runs it; each mail is sent by one. */
export const appointmentMails: RepeatedJob<Services> = {
  start: (services, log) =>
    repeat(10_000, log, async () => {
      const sent = await sendAppointmentMails(services, log);
      if (sent > 0) log.info({ sent }, 'mails about appointments sent');
    }),
};
