import type { Queryable } from '#server/db/database.ts';
import { isSatNow, papersWaiting } from '#server/exams/conditions.ts';
import type { Figures } from './process-metrics.ts';

type Row = {
  readonly running: number;
  readonly waiting: number;
  readonly lag: number;
  readonly pending: number;
  readonly outages: number;
  readonly backupAge: number | null;
  readonly backupCheckAge: number | null;
  readonly bytes: number;
};
type Counted = { readonly label: string; readonly state: string; readonly count: number };

const jobStates = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'];

/** The metrics that the database has about all processes. */
export async function selectDatabaseFigures(sql: Queryable): Promise<Figures> {
  const [row] = await sql<Row[]>`
    select (select count(distinct x.group_id) from exams x where ${sql.unsafe(isSatNow('x'))})::integer as running,
           ${sql.unsafe(papersWaiting)}::integer as waiting,
           coalesce((select extract(epoch from clock_timestamp() - l.at) from audit_pending p
                       join audit_log l on l.id = p.audit_id order by p.audit_id limit 1), 0)::float8 as lag,
           (select count(*) from exam_seal_pending)::integer as pending,
           (select count(*) from outages where state = 'open' and decide_by > now())::integer as outages,
           (select extract(epoch from now() - taken_at)::float8 from backups) as "backupAge",
           (select extract(epoch from now() - checked_at)::float8 from backups) as "backupCheckAge",
           pg_database_size(current_database())::float8 as bytes`;
  const connections = await sql<Counted[]>`
    select replace(application_name, 'exam-platform-', '') as label,
           case when state = 'active' then 'busy' else 'idle' end as state, count(*)::integer as count
      from pg_stat_activity where datname = current_database() and application_name like 'exam-platform-%'
     group by 1, 2 order by 1, 2`;
  const [queue] = await sql<{ exists: boolean }[]>`select to_regclass('jobs.job') is not null as exists`;
  const jobs = queue?.exists
    ? await sql<
        Counted[]
      >`select '' as label, state::text as state, count(*)::integer as count from jobs.job group by 2`
    : [];
  return {
    exam_exams_running: row?.running ?? 0,
    exam_papers_waiting: row?.waiting ?? 0,
    exam_audit_seal_lag_seconds: Math.max(0, row?.lag ?? 0),
    exam_event_seals_pending: row?.pending ?? 0,
    exam_outages_undecided: row?.outages ?? 0,
    exam_backup_age_seconds: row?.backupAge ?? Number.POSITIVE_INFINITY,
    exam_backup_check_age_seconds: row?.backupCheckAge ?? Number.POSITIVE_INFINITY,
    exam_database_bytes: row?.bytes ?? 0,
    ...Object.fromEntries(
      jobStates.map((state) => [
        `exam_jobs{state="${state}"}`,
        jobs.find((job) => job.state === state)?.count ?? 0,
      ]),
    ),
    ...Object.fromEntries(
      connections.map(({ label, state, count }) => [
        `exam_connections{workload="${label}",state="${state}"}`,
        count,
      ]),
    ),
  };
}
