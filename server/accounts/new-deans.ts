import { createHash } from 'node:crypto';
import { addressesOf } from '#domain/settings.ts';
import { systemAuthor, type Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { lockAccount } from './account-ties.ts';
import { promote } from './promotion.ts';

type Sources = Pick<Services, 'process' | 'settings'>;

/** Resets the accounts of addresses that are new on the dean's list. */
export async function promoteDeans(
  tx: Transaction,
  services: Sources,
  addresses: readonly string[],
): Promise<void> {
  const accounts = await tx<{ id: number }[]>`
    select id from users where email = any(${[...addresses]}::citext[]) order by id for update`;
  for (const { id } of accounts) {
    const account = await lockAccount(tx, services, id);
    if (account) await promote(tx, { ...account, isDean: false }, 'dean');
  }
}

/** Under this name the addresses that a start found in DEAN_EMAILS are stored, as hashes. */
const storedName = 'environmentDeans';

const hashOf = (address: string) => createHash('sha256').update(address).digest('hex');

/**
 * Compares DEAN_EMAILS with the last start and treats added addresses like those an administrator adds. The first
 * start only stores them: those of an older version were in use before.
 */
export async function promoteEnvironmentDeans(services: Sources & Pick<Services, 'database'>): Promise<void> {
  const { database, process, settings } = services;
  const addresses = [...new Set(process.DEAN_EMAILS.map((address) => address.trim().toLowerCase()))].sort();
  const value = addresses.map(hashOf).join(' ');
  await database.transaction(systemAuthor, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('settings'))`;
    const [stored] = await tx<{ value: string }[]>`select value from secrets where name = ${storedName}`;
    if (stored?.value === value) return;
    if (stored) {
      const listed = addressesOf((await settings.current()).deanEmails).map((address) =>
        address.toLowerCase(),
      );
      const before = new Set([...stored.value.split(' '), ...listed.map(hashOf)]);
      await promoteDeans(
        tx,
        services,
        addresses.filter((address) => !before.has(hashOf(address))),
      );
    }
    await tx`insert into secrets (name, value) values (${storedName}, ${value})
      on conflict (name) do update set value = excluded.value`;
  });
}
