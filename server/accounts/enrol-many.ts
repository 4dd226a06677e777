import { mayChangeAccount } from '#domain/access/account-rights.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { withoutTies } from './account-ties.ts';
import { languageOfSeries } from './own-language.ts';

const keyOf = (email: string) => email.toLowerCase();

/**
 * Locks the accounts of many addresses in the order of `lockAccounts`, against being renamed or moved; their owners can
 * still sign in and begin exams. Returns the addresses that have an account, in lower case.
 */
export async function lockAddresses(
  tx: Transaction,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await tx<{ email: string }[]>`
    select email::text from users where email = any(${[...new Set(addresses.map(keyOf))]}::citext[])
     order by id for key share`;
  return new Set(rows.map(({ email }) => keyOf(email)));
}

/**
 * Creates accounts for addresses without one, as `enrol` does for a single address. Returns the addresses it created, in
 * lower case; `enrol` decides about the others.
 */
export async function openAccounts(
  {
    tx,
    viewer,
    services,
  }: {
    readonly tx: Transaction;
    readonly viewer: Viewer;
    readonly services: Pick<Services, 'process' | 'settings'>;
  },
  people: readonly { readonly email: string; readonly name: string; readonly seriesId: number }[],
): Promise<ReadonlySet<string>> {
  const allowed: (typeof people)[number][] = [];
  for (const person of people)
    if (mayChangeAccount(viewer, await withoutTies(person.email, services))) allowed.push(person);
  if (allowed.length === 0) return new Set();
  const rows = await tx<{ email: string }[]>`
    insert into users (email, name, language)
    select email, name, ${languageOfSeries(tx, tx`"seriesId"`)}
      from jsonb_to_recordset(${tx.json(allowed as never)}) as given (email citext, name text, "seriesId" integer)
    on conflict do nothing returning email::text`;
  return new Set(rows.map(({ email }) => keyOf(email)));
}
