import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { openableAccount } from '#server/accounts/account-changes.ts';
import { nameChanges, transactionWithAttempts } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import { sitsOfficially } from '#server/exams/sitting.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

type DisableRequest = { readonly userId: number; readonly whileSitting: boolean };

/** Disables an account. A trigger ends its sign-ins in the same transaction, for every process (AUTH-8). */
export async function disableAccount(
  services: Services,
  actor: Actor,
  { userId, whileSitting }: DisableRequest,
  author: Author,
): Promise<void> {
  await transactionWithAttempts(services.database, author, async (tx) => {
    const account = await openableAccount(
      { tx, services, viewer: await viewerOf(tx, actor) },
      userId,
      'disable',
    );
    if (userId === actor.userId) refuse('account.self');
    if (!whileSitting && (await sitsOfficially(tx, userId)))
      refuse('account.sitting', { name: account.name });
    await nameChanges(tx, 'accountDisabled');
    await tx`update users set disabled_at = now() where id = ${userId} and disabled_at is null`;
    await tx`delete from password_links where user_id = ${userId}`;
  });
}

/** Lets the owner of a disabled account sign in again. */
export async function enableAccount(
  services: Services,
  actor: Actor,
  userId: number,
  author: Author,
): Promise<void> {
  await transactionWithAttempts(services.database, author, async (tx) => {
    await openableAccount({ tx, services, viewer: await viewerOf(tx, actor) }, userId, 'enable');
    await nameChanges(tx, 'accountEnabled');
    await tx`update users set disabled_at = null where id = ${userId} and disabled_at is not null`;
  });
}
