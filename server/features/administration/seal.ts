import type { SealState } from '#contract/administration.ts';
import type { Finding } from '#server/audit/finding.ts';
import { headProblems, notesOf, readHeadState, type Signer } from '#server/audit/head.ts';
import type { Queryable } from '#server/db/database.ts';

type CheckRow = {
  readonly askedAt: string;
  readonly askedBy: string | null;
  readonly finishedAt: string | null;
  readonly entries: number | null;
  readonly findings: readonly Finding[] | null;
};

const shownFinding = ({ kind, table, ...where }: Finding) => ({
  kind,
  table: table ?? null,
  where: Object.entries(where)
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
});

/** The latest check, requested or nightly. */
async function latestCheck(sql: Queryable): Promise<SealState['check']> {
  const [row] = await sql<CheckRow[]>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "askedAt", name as "askedBy",
           to_char(finished at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "finishedAt", entries::float8 as entries, findings
      from (select c.asked_at as at, u.name, c.finished_at as finished, c.entries, c.findings
              from record_checks c left join users u on u.id = c.asked_by
            union all
            select started_at, null, finished_at, entries, findings from audit_checks) checks
     order by at desc limit 1`;
  if (!row) return null;
  return { ...row, findings: (row.findings ?? []).map(shownFinding) };
}

/** How far the log is intact by a quick check, and the findings of the latest full check. */
export async function readSeal(sql: Queryable, sign: Signer): Promise<SealState> {
  const state = await readHeadState(sql);
  const [row] = await sql<{ upTo: string | null; waiting: number }[]>`
    select (select to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from audit_seal s
              join audit_log a on a.id = s.audit_id order by s.position desc limit 1) as "upTo",
           (select count(*) from audit_pending)::int as waiting`;
  return {
    sealed: state.last?.count ?? 0,
    sealedUpTo: row?.upTo ?? null,
    waiting: row?.waiting ?? 0,
    problems: [...headProblems(state, sign), ...notesOf(state, sign)].map(({ kind }) => kind),
    check: await latestCheck(sql),
  };
}
