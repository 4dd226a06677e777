import type { Part } from '#contract/dashboard.ts';
import type { Actor } from '#domain/access/actor.ts';
import { dashboardLines, selectedLines } from '#domain/access/dashboard-lines.ts';
import { structureShortage } from '#domain/custom-exams/bank-demand.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { headProblems, notesOf, readHeadState, signerOf } from '#server/audit/head.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { selectSupplies } from '#server/bank/supply.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { isSatNow } from '#server/exams/conditions.ts';
import { cachedResult } from '#server/health/cached-result.ts';
import { areJobsStalled, type openDependencyChecks } from '#server/health/dependencies.ts';
import { failedCounts } from '#server/jobs/failures.ts';
import type { Services } from '#server/services.ts';

type PassRates = Part<'dean'>['passRates'];

/** How long the pass rates of past sessions are cached in this process, because they are the slowest part. */
const ratesMilliseconds = 5 * 60_000;

async function selectPassRates(sql: Queryable): Promise<PassRates> {
  return sql<PassRates>`
    select s.id as "sessionId", s.description as session, rates.exams, rates.passed
      from (select * from exam_sessions where start_date <= current_date order by start_date desc, id desc limit ${selectedLines.recent}) s
      cross join lateral (
        select count(*)::int as exams, count(*) filter (where e.grade >= ${passGrade})::int as passed
          from exam_groups g join exams e on e.group_id = g.id
         where g.exam_session_id = s.id and g.kind = 'official' and e.finished_at is not null
           and not exists (select from appointments a where a.id = g.appointment_id and a.annulled_at is not null)) rates
     where rates.exams > 0 order by s.start_date desc, s.id desc`;
}

export const openPassRates = (sql: Queryable): (() => Promise<PassRates>) =>
  cachedResult(ratesMilliseconds, () => selectPassRates(sql));

type Incomplete = Pick<Part<'dean'>, 'incomplete' | 'incompleteCount'>;

/** The university year of today, which begins in October; without it the newest one. */
const currentYear = (sql: Queryable): Fragment => sql`(
  select id from university_years
   order by start_year = extract(year from current_date - interval '9 months') desc nulls last,
            start_year desc nulls last, id desc limit 1)`;

/** The disciplines of the current university year without a structure, or whose bank cannot serve it (DISC-6). */
async function selectIncomplete({ database: { sql }, settings }: Services): Promise<Incomplete> {
  const disciplines = await sql<{ id: number; name: string; hasStructure: boolean }[]>`
    select d.id, d.description as name, t.discipline_id is not null as "hasStructure"
      from disciplines d left join discipline_structures t on t.discipline_id = d.id
     where d.university_year_id = ${currentYear(sql)}
     order by d.description collate natural_ro, d.id`;
  const ids = disciplines.filter(({ hasStructure }) => hasStructure).map(({ id }) => id);
  const supplies = await selectSupplies(sql, ids, answerLimits(await settings.current()));
  const whyOf = ({ id, hasStructure }: (typeof disciplines)[number]) => {
    if (!hasStructure) return 'missing';
    return supplies.get(id)?.some((chapter) => structureShortage(chapter)) ? 'short' : undefined;
  };
  const incomplete = disciplines.flatMap((one) => {
    const why = whyOf(one);
    return why ? [{ disciplineId: one.id, discipline: one.name, why } as const] : [];
  });
  return { incomplete: incomplete.slice(0, dashboardLines.kind), incompleteCount: incomplete.length };
}

/** How long the judgement of all banks is cached; reading them takes longer than all the rest. */
const incompleteMilliseconds = 60_000;

export const openIncomplete = (services: Services): (() => Promise<Incomplete>) =>
  cachedResult(incompleteMilliseconds, () => selectIncomplete(services));

