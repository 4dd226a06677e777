import type { FastifyBaseLogger } from 'fastify';
import { addressOf } from '#domain/access/addresses.ts';
import { reminderHours } from '#domain/contestations/reminders.ts';
import { type ContestMailKind, contestMail } from '#i18n/contestation-mail.ts';
import { dateWords } from '#i18n/date-words.ts';
import { type Language, languageOf, locales } from '#i18n/languages.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { sendDueMails } from '#server/mail/mail-queue.ts';
import type { Message } from '#server/mail/mailer.ts';
import { isImpartial } from '#server/scopes/contest-scope.ts';
import type { Services } from '#server/services.ts';
import type { ContestMailFacts } from './mails.ts';

/**
 * Queues one reminder per session and deadline for each person with open questions they may resolve: holders, and
 * administrators for what only they resolve. The index `contest_mails_reminder_once` prevents duplicates between
 * processes; for a changed deadline the reminder is sent again. One that still waits to be sent gives the current number,
 * and when nothing is left to decide or the deadline has passed it is dropped as soon as it is due: until then another
 * process may be sending it.
 */
async function noteContestReminders({ database: { sql }, settings }: Services): Promise<void> {
  const { teacherContests } = await settings.current();
  await sql`
    with open as materialized (
      select u.id as user_id, s.id as session_id, s.description as session, s.contest_resolve_end_date as until,
             count(distinct k.id) as contests
        from exam_sessions s join exam_contests k on k.exam_session_id = s.id and k.status = 'DP'
        join exam_contest_questions q on q.contest_id = k.id and q.accepted is null
        join users u on u.disabled_at is null and case when ${teacherContests} and k.type <> 'technical'
          then exists (select from discipline_teachers t where t.discipline_id = q.discipline_id and t.email = u.email and t.part = 'holder')
          else u.is_admin end
       where s.contest_resolve_end_date > now() and s.contest_resolve_end_date <= now() + make_interval(hours => ${reminderHours}::int)
         and ${isImpartial(sql, { userId: sql`u.id` })}
       group by u.id, s.id
    ), waiting as (
      select m.id, o.until, o.contests from contest_mails m
        left join open o on o.user_id = m.user_id and o.session_id = (m.facts ->> 'sessionId')::int
       where m.kind = 'reminder' and m.sent_at is null and m.failed_at is null
    ), dropped as (
      delete from contest_mails m using waiting w where w.id = m.id and w.until is null and m.next_try_at <= now()
    ), recounted as (
      update contest_mails m set facts = m.facts || jsonb_build_object('count', w.contests) from waiting w
       where w.id = m.id and (m.facts ->> 'until')::timestamptz = w.until and (m.facts ->> 'count')::int <> w.contests
    )
    insert into contest_mails (user_id, kind, facts)
    select user_id, 'reminder', jsonb_build_object('examName', '', 'part', '', 'date', '', 'sessionId', session_id,
             'session', session, 'until', until, 'count', contests)
      from open
    on conflict (user_id, (facts ->> 'sessionId')) where kind = 'reminder' do update
      set facts = excluded.facts, made_at = now(), tries = 0, next_try_at = now(), sent_at = null, failed_at = null, problem = null
      where (contest_mails.facts ->> 'until')::timestamptz <> (excluded.facts ->> 'until')::timestamptz`;
}

type Due = {
  readonly id: string;
  readonly contestId: number | null;
  readonly kind: ContestMailKind;
  readonly tries: number;
  readonly facts: ContestMailFacts;
  readonly email: string;
  readonly name: string;
  readonly language: string;
};

const timeZone = 'Europe/Bucharest';
const dayIn = (language: Language, date: string) =>
  dateWords(new Date(date), language, { timeZone: 'UTC', dateStyle: 'long' });
const momentIn = (language: Language, moment: string) =>
  dateWords(new Date(moment), language, { timeZone, dateStyle: 'long', timeStyle: 'short' });
const numberIn = (language: Language, value: number | undefined) =>
  new Intl.NumberFormat(locales[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    value ?? 0,
  );

const pathOf = ({ kind, contestId }: Due) => {
  if (kind === 'reminder') return addressOf('Contestations');
  return contestId === null
    ? addressOf('ExamsPreview')
    : addressOf('ExamContest', { examContestId: contestId });
};

function messageOf({ process: { PUBLIC_URL } }: Services, due: Due): Message {
  const { facts, kind, email: to, name } = due;
  const language = languageOf(due.language);
  return {
    to,
    ...contestMail(language, kind, {
      name,
      exam: facts.part === facts.examName ? facts.examName : `${facts.examName}, ${facts.part}`,
      day: facts.date ? dayIn(language, facts.date) : '',
      status: facts.status ?? 'DP',
      oldScore: numberIn(language, facts.oldScore),
      newScore: numberIn(language, facts.newScore),
      oldGrade: numberIn(language, facts.oldGrade),
      newGrade: numberIn(language, facts.newGrade),
      isAnnulled: facts.isAnnulled ?? false,
      session: facts.session ?? '',
      until: facts.until ? momentIn(language, facts.until) : '',
      count: facts.count ?? 0,
      link: PUBLIC_URL === undefined ? undefined : new URL(pathOf(due), PUBLIC_URL).href,
    }),
  };
}

/** Sends the mails about contestations that are due; returns how many were sent. */
export async function sendContestMails(services: Services, log?: FastifyBaseLogger): Promise<number> {
  await noteContestReminders(services);
  return sendDueMails<Due>(
    services,
    {
      table: 'contest_mails',
      inOrderOf: 'user_id',
      columns: (sql) => sql`m.contest_id as "contestId"`,
      messageOf,
    },
    log,
  );
}

/** Every process runs it; each mail is sent by one. */
export const contestMails: RepeatedJob<Services> = {
  start: (services, log) =>
    repeat(10_000, log, async () => {
      const sent = await sendContestMails(services, log);
      if (sent > 0) log.info({ sent }, 'mails about contestations sent');
    }),
};
