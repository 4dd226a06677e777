import { inAuditLog } from '#domain/sign-in/failure-hours.ts';
import { accountMemory, addressMemory, type Failures } from '#domain/sign-in/pace.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Database, Fragment, Transaction } from '#server/db/database.ts';

export type Attempt = { readonly email: string; readonly address: string };

/** Higher counts do not change the delay. */
const enough = 200;

/** Counts a wrong password of an account in this hour; unknown addresses share one counter. Returns the count. */
async function countInHour(tx: Transaction, userId: number | undefined): Promise<number> {
  const [row] = await tx<{ failures: number }[]>`
    insert into sign_in_failure_hours as h (user_id, hour, failures)
    values (${userId ?? null}, date_trunc('hour', now()), 1)
    on conflict on constraint sign_in_failure_hours_once do update set failures = h.failures + 1
    returning failures`;
  return row?.failures ?? 1;
}

/** Records a wrong password for all processes and returns the recent failures, including this one. */
export async function noteFailure(
  database: Database,
  author: Author,
  { email, address }: Attempt,
  userId: number | undefined,
): Promise<Failures> {
  return database.transaction(author, async (tx) => {
    await tx`
      insert into sign_in_failures as f (email, address, failures) values (${email}, ${address}, 1)
      on conflict (email, address) do update set at = now(),
        failures = case when f.at > now() - make_interval(mins => ${accountMemory}) then f.failures + 1 else 1 end`;
    const nth = await countInHour(tx, userId);
    if (inAuditLog(nth) === 'entry')
      await writeAuditEntry(tx, { action: 'signInFailed', entity: 'users', entityId: userId?.toString() });
    const [counts] = await tx<Failures[]>`
      select (select coalesce(sum(failures), 0) from (select failures from sign_in_failures
               where email = ${email} and at > now() - make_interval(mins => ${accountMemory})
               limit ${enough}) a) as "ofAccount",
             (select count(*) from (select from sign_in_failures
               where address = ${address} and at > now() - make_interval(mins => ${addressMemory})
               limit ${enough}) n) as "accountsFromAddress"`;
    return counts ?? { ofAccount: 1, accountsFromAddress: 1 };
  });
}

/** SQL: clears the owner's typos after a successful sign-in; failures from other networks still count. */
export const deleteFailures = (tx: Transaction, { email, address }: Attempt): Fragment => tx`
  delete from sign_in_failures where email = ${email} and address = ${address}`;
