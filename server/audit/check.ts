import type { Database } from '#server/db/database.ts';
import { type Pause, pauseAsLong } from '#server/jobs/batches.ts';
import { acknowledgedFingerprints } from './acknowledging.ts';
import { checkChain } from './chain-check.ts';
import { checkExams } from './exam-check.ts';
import { type Finding, fingerprint, isAcknowledgeable } from './finding.ts';
import type { Head, Signer } from './head.ts';
import { checkHistory, checkRows } from './history-check.ts';
import { triggerFindings } from './trigger-check.ts';

/** The first findings are enough to know where to look. */
const maxFindings = 1000;

export type AuditCheck = {
  readonly findings: readonly Finding[];
  /** Whether there are more findings than listed. */
  readonly more: boolean;
  /** The number of sealed entries read. */
  readonly entries: number;
};

export type CheckOptions = {
  /** Heads recorded elsewhere, which the chain must contain. */
  readonly expected?: readonly Head[];
  readonly rest?: Pause;
};

/**
 * Finds every change of the records the product did not make; used by the command line, the nightly job and
 * the administration screen. It reads in batches with pauses, writes nothing, and works on a copy or a
 * standby too.
 */
export async function checkRecords(
  database: Database,
  sign: Signer,
  { expected = [], rest = pauseAsLong }: CheckOptions = {},
): Promise<AuditCheck> {
  const findings = new Map<string, Finding>();
  const acknowledged = await acknowledgedFingerprints(database, sign);
  let more = false;
  const report = (finding: Finding) => {
    const print = fingerprint(finding);
    if (acknowledged.has(print) && isAcknowledgeable(finding)) return;
    if (findings.size < maxFindings) findings.set(print, finding);
    else more = true;
  };
  for (const finding of await triggerFindings(database.sql)) report(finding);
  const entries = await checkChain(database, sign, expected, report, rest);
  await checkHistory(database, report, rest);
  await checkRows(database, report, rest);
  await checkExams(database, report, rest);
  return { findings: [...findings.values()], more, entries };
}
