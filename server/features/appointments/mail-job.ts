import type { FastifyBaseLogger } from 'fastify';
import { addressOf } from '#domain/access/addresses.ts';
import { quietHours, reminderHour } from '#domain/appointments/reminders.ts';
import { type AppointmentMailKind, appointmentMail, appointmentPlace } from '#i18n/appointment-mail.ts';
import { dateWords } from '#i18n/date-words.ts';
import { type Language, languageOf } from '#i18n/languages.ts';
import { calendarFile } from '#server/appointments/calendar-file.ts';
import { type MailFacts, noteMails } from '#server/appointments/mails.ts';
import { type Fragment, type Queryable, systemAuthor } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { sendDueMails } from '#server/mail/mail-queue.ts';
import { type Message, senderAddress } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';

/** A moment that a test gives, or the database's clock. */
const momentOf = (sql: Queryable, at: string | undefined): Fragment =>
  at === undefined ? sql`now()` : sql`${at}::timestamptz`;

/**
 * Queues the reminders of tomorrow's exams, except to students who got another mail about the exam in the
 * last hours.
 */
async function noteAppointmentReminders({ database }: Services, at?: string): Promise<void> {
  await database.transaction(systemAuthor, async (tx) => {
    const moment = momentOf(tx, at);
    const due = await tx<{ id: number }[]>`
      select a.id from appointments a
       where a.starts_at >= (${moment}::date + 1)::timestamptz and a.starts_at < (${moment}::date + 2)::timestamptz
         and ${moment}::time >= ${reminderHour}::time and a.annulled_at is null
         and not exists (select from appointment_mails m where m.exam_id = a.exam_id
                            and ((m.kind = 'reminder' and (m.facts ->> 'startsAt')::timestamptz = a.starts_at)
                                 or m.made_at > ${moment} - make_interval(hours => ${quietHours}::int)))`;
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

const timeZone = 'Europe/Bucharest';
const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
const dayIn = (language: Language, moment: Date) =>
  dateWords(moment, language, { timeZone, dateStyle: 'full' });

async function messageOf(services: Services, due: Due): Promise<Message> {
  const { facts, kind, email: to } = due;
  const language = languageOf(due.language);
  const moment = (at: Date) => `${dayIn(language, at)}, ${clock.format(at)}`;
  const startsAt = new Date(facts.startsAt);
  const endsAt = new Date(Date.parse(facts.endsAt) + facts.extraMinutes * 60_000);
  const until = facts.until === undefined ? undefined : new Date(facts.until);
  const last = facts.changeableUntil === undefined ? undefined : new Date(facts.changeableUntil);
  const madeAt = new Date(due.madeAt);
  const isUntilBegun = last !== undefined && endsAt < last;
  const changeableUntil = isUntilBegun ? endsAt : last;
  const opens = facts.changeableFrom === undefined ? undefined : new Date(facts.changeableFrom);
  const opensLater = opens && opens > madeAt ? opens : undefined;
  const isChangeable = changeableUntil !== undefined && changeableUntil > (opensLater ?? madeAt);
  const { PUBLIC_URL, INSTITUTION } = services.process;
  const details = {
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
    until: until ? moment(until) : '',
    changeableFrom: opensLater && moment(opensLater),
    changeableUntil: isChangeable ? moment(changeableUntil) : undefined,
    isUntilBegun,
    because: facts.because ?? 'outOfOrder',
    link: PUBLIC_URL === undefined ? undefined : new URL(addressOf('ExamAppointments'), PUBLIC_URL).href,
  };
  const message = { to, ...appointmentMail(language, kind, details) };
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
    description: appointmentPlace(language, details),
    organizer: await senderAddress(services),
    attendee: to,
  });
  return { ...message, calendar: { method, content } };
}

/**
 * Gives up mails about past exams and offers, and reminders once the day of the exam has come; one without an attempt
 * means that no mail server was configured.
 */
async function expireLateMails({ database: { sql } }: Services, at?: string): Promise<void> {
  await sql`
    update appointment_mails set failed_at = now(), problem = coalesce(problem, 'over')
     where sent_at is null and failed_at is null
       and ${momentOf(sql, at)} >= case kind
             when 'offer' then (facts ->> 'until')::timestamptz
             when 'reminder' then date_trunc('day', (facts ->> 'startsAt')::timestamptz)
             else (facts ->> 'endsAt')::timestamptz end`;
}

/** Sends the mails about appointments that are due; returns how many were sent. `at` replaces the clock of reminders and expiry. */
export async function sendAppointmentMails(
  services: Services,
  log?: FastifyBaseLogger,
  at?: string,
): Promise<number> {
  await noteAppointmentReminders(services, at);
  await expireLateMails(services, at);
  return sendDueMails<Due>(
    services,
    {
      table: 'appointment_mails',
      inOrderOf: 'exam_id',
      columns: (sql) => sql`m.exam_id as "examId", m.sequence, m.made_at as "madeAt"`,
      messageOf,
    },
    log,
  );
}

/** Every process runs it; each mail is sent by one. */
export const appointmentMails: RepeatedJob<Services> = {
  start: (services, log) =>
    repeat(10_000, log, async () => {
      const sent = await sendAppointmentMails(services, log);
      if (sent > 0) log.info({ sent }, 'mails about appointments sent');
    }),
};
