import { refuse } from '#domain/errors.ts';
import { addressesOf } from '#domain/settings.ts';
import { systemAuthor, type Transaction } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import type { Services } from '#server/services.ts';
import { waitingDeansName } from '#server/settings/settings-cache.ts';
import { lockAccount, type TiedAccount } from './account-ties.ts';
import { environmentDeans, hashOfAddress } from './dean-list.ts';
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

/** Has hashes of all addresses ever found in DEAN_EMAILS, without those whose reset waits. */
const storedName = 'environmentDeans';

async function selectHashes(tx: Transaction, name: string): Promise<ReadonlySet<string> | undefined> {
  const [stored] = await tx<{ value: string }[]>`select value from secrets where name = ${name}`;
  return stored && new Set(stored.value.split(' ').filter(Boolean));
}

async function storeHashes(tx: Transaction, name: string, hashes: ReadonlySet<string>): Promise<void> {
  const value = [...hashes].join(' ');
  const [stored] = await tx`select from secrets where name = ${name} and value = ${value}`;
  if (stored) return;
  await tx`insert into secrets (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`;
}

/**
 * Treats addresses that no start found in DEAN_EMAILS before like those an administrator adds. None is forgotten:
 * machines that start in turn with different lists reset an account once. The first start only stores them: those of an
 * older version were in use before. An address whose account takes an exam waits (`resettingDeans`).
 */
export async function promoteEnvironmentDeans(services: Sources & Pick<Services, 'database'>): Promise<void> {
  const { database, process, settings } = services;
  const addresses = [...new Set(process.DEAN_EMAILS.map((address) => address.trim().toLowerCase()))].sort();
  await database.transaction(systemAuthor, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('settings'))`;
    const known = await selectHashes(tx, storedName);
    const added = addresses.filter((address) => !known?.has(hashOfAddress(address)));
    if (known && added.length === 0) return;
    const listed = addressesOf((await settings.current()).deanEmails).map((address) => address.toLowerCase());
    const unlisted = added.filter((address) => !listed.includes(address));
    const sitting = known ? await resetDeans(tx, services, unlisted) : [];
    const waiting = new Set(await selectHashes(tx, waitingDeansName));
    for (const address of added) waiting.delete(hashOfAddress(address));
    for (const { email } of sitting) waiting.add(hashOfAddress(email.toLowerCase()));
    const settled = added.map(hashOfAddress).filter((hash) => !waiting.has(hash));
    await storeHashes(tx, waitingDeansName, waiting);
    await storeHashes(tx, storedName, new Set([...(known ?? []), ...settled]));
  });
  settings.refresh();
}

/** Resets the accounts of waiting addresses in DEAN_EMAILS once their exam has ended, which makes them deans. */
export const resettingDeans: RepeatedJob<Services> = {
  start: (services, log) =>
    repeat(60_000, log, async () => {
      const counted = await environmentDeans(services);
      if (counted.length < services.process.DEAN_EMAILS.length) await promoteEnvironmentDeans(services);
    }),
};
