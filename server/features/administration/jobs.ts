import type { Job, listJobs, retryJob } from '#contract/administration.ts';
import type { BodyOfCall, QueryOfCall } from '#contract/call.ts';
import { refuse } from '#domain/errors.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Database, Fragment, Queryable } from '#server/db/database.ts';
import { hasQueue } from '#server/jobs/failures.ts';

const moment = (sql: Queryable, column: string) =>
  sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Unfinished jobs of the queue; one that waits for its next retry has failed before. */
const queued = (sql: Queryable): Fragment => sql`
  select j.id::text as id, 'queue' as source, j.name, i.file_name as subject,
         case j.state::text when 'active' then 'running' when 'failed' then 'failed'
              when 'retry' then 'failing' else 'waiting' end as state,
         j.retry_count as tries, j.created_on as made, j.started_on as started, j.output ->> 'message' as problem,
         case when done.all_rows > 0 then jsonb_build_object('done', done.done, 'all', done.all_rows) end as progress
    from jobs.job j left join imports i on i.id = (j.data ->> 'importId')::int
    left join lateral (
      select count(*) filter (where c.state <> 'unchecked')::int as done, count(*)::int as all_rows
        from (select state from import_rows where import_id = i.id
              union all select state from student_import_rows where import_id = i.id
              union all
              -- Read, but not stored yet.
              select 'unchecked' from generate_series(1, (select max(last) from import_batches where import_id = i.id)
                - (select count(*)::int from import_rows where import_id = i.id)
                - (select count(*)::int from student_import_rows where import_id = i.id))) c
       where i.state = 'checking' having count(*) > 0
      union all
      select count(*) filter (where r.state in ('written', 'failed'))::int as done, count(*)::int as all_rows
        from (select state from import_rows where import_id = i.id and state in ('waiting', 'written', 'failed')
              union all
              select state from student_import_rows where import_id = i.id and state in ('waiting', 'written', 'failed')) r
       where i.id is not null having count(*) > 0
      union all select made, wanted from template_runs where id = (j.data ->> 'runId')::int
      union all
      select count(*) filter (where y.state <> 'waiting')::int, count(*)::int
        from (select state from year_copy_disciplines where copy_id = (j.data ->> 'copyId')::int
              union all select state from year_moves where copy_id = (j.data ->> 'copyId')::int) y having count(*) > 0
    ) done on true
   where j.state::text in ('created', 'retry', 'active', 'failed')`;

const failedMails = (sql: Queryable): Fragment => sql`
  select m.id::text as id, 'mail' as source, m.kind as name, m.facts ->> 'examName' as subject, 'failed' as state, m.tries,
         m.made_at as made, m.failed_at as started, m.problem, null::jsonb as progress
    from appointment_mails m where m.failed_at is not null and m.sent_at is null
  union all
  select m.id::text, 'contestMail', m.kind, coalesce(nullif(m.facts ->> 'examName', ''), m.facts ->> 'session'), 'failed', m.tries,
         m.made_at, m.failed_at, m.problem, null::jsonb
    from contest_mails m where m.failed_at is not null and m.sent_at is null`;

async function jobsOf(sql: Queryable): Promise<{ readonly all: Fragment }> {
  return {
    all: (await hasQueue(sql)) ? sql`${queued(sql)} union all ${failedMails(sql)}` : failedMails(sql),
  };
}

type JobQuery = QueryOfCall<typeof listJobs>;

const filterOf = (sql: Queryable, { state }: Pick<JobQuery, 'state'>): Fragment =>
  state === undefined ? sql`true` : sql`j.state = ${state}`;

/** The unfinished jobs of one page, newest first. */
export async function selectJobs(sql: Queryable, query: JobQuery): Promise<Job[]> {
  const { all } = await jobsOf(sql);
  return sql<Job[]>`
    select j.id, j.source, j.name, j.subject, j.state, j.tries, ${moment(sql, 'j.made')} as "madeAt",
           ${moment(sql, 'j.started')} as "startedAt", left(j.problem, 300) as problem, j.progress
      from (${all}) j where ${filterOf(sql, query)}
     order by j.made desc, j.source, j.id offset ${query.skip} limit ${query.take}`;
}

/** A page of the unfinished jobs, with their number. */
export async function pageOfJobs(sql: Queryable, query: JobQuery) {
  const { all } = await jobsOf(sql);
  const [items, [counted]] = await Promise.all([
    selectJobs(sql, query),
    sql<{ total: number }[]>`select count(*)::int as total from (${all}) j where ${filterOf(sql, query)}`,
  ]);
  return { items, total: counted?.total ?? 0 };
}

export async function countJobs(sql: Queryable): Promise<{ running: number; failing: number }> {
  const { all } = await jobsOf(sql);
  const [row] = await sql<{ running: number; failing: number }[]>`
    select count(*) filter (where j.state = 'running')::int as running,
           count(*) filter (where j.state in ('failing', 'failed') and j.source = 'queue')::int as failing from (${all}) j`;
  return row ?? { running: 0, failing: 0 };
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The tables of jobs and messages, and their names in the audit log. */
const tables = { queue: 'jobs', mail: 'appointment_mails', contestMail: 'contest_mails' } as const;

/** Retries a failed job or message at once. */
export async function retry(
  database: Database,
  { source, id }: BodyOfCall<typeof retryJob>,
  author: Author,
): Promise<void> {
  await database.transaction(author, async (tx) => {
    const again =
      source === 'queue'
        ? uuid.test(id) &&
          (await hasQueue(tx)) &&
          (await tx`update jobs.job set state = 'retry', start_after = now(), retry_limit = retry_limit + 1, completed_on = null
                     where id = ${id} and state in ('retry', 'failed')`)
        : /^\d{1,15}$/.test(id) &&
          (await tx`update ${tx(tables[source])} set failed_at = null, problem = null, next_try_at = now()
                     where id = ${Number(id)} and failed_at is not null and sent_at is null`);
    if (!again || again.count === 0) refuse('resource.notFound');
    await writeAuditEntry(tx, {
      action: 'jobRetried',
      entity: tables[source],
      entityId: id,
    });
  });
}
