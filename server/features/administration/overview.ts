import type { HealthReport, Overview } from '#contract/administration.ts';
import type { Health } from '#domain/administration/health.ts';
import type { Queryable } from '#server/db/database.ts';
import { isSatNow, papersWaiting } from '#server/exams/conditions.ts';
import {
  areJobsStalled,
  backupHealth,
  directoryHealth,
  diskHealth,
  type openMailServerHealth,
} from '#server/health/dependencies.ts';
import type { Services } from '#server/services.ts';
import { countJobs } from './jobs.ts';

/** The maximum number of exams named. */
const maxNamed = 20;

async function selectScoreCheck(sql: Queryable): Promise<Overview['scoreCheck']> {
  const [check] = await sql<NonNullable<Overview['scoreCheck']>[]>`
    select c.started_at as "startedAt", c.finished_at as "finishedAt", c.exams,
           jsonb_array_length(coalesce(c.problems, '[]')) as differences,
           (select coalesce(jsonb_agg(jsonb_build_object('examId', f.id, 'groupId', f.group_id) order by f.id), '[]')
              from (select e.id, e.group_id from exams e
                     where e.id in (select (p ->> 'examId')::int from jsonb_array_elements(c.problems) p)
                     order by e.id limit ${maxNamed}) f) as found
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
             where starts_at >= current_date and starts_at < current_date + 1 and annulled_at is null)::int as "appointmentsToday",
           (select count(distinct x.group_id) from exams x where ${sql.unsafe(isSatNow('x'))})::int as "sittingsRunning",
           ${sql.unsafe(papersWaiting)}::int as "papersWaiting",
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

type MailServer = ReturnType<typeof openMailServerHealth>;

async function mailHealth(services: Services, server: MailServer): Promise<HealthReport['mail']> {
  const { sql } = services.database;
  const [[row], { state, reason }] = await Promise.all([
    sql<{ waiting: number; failed: number }[]>`
      select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
             count(*) filter (where failed_at > now() - interval '7 days')::int as failed
        from (select sent_at, failed_at from appointment_mails where sent_at is null
              union all select sent_at, failed_at from contest_mails where sent_at is null) m`,
    server(),
  ]);
  const { waiting, failed } = row ?? { waiting: 0, failed: 0 };
  return { state: state === 'good' && failed > 0 ? 'warning' : state, waiting, failed, reason };
}

/** Tries out what the product depends on. `address` is looked up in the directory. */
export async function readHealth(
  services: Services,
  mailServer: MailServer,
  address: string,
): Promise<HealthReport> {
  const { sql } = services.database;
  const [database, mail, directory, disk, backup, counted] = await Promise.all([
    databaseHealth(sql),
    mailHealth(services, mailServer),
    directoryHealth(services, address),
    diskHealth(services),
    backupHealth(sql),
    countJobs(sql),
  ]);
  const state: Health = areJobsStalled(services) ? 'bad' : counted.failing > 0 ? 'warning' : 'good';
  return { database, mail, directory, disk, backup, jobs: { state, ...counted } };
}