/** What the dean's office has to look at: structures, the calendar of sessions, and pass rates. */
export async function deanPart(
  { database: { sql } }: Services,
  readIncomplete: () => Promise<Incomplete>,
  passRates: () => Promise<PassRates>,
): Promise<Part<'dean'>> {
  const [incomplete, sessions, rates] = await Promise.all([
    readIncomplete(),
    sql<Part<'dean'>['sessions']>`
      select s.id, s.description, to_char(s.start_date, 'YYYY-MM-DD') as "startDate", to_char(s.end_date, 'YYYY-MM-DD') as "endDate",
             s.exam_schedule_start as "bookingFrom", s.exam_schedule_end as "bookingUntil",
             (select count(*) from appointments a where a.exam_session_id = s.id and a.annulled_at is null)::int as appointments
        from exam_sessions s where s.end_date >= current_date order by s.start_date, s.id limit ${selectedLines.kind}`,
    passRates(),
  ]);
  return { ...incomplete, sessions, passRates: rates };
}

type Load = Pick<
  Part<'admin'>,
  'appointmentsToday' | 'sittingsRunning' | 'busiest' | 'failedSignIns' | 'failedAccounts'
>;

async function selectLoad(sql: Queryable): Promise<Load> {
  const [row] = await sql<Load[]>`
    with today as (select starts_at, count(*)::int as students from appointments
                    where starts_at >= current_date and starts_at < current_date + 1 and annulled_at is null group by starts_at)
    select (select coalesce(sum(students), 0)::int from today) as "appointmentsToday",
           (select count(distinct x.group_id)::int from exams x where ${sql.unsafe(isSatNow('x'))}) as "sittingsRunning",
           (select json_build_object('startsAt', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'students', students)
              from today order by students desc, starts_at limit 1) as busiest,
           (select coalesce(sum(failures), 0)::int from sign_in_failure_hours
             where hour > now() - interval '24 hours') as "failedSignIns",
           (select count(distinct coalesce(user_id, 0))::int from sign_in_failure_hours
             where hour > now() - interval '24 hours') as "failedAccounts"`;
  if (!row) throw new Error('the load could not be read');
  return row;
}

type Findings = Pick<Part<'admin'>, 'openOutages' | 'decideBy' | 'scoreDifferences' | 'recordFindings'>;

/** Outages to decide about, and what the latest finished checks of results and records found. */
async function selectFindings(sql: Queryable): Promise<Findings> {
  const [row] = await sql<Findings[]>`
    select o.outages as "openOutages", o.decide_by as "decideBy",
           coalesce((select jsonb_array_length(coalesce(problems, '[]')) from score_checks
                      where finished_at is not null order by day desc limit 1), 0) as "scoreDifferences",
           coalesce((select jsonb_array_length(coalesce(findings, '[]'))
                       from (select finished_at, findings from record_checks
                             union all select finished_at, findings from audit_checks) c
                      where finished_at is not null order by finished_at desc limit 1), 0) as "recordFindings"
      from (select count(*)::int as outages, min(decide_by) as decide_by
              from outages where state = 'open' and decide_by > now()) o`;
  if (!row) throw new Error('the findings could not be read');
  return row;
}

/** What administrators have to look at: health, findings, jobs, today's load, failing sign-ins, imports that need a hand. */
export async function adminPart(
  services: Services,
  troubles: ReturnType<typeof openDependencyChecks>,
  { email }: Actor,
): Promise<Part<'admin'>> {
  const { sql } = services.database;
  const sign = signerOf(services.tokens);
  const [load, findings, failed, head, named, imports] = await Promise.all([
    selectLoad(sql),
    selectFindings(sql),
    failedCounts(sql),
    readHeadState(sql),
    troubles(email),
    sql<Part<'admin'>['imports']>`
      select i.id, i.file_name as "fileName", u.name as "madeBy", i.state = 'paused' as "isPaused"
        from (select * from imports where made_at > now() - interval '14 days' order by id desc limit 50) i
        join users u on u.id = i.made_by
       where i.state = 'paused'
          or exists (select from import_rows r where r.import_id = i.id and r.state = 'failed')
          or exists (select from student_import_rows r where r.import_id = i.id and r.state = 'failed')
       order by i.id desc limit ${selectedLines.kind}`,
  ]);
  return {
    ...load,
    ...findings,
    areJobsStill: areJobsStalled(services),
    troubles: named,
    failedJobs: failed.jobs,
    failedMails: failed.mails,
    sealProblems: headProblems(head, sign).length + notesOf(head, sign).length,
    imports,
  };
}
