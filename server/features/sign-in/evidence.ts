import { accountMemory, addressMemory } from '#domain/sign-in/pace.ts';
import type { Queryable } from '#server/db/database.ts';
import { officialSittingsOf } from '#server/exams/sitting.ts';
import type { DatedEvidence } from './hostile-networks.ts';

/** How long a successful sign-in counts for its network, in hours. */
const signInMemory = 12;
/** Higher counts make no difference. */
const enough = 500;
/** The failures that make a network hostile even after a hundred people signed in from it. */
const enoughFailed = 2006;

type Row = {
  readonly now: number;
  readonly failures: number;
  readonly known: boolean;
  readonly sitting: boolean;
  readonly failed: number;
  readonly people: number;
};

/**
 * The database's record of an account tried from a network, with the query time in microseconds. Unknown addresses
 * run the same statement.
 */
export async function selectEvidence(
  sql: Queryable,
  email: string,
  network: string,
  userId = 0,
): Promise<DatedEvidence> {
  const [row] = await sql<Row[]>`
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now,
           coalesce((select failures from sign_in_failures where email = ${email} and address = ${network}
                        and at > now() - make_interval(mins => ${accountMemory})), 0) as failures,
           exists (select from sign_ins where user_id = ${userId} and address = ${network}
                      and created_at > now() - make_interval(hours => ${signInMemory})) as known,
           ${officialSittingsOf(sql, sql`${userId}`)} is not null as sitting,
           (select count(*) from (select from sign_in_failures where address = ${network}
              and at > now() - make_interval(mins => ${addressMemory}) limit ${enoughFailed}) f) as failed,
           (select count(distinct user_id) from (select user_id from sign_ins where address = ${network}
              and created_at > now() - make_interval(hours => ${signInMemory})
              order by created_at desc limit ${enough}) s) as people`;
  if (!row) throw new Error('the database knows nothing');
  const { now, failures, known, sitting, failed, people } = row;
  return { now, pair: { failures, known, sitting }, network: { failed, people } };
}
