import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { type Repeating, repeat } from '#server/jobs/repeat.ts';
import { type AuditCheck, checkRecords } from './check.ts';
import { type Finding, forLog } from './finding.ts';
import type { Signer } from './head.ts';

const everyMs = 600_000;
/** On the wall clock of the university: nobody sits an exam, and there is time to look before anybody does. */
const night = { from: 2, to: 5 };
const mostLines = 100;

/** One process takes tonight's check; one that died on the way is replaced after an hour. */
async function claim({ sql }: Database, hours: typeof night): Promise<string | undefined> {
  const [row] = await sql<{ day: string }[]>`
    insert into audit_checks (day)
    select current_date where extract(hour from now()) >= ${hours.from} and extract(hour from now()) < ${hours.to}
    on conflict (day) do update set started_at = now()
      where audit_checks.finished_at is null and audit_checks.started_at < now() - interval '1 hour'
    returning day`;
  return row?.day;
}

function tell(log: FastifyBaseLogger, { findings, entries, more }: AuditCheck): void {
  if (findings.length === 0) {
    log.info({ audit: { entries } }, 'the records were checked: nothing was found');
    return;
  }
  log.error(
    { audit: { entries, findings: findings.length, more } },
    'the check of the records found something',
  );
  for (const finding of findings.slice(0, mostLines))
    log.error({ finding: forLog(finding) }, 'not as the product left it');
}

/** Checks the records if tonight's check has not been done, and keeps and logs what it found. */
export async function checkTonight(
  database: Database,
  sign: Signer,
  log: FastifyBaseLogger,
  hours = night,
): Promise<AuditCheck | undefined> {
  const day = await claim(database, hours);
  if (!day) return undefined;
  const check = await checkRecords(database, sign);
  await database.sql`
    update audit_checks set finished_at = now(), entries = ${check.entries}, findings = ${JSON.stringify(check.findings)}::text::jsonb
     where day = ${day}`;
  tell(log, check);
  return check;
}

/** The last check that came to an end, for the administration. */
export async function latestCheck({
  sql,
}: Database): Promise<{ at: string; entries: number; findings: Finding[] } | undefined> {
  const [row] = await sql<{ at: string; entries: number; findings: Finding[] }[]>`
    select finished_at as at, entries, findings from audit_checks
     where finished_at is not null order by day desc limit 1`;
  return row;
}

export const startNightlyCheck = (database: Database, sign: Signer, log: FastifyBaseLogger): Repeating =>
  repeat(everyMs, log, async () => {
    await checkTonight(database, sign, log);
  });
