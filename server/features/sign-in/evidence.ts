import { accountMemory, addressMemory } from '#domain/sign-in/pace.ts';
import { type Account, accountColumns } from '#server/accounts/account.ts';
import type { Queryable } from '#server/db/database.ts';
import { officialSittingsOf } from '#server/exams/sitting.ts';
import type { Attempt } from './failures.ts';
import type { DatedEvidence } from './hostile-networks.ts';

/** How long a successful sign-in counts for its network, in hours. */
const signInMemory = 12;
/** Higher counts make no difference. */
const enough = 500;
/** The failures that make a network hostile even after a hundred people signed in from it. */
const enoughFailed = 2006;

type Row = (Account | { readonly id: null }) & {
  readonly now: number;
  readonly failures: number;
  readonly known: boolean;
  readonly sitting: boolean;
  readonly failed: number;
  readonly people: number;
};

/**
 * The account of an address, ignoring case, and the database's record of it tried from a network, with the query time in
 * microseconds. Unknown addresses run the same statement.
 */
export async function selectAccountWithEvidence(
  sql: Queryable,
  { email, address }: Attempt,
): Promise<{ readonly account: Account | undefined; readonly evidence: DatedEvidence }> {
  const [row] = await sql<Row[]>`
    select ${accountColumns(sql)}, (extract(epoch from clock_timestamp()) * 1000000)::bigint as now,
           coalesce((select failures from sign_in_failures where email = ${email} and address = ${address}
                        and at > now() - make_interval(mins => ${accountMemory})), 0) as failures,
           exists (select from sign_ins where user_id = u.id and address = ${address}
                      and created_at > now() - make_interval(hours => ${signInMemory})) as known,
           ${officialSittingsOf(sql, sql`u.id`)} is not null as sitting,
           (select count(*) from (select from sign_in_failures where address = ${address}
              and at > now() - make_interval(mins => ${addressMemory}) limit ${enoughFailed}) f) as failed,
           (select count(distinct user_id) from (select user_id from sign_ins where address = ${address}
              and created_at > now() - make_interval(hours => ${signInMemory})
              order by created_at desc limit ${enough}) s) as people
      from (select) attempt left join users u on u.email = ${email}`;
  if (!row) throw new Error('the database knows nothing');
  const { now, failures, known, sitting, failed, people, ...account } = row;
  return {
    account: account.id === null ? undefined : account,
    evidence: { now, pair: { failures, known, sitting }, network: { failed, people } },
  };
}
