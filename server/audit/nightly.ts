import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { pauseUnless } from '#server/jobs/batches.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { runTonight } from '#server/jobs/tonight.ts';
import { type AuditCheck, checkRecords } from './check.ts';
import { forLog } from './finding.ts';
import { type AuditServices, type Signer, signerOf } from './head.ts';
import { watchUpgrade } from './trigger-check.ts';

const everyMs = 600_000;
/** In the university's time zone: no exams run, and there is time to react before the first one. */
const night = { from: 2, to: 5 };
const maxLines = 100;

function logFindings(log: FastifyBaseLogger, { findings, entries, more }: AuditCheck): void {
  if (findings.length === 0) {
    log.info({ audit: { entries } }, 'the records were checked: nothing was found');
    return;
  }
  log.error(
    { audit: { entries, findings: findings.length, more } },
    'the check of the records found something',
  );
  for (const finding of findings.slice(0, maxLines))
    log.error({ finding: forLog(finding) }, 'not as the product left it');
}

type NightOptions = {
  readonly stopping?: AbortSignal | undefined;
  /** Whether a newer version is being installed. */
  readonly isUpgraded?: () => Promise<boolean>;
};

/**
 * Runs tonight's check unless done, and stores and logs its findings. When an upgrade began meanwhile, they may be of its
 * migrations: the night is left to the newer version.
 */
export async function checkTonight(
  database: Database,
  sign: Signer,
  log: FastifyBaseLogger,
  hours = night,
  { stopping, isUpgraded }: NightOptions = {},
): Promise<AuditCheck | undefined> {
  return runTonight(database, 'audit_checks', hours, stopping, async (day) => {
    const check = await checkRecords(database, sign, { rest: pauseUnless(stopping) }).catch(
      // A migration may have changed a table while it was read.
      async (error: unknown) => {
        if (!(await isUpgraded?.())) throw error;
      },
    );
    if (!check || (await isUpgraded?.())) return undefined;
    await database.sql`
      update audit_checks set finished_at = now(), entries = ${check.entries}, findings = ${JSON.stringify(check.findings)}::text::jsonb
       where day = ${day}`;
    logFindings(log, check);
    return check;
  });
}

/** The rounds of a process. It leaves the check to a newer version, which knows its own functions and triggers. */
export function nightlyRounds({ database, tokens }: AuditServices, log: FastifyBaseLogger, hours = night) {
  const isUpgraded = watchUpgrade(database.sql);
  return async (stopping?: AbortSignal) =>
    (await isUpgraded())
      ? undefined
      : checkTonight(database, signerOf(tokens), log, hours, { stopping, isUpgraded });
}

export const nightlyCheck: RepeatedJob<AuditServices> = {
  start: (services, log) => {
    const round = nightlyRounds(services, log);
    return repeat(everyMs, log, async (stopping) => {
      await round(stopping);
    });
  },
};
