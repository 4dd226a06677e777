import { setTimeout as pause } from 'node:timers/promises';
import type { HealthReport } from '#contract/administration.ts';
import { backupState, diskState } from '#domain/administration/health.ts';
import type { ProductSettings } from '#domain/settings.ts';
import type { Queryable } from '#server/db/database.ts';
import { directoryKnows } from '#server/directory/directory.ts';
import { readDiskSpace } from '#server/disk-space.ts';
import { canSendMail, mailServerFailure } from '#server/mail/mailer.ts';
import type { Services } from '#server/services.ts';
import { cachedResult } from './cached-result.ts';

/** A dependency answers within seconds or counts as down. */
const responseMilliseconds = 4000;

/** Why the directory does not answer, or undefined; looks up `address`. */
async function directoryFailure({ process }: Services, address: string): Promise<string | undefined> {
  if (!process.LDAP_URL) return 'LDAP_URL';
  const outcome = await Promise.race([
    directoryKnows({ ...process, LDAP_URL: process.LDAP_URL }, address),
    pause(responseMilliseconds, { failed: 'timeout' }, { ref: false }),
  ]);
  return 'failed' in outcome ? outcome.failed : undefined;
}

export async function directoryHealth(
  services: Services,
  address: string,
): Promise<HealthReport['directory']> {
  const { ldapForTeachers: forTeachers, ldapForStudents: forStudents } = await services.settings.current();
  if (!forTeachers && !forStudents) return { state: 'off', forTeachers, forStudents, reason: null };
  const reason = await directoryFailure(services, address);
  return { state: reason === undefined ? 'good' : 'bad', forTeachers, forStudents, reason: reason ?? null };
}

type MailServerHealth = Pick<HealthReport['mail'], 'state' | 'reason'>;

async function mailServerHealth(services: Services): Promise<MailServerHealth> {
  if (!(await canSendMail(services))) return { state: 'off', reason: null };
  const reason = await mailServerFailure(services, responseMilliseconds);
  return { state: reason === undefined ? 'good' : 'bad', reason: reason ?? null };
}

/** How long a good result is reused for the same settings. */
const cacheMilliseconds = 60_000;

/**
 * Connects to the mail server and signs in there, without sending. The screen asks every half minute; a server that
 * answered is left alone for a minute.
 */
export function openMailServerHealth(services: Services): () => Promise<MailServerHealth> {
  let good: { readonly at: number; readonly settings: ProductSettings } | undefined;
  return async () => {
    const settings = await services.settings.current();
    if (good?.settings === settings && performance.now() - good.at < cacheMilliseconds)
      return { state: 'good', reason: null };
    const health = await mailServerHealth(services);
    good = health.state === 'good' ? { at: performance.now(), settings } : undefined;
    return health;
  };
}

type Trouble = 'mail' | 'directory' | 'disk' | 'backup' | 'noBackup';

/**
 * Names what needs an administrator, for the dashboard: mail server and directory are tried at most once a minute, and
 * only the first caller waits for them.
 */
export function openDependencyChecks(services: Services): (address: string) => Promise<Trouble[]> {
  const directory = cachedResult(cacheMilliseconds, (address: string) => directoryFailure(services, address));
  const mail = cachedResult(cacheMilliseconds, () => mailServerFailure(services, responseMilliseconds));
  return async (address) => {
    const { ldapForTeachers, ldapForStudents } = await services.settings.current();
    const [mailFailure, directoryDown, disk, backup] = await Promise.all([
      canSendMail(services).then((can) => (can ? mail() : undefined)),
      ldapForTeachers || ldapForStudents ? directory(address) : undefined,
      diskHealth(services),
      backupHealth(services.database.sql),
    ]);
    const isTrouble: Readonly<Record<Trouble, boolean>> = {
      mail: mailFailure !== undefined,
      directory: directoryDown !== undefined,
      disk: disk.state !== 'good',
      backup: backup.state === 'warning',
      noBackup: backup.state === 'off',
    };
    return (['mail', 'directory', 'disk', 'backup', 'noBackup'] as const).filter((name) => isTrouble[name]);
  };
}

export async function diskHealth({ process }: Services): Promise<HealthReport['disk']> {
  const space = await readDiskSpace(process.DATA_DIR);
  return { state: diskState(space), ...space };
}

export async function backupHealth(sql: Queryable): Promise<HealthReport['backup']> {
  const [row] = await sql<{ takenAt: string; hours: number }[]>`
    select to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "takenAt",
           extract(epoch from now() - taken_at)::float8 / 3600 as hours from backups`;
  return { state: backupState(row?.hours ?? null), takenAt: row?.takenAt ?? null };
}

/** Whether a repeated job of this process or its queue has stopped. */
export const areJobsStalled = ({ queue, jobs }: Pick<Services, 'queue' | 'jobs'>): boolean =>
  queue.isStalled() || jobs.isStalled();
