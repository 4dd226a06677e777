import { createHash } from 'node:crypto';
import { refuse } from '#domain/errors.ts';
import { addressesOf } from '#domain/settings.ts';
import { systemAuthor, type Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { lockAccount, type TiedAccount } from './account-ties.ts';
import { resetUnlessSitting } from './promotion.ts';

type Sources = Pick<Services, 'process' | 'settings'>;

/** Resets the accounts of addresses that are new on the dean's list; returns those that take an exam, which stay. */
async function resetDeans(
  tx: Transaction,
  services: Sources,
  addresses: readonly string[],
): Promise<readonly TiedAccount[]> {
  const sitting: TiedAccount[] = [];
  const accounts = await tx<{ id: number }[]>`
    select id from users where email = any(${[...addresses]}::citext[]) order by id for update`;
  for (const { id } of accounts) {
    const account = await lockAccount(tx, services, id);
    if (account && !(await resetUnlessSitting(tx, { ...account, isDean: false }, 'dean')))
      sitting.push(account);
  }
  return sitting;
}

/** Resets the accounts of addresses that are new on the dean's list; refused while one of them takes an exam. */
export async function promoteDeans(
  tx: Transaction,
  services: Sources,
  addresses: readonly string[],
): Promise<void> {
  const [sitting] = await resetDeans(tx, services, addresses);
  if (sitting) refuse('account.sitting', { name: sitting.name });
}

/** Stores hashes of all addresses ever found in DEAN_EMAILS, without those whose reset waits. */
const storedName = 'environmentDeans';

const hashOf = (address: string) => createHash('sha256').update(address).digest('hex');

/**
 * Treats addresses that no start found in DEAN_EMAILS before like those an administrator adds. None is forgotten:
 * machines that start in turn with different lists reset an account once. The first start only stores them: those of an
 * older version were in use before. An account that takes an exam is left to the next start.
 */
export async function promoteEnvironmentDeans(services: Sources & Pick<Services, 'database'>): Promise<void> {
  const { database, process, settings } = services;
  const addresses = [...new Set(process.DEAN_EMAILS.map((address) => address.trim().toLowerCase()))].sort();
  await database.transaction(systemAuthor, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('settings'))`;
    const [stored] = await tx<{ value: string }[]>`select value from secrets where name = ${storedName}`;
    const known = new Set(stored?.value.split(' '));
    const added = addresses.filter((address) => !known.has(hashOf(address)));
    if (stored && added.length === 0) return;
    const waiting = new Set<string>();
    if (stored) {
      const listed = addressesOf((await settings.current()).deanEmails).map((address) =>
        address.toLowerCase(),
      );
      const sitting = await resetDeans(
        tx,
        services,
        added.filter((address) => !listed.includes(address)),
      );
      for (const { email } of sitting) waiting.add(email.toLowerCase());
    }
    const reset = added.filter((address) => !waiting.has(address));
    const value = [...known, ...reset.map(hashOf)].join(' ');
    await tx`insert into secrets (name, value) values (${storedName}, ${value})
      on conflict (name) do update set value = excluded.value`;
  });
}
