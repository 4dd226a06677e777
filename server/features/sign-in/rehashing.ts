import type { FastifyBaseLogger } from 'fastify';
import type { Account } from '#server/accounts/account.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import { type Database, systemAuthor } from '#server/db/database.ts';
import { meetsMinimum } from '#server/hashing/password-hash.ts';
import type { PasswordQueue } from './password-queue.ts';

type RehashContext = {
  readonly services: { readonly database: Database };
  readonly passwords: PasswordQueue;
};

/**
 * Rehashes a right password whose hash is below today's minimum, in the background. Skipped until the next sign-in
 * while password checks are queued.
 */
export function strengthenHash(
  { services, passwords }: RehashContext,
  account: Account,
  password: string,
  log: FastifyBaseLogger,
): void {
  const storedHash = account.passwordHash;
  if (storedHash === null || meetsMinimum(storedHash) || passwords.isBusy()) return;
  const replace = async () => {
    const passwordHash = await passwords.hash(`account ${account.id}`, password);
    await services.database.transaction(systemAuthor, async (tx) => {
      await nameChanges(tx, 'passwordRehashed');
      await tx`update users set password_hash = ${passwordHash}
                where id = ${account.id} and password_hash = ${storedHash} and not password_once`;
    });
  };
  replace().catch((error: Error) => log.error({ err: error }, 'a password could not be rehashed'));
}

/** Whether the password hash of an account has changed since it was read, possibly for the same password. */
export async function hasNewHash({ sql }: Database, { id, passwordHash }: Account): Promise<boolean> {
  const rows = await sql`select from users where id = ${id} and disabled_at is null and not password_once
    and password_hash is not null and password_hash is distinct from ${passwordHash}`;
  return rows.count === 1;
}
