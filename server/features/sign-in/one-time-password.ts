import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { selectOptionalAccountById } from '#server/accounts/account.ts';
import { openableAccount } from '#server/accounts/account-changes.ts';
import { transactionWithAttempts } from '#server/db/audit-entry.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import type { PasswordQueue } from './password-queue.ts';
import { inventPassword, isLocal, storeOneTimePassword } from './passwords.ts';

/** The address of a local account for which the actor may hand out a password; refuses otherwise. */
async function openableAddress(
  services: Services,
  tx: Transaction,
  actor: Actor,
  userId: number,
): Promise<string> {
  const { email } = await openableAccount({ tx, services, viewer: await viewerOf(tx, actor) }, userId);
  const account = await selectOptionalAccountById(tx, userId);
  if (!account || !(await isLocal(services, account))) refuse('auth.notLocal');
  return email;
}

/** Creates a one-time password for a local account; it is returned once and stored only as a hash. */
export async function makeOneTimePassword(
  services: Services,
  passwords: PasswordQueue,
  actor: Actor,
  userId: number,
  author: Author,
): Promise<{ email: string; password: string }> {
  const { database } = services;
  const openable = (tx: Transaction) => openableAddress(services, tx, actor, userId);
  // Hashing takes a while and holds no lock, so the conditions are checked again afterwards.
  await transactionWithAttempts(database, author, openable);
  const password = inventPassword();
  const passwordHash = await passwords.hash(`account ${userId}`, password);
  const email = await transactionWithAttempts(database, author, async (tx) => {
    const address = await openable(tx);
    await storeOneTimePassword(tx, userId, passwordHash);
    return address;
  });
  return { email, password };
}
