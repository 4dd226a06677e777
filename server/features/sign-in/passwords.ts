import { randomInt } from 'node:crypto';
import { refuse } from '#domain/errors.ts';
import { passwordSource, rolesOf } from '#domain/sign-in/account-roles.ts';
import { type Account, selectOptionalAccountById } from '#server/accounts/account.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { isOpenLink, usePasswordLink } from './password-links.ts';
import type { PasswordQueue } from './password-queue.ts';
import { endSignIns } from './sign-ins.ts';

/** Whether the password of an account is stored here. */
export async function isLocal({ settings }: Services, account: Account): Promise<boolean> {
  return passwordSource(rolesOf(account), await settings.current()) === 'local';
}

/** Sets the password behind a link. Ends every sign-in but the link's own, including a stolen one. */
export async function choosePassword(
  services: Services,
  passwords: PasswordQueue,
  { token, password }: { token: string; password: string },
  author: Author,
): Promise<void> {
  if (!(await isOpenLink(services.database.sql, token))) refuse('auth.linkInvalid');
  const passwordHash = await passwords.hash(`link ${token}`, password);
  await services.database.transaction(author, async (tx) => {
    const link = await usePasswordLink(tx, token);
    const account = link && (await selectOptionalAccountById(tx, link.userId));
    if (!account || account.disabled || !(await isLocal(services, account))) refuse('auth.linkInvalid');
    await tx`select set_config('app.actor', ${String(account.id)}, true)`;
    await nameChanges(tx, 'passwordSet');
    await tx`update users set password_hash = ${passwordHash}, password_once = false where id = ${account.id}`;
    await endSignIns(tx, account.id, link.signInId);
  });
}

/** Without characters that look alike on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const oneGroup = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** A password to print and type once: three groups of four characters, about 59 bits. */
export const inventPassword = (): string => [oneGroup(), oneGroup(), oneGroup()].join('-');

/** Sets a one-time password on an account. A sign-in with an earlier one can no longer choose the password. */
export async function storeOneTimePassword(
  tx: Transaction,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await nameChanges(tx, 'oneTimePasswordMade');
  await tx`update users set password_hash = ${passwordHash}, password_once = true,
                  invited_at = coalesce(invited_at, now()) where id = ${userId}`;
  await tx`delete from password_links where user_id = ${userId} and sign_in_id is not null`;
}
