import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { type Repeating, repeat } from './repeat.ts';

const most = 2000;

/** Seals everything that waits, a portion at a time so that no transaction grows long; says how many entries. */
export async function sealAuditLog(database: Database): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await database.sql<{ sealed: number }[]>`select audit_seal(${most}) as sealed`;
    total += row?.sealed ?? 0;
    if ((row?.sealed ?? 0) < most) return total;
  }
}

/**
 * Seals the audit log every two seconds. Every process runs it; the database lets one seal at a time.
 * The head of the chain goes into the log file too, where nobody with the database alone can rewrite it.
 */
export function startAuditSealing(database: Database, log: FastifyBaseLogger): Repeating {
  return repeat(2000, log, async () => {
    if ((await sealAuditLog(database)) === 0) return;
    const [head] = await database.sql<{ position: number; hash: string }[]>`
      select position, encode(hash, 'hex') as hash from audit_seal order by position desc limit 1`;
    log.info({ audit: head }, 'audit log sealed');
  });
}
