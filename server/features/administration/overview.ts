import { setTimeout as pause } from 'node:timers/promises';
import type { Health, HealthReport, Overview } from '#contract/administration.ts';
import type { Queryable } from '#server/db/database.ts';
import { directoryKnows } from '#server/directory/directory.ts';
import { readDiskSpace } from '#server/disk-space.ts';
import { isSatNow } from '#server/exams/conditions.ts';
import { canSendMail } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';
import { countJobs } from './jobs.ts';

/** The maximum number of exams named. */
const mostNamed = 20;

async function selectScoreCheck(sql: Queryable): Promise<Overview['scoreCheck']> {
  const [check] = await sql<NonNullable<Overview['scoreCheck']>[]>`
    select c.started_at as "startedAt", c.finished_at as "finishedAt", c.exams,
           jsonb_array_length(coalesce(c.problems, '[]')) as differences,
           (select coalesce(jsonb_agg(jsonb_build_object('examId', f.id, 'groupId', f.group_id) order by f.id), '[]')
              from (select e.id, e.group_id from exams e
                     where e.id in (select (p ->> 'examId')::int from jsonb_array_elements(c.problems) p)
                     order by e.id limit ${mostNamed}) f) as found
      from score_checks c order by c.day desc limit 1`;
  return check ?? null;
}

export async function readOverview({ database: { sql }, version }: Services): Promise<Overview> {
  const [counts] = await sql<Overview['counts'][]>`
    select (select count(*) from users)::int as accounts,
           (select count(*) from students)::int as students,
           (select count(*) from users u where u.is_teacher
               or exists (select from discipline_teachers t where t.email = u.email))::int as teachers,
           (select count(distinct email) from secretaries)::int as secretaries,
           (select count(*) from disciplines)::int as disciplines,
           (select count(*) from questions where removed_at is null)::int as questions,
           (select count(*) from custom_exams where removed_at is null)::int as "customExams",
           (select count(*) from appointments
             where starts_at >= current_date and starts_at < current_date + 1)::int as "appointmentsToday",
           (select count(distinct x.group_id) from exams x where ${sql.unsafe(isSatNow('x'))})::int as "sittingsRunning",
           (select count(*) from exam_groups where started_at is null and appointment_id is not null)::int as "papersWaiting",
           (select count(distinct user_id) from sign_ins
             where revoked_at is null and expires_at > now())::int as "signedIn"`;
  if (!counts) throw new Error('the counts could not be read');
  return { version, counts, scoreCheck: await selectScoreCheck(sql) };
}

async function databaseHealth(sql: Queryable): Promise<HealthReport['database']> {
  const since = performance.now();
  const [row] = await sql<{ version: string; bytes: number }[]>`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`;
  const milliseconds = Math.round(performance.now() - since);
  return {
    state: milliseconds > 1000 ? 'warning' : 'good',
    version: row?.version ?? '',
    bytes: row?.bytes ?? 0,
    milliseconds,
  };
}

async function mailHealth(services: Services): Promise<HealthReport['mail']> {
  const { sql } = services.database;
  const [row] = await sql<{ waiting: number; failed: number }[]>`
    select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
           count(*) filter (where failed_at > now() - interval '7 days')::int as failed
      from (select sent_at, failed_at from appointment_mails where sent_at is null
            union all select sent_at, failed_at from contest_mails where sent_at is null) m`;
  const { waiting, failed } = row ?? { waiting: 0, failed: 0 };
  const state: Health = !(await canSendMail(services)) ? 'off' : failed > 0 ? 'warning' : 'good';
  return { state, waiting, failed };
}

/** The directory answers within seconds or counts as down. */
const directoryMilliseconds = 4000;

async function directoryHealth(
  { process, settings }: Services,
  address: string,
): Promise<HealthReport['directory']> {
  const { ldapForTeachers: forTeachers, ldapForStudents: forStudents } = await settings.current();
  if (!forTeachers && !forStudents) return { state: 'off', forTeachers, forStudents, reason: null };
  if (!process.LDAP_URL) return { state: 'bad', forTeachers, forStudents, reason: 'LDAP_URL' };
  const answer = await Promise.race([
    directoryKnows({ ...process, LDAP_URL: process.LDAP_URL }, address),
    pause(directoryMilliseconds, { failed: 'timeout' }, { ref: false }),
  ]);
  return 'failed' in answer
    ? { state: 'bad', forTeachers, forStudents, reason: answer.failed }
    : { state: 'good', forTeachers, forStudents, reason: null };
}

const share = { warning: 0.15, bad: 0.05 };

async function diskHealth({ process }: Services): Promise<HealthReport['disk']> {
  const space = await readDiskSpace(process.DATA_DIR);
  const free = space.totalBytes === 0 ? 1 : space.freeBytes / space.totalBytes;
  const state: Health = free < share.bad ? 'bad' : free < share.warning ? 'warning' : 'good';
  return { state, ...space };
}

/** A backup is expected every day; operators with their own tools have none here. */
async function backupHealth(sql: Queryable): Promise<HealthReport['backup']> {
  const [row] = await sql<{ takenAt: string; isRecent: boolean }[]>`
    select to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "takenAt",
           taken_at > now() - interval '26 hours' as "isRecent" from backups`;
  if (!row) return { state: 'off', takenAt: null };
  return { state: row.isRecent ? 'good' : 'warning', takenAt: row.takenAt };
}

/** Checks what the product depends on. `address` is looked up in the directory. */
export async function readHealth(services: Services, address: string): Promise<HealthReport> {
  const { sql } = services.database;
  const [database, mail, directory, disk, backup, counted] = await Promise.all([
    databaseHealth(sql),
    mailHealth(services),
    directoryHealth(services, address),
    diskHealth(services),
    backupHealth(sql),
    countJobs(sql),
  ]);
  const stands = services.queue.isStandingStill();
  const state: Health = stands ? 'bad' : counted.failing > 0 ? 'warning' : 'good';
  return { database, mail, directory, disk, backup, jobs: { state, ...counted } };
}
