import { accountMemory, addressMemory, type Failures } from '#domain/sign-in/pace.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Database, Transaction } from '#server/db/database.ts';

export type Attempt = { readonly email: string; readonly address: string };

/** Notes a wrong password for all processes to see and says how many there were of late, this one included. */
export async function noteFailure(
  database: Database,
  author: Author,
  attempt: Attempt,
  userId: number | undefined,
): Promise<Failures> {
  return database.transaction(author, async (tx) => {
    await tx`insert into sign_in_failures (email, address) values (${attempt.email}, ${attempt.address})`;
    await writeAuditEntry(tx, { action: 'signInFailed', entity: 'users', entityId: userId?.toString() });
    const [counts] = await tx<Failures[]>`
      select (select count(*) from sign_in_failures
               where email = ${attempt.email} and at > now() - make_interval(mins => ${accountMemory})) as "ofAccount",
             (select count(distinct email) from sign_in_failures
               where address = ${attempt.address} and at > now() - make_interval(mins => ${addressMemory}))
               as "accountsFromAddress"`;
    return counts ?? { ofAccount: 1, accountsFromAddress: 1 };
  });
}

/** Whoever got in may have mistyped before; what others tried from elsewhere stays counted. */
export async function forgetFailures(tx: Transaction, attempt: Attempt): Promise<void> {
  await tx`delete from sign_in_failures where email = ${attempt.email} and address = ${attempt.address}`;
}
