import { gainsRights, type NewRole } from '#domain/access/account-rights.ts';
import { refuse } from '#domain/errors.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Transaction } from '#server/db/database.ts';
import { sitsOfficially } from '#server/exams/sitting.ts';
import type { TiedAccount } from './account-ties.ts';

/**
 * Ends every way into an account: its passwords, links and sign-ins. Its owner is invited like the owner of a new
 * account; passwords of the directory are unaffected.
 */
async function resetAccess(tx: Transaction, userId: number): Promise<void> {
  await tx`update users set password_hash = null, password_once = false, invited_at = null where id = ${userId}`;
  await tx`delete from password_links where user_id = ${userId}`;
  await tx`delete from day_passwords where user_id = ${userId} and day >= current_date`;
  await tx`update sign_ins set revoked_at = now() where user_id = ${userId} and revoked_at is null`;
  await writeAuditEntry(tx, { action: 'accessReset', entity: 'users', entityId: String(userId) });
}

/**
 * Resets a locked account that is about to get a role, if that gives it more rights: those who could open it as a
 * student's account may still know a way in (ROLE-12). False, and nothing is reset, while it takes an official exam: any
 * new role ends its sign-ins.
 */
export async function resetUnlessSitting(
  tx: Transaction,
  account: TiedAccount,
  role: NewRole,
): Promise<boolean> {
  if (await sitsOfficially(tx, account.id)) return false;
  if (gainsRights(account, role)) await resetAccess(tx, account.id);
  return true;
}

/** The same, refused during an official exam (AUTH-8). */
export async function promote(tx: Transaction, account: TiedAccount, role: NewRole): Promise<void> {
  if (!(await resetUnlessSitting(tx, account, role))) refuse('account.sitting', { name: account.name });
}
