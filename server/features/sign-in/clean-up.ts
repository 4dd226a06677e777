import { accountMemory, addressMemory } from '#domain/sign-in/pace.ts';
import type { Transaction } from '#server/db/database.ts';

const failureMemory = Math.max(accountMemory, addressMemory);
/** A portion at a time, so that nobody's sign-in waits for the removal of a long past. */
const portion = 200;

/** Removes sign-ins, links and failures that serve nobody any more; leaves alone what another process is removing. */
export async function removeWhatRanOut(tx: Transaction): Promise<void> {
  await tx`delete from sign_in_failures where id in (
    select id from sign_in_failures where at < now() - make_interval(mins => ${failureMemory}) order by at
    limit ${portion} for update skip locked)`;
  await tx`delete from password_links where token_hash in (
    select token_hash from password_links where expires_at < now() order by expires_at
    limit ${portion} for update skip locked)`;
  await tx`delete from sign_ins where id in (
    select id from sign_ins where expires_at < now() - interval '1 day' order by expires_at
    limit ${portion} for update skip locked)`;
}
