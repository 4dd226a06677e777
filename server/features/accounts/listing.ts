import type { Account, addAccount, listAccounts } from '#contract/accounts.ts';
import type { BodyOfCall, QueryOfCall } from '#contract/call.ts';
import { selectAccounts } from '#server/accounts/account-rows.ts';
import { isEnrolled, isSecretary, teaches } from '#server/accounts/role-conditions.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import type { Author, Fragment, Queryable } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import type { Services } from '#server/services.ts';

type Query = Omit<QueryOfCall<typeof listAccounts>, 'skip' | 'take'>;

function ofRole(sql: Queryable, role: NonNullable<Query['role']>): Fragment {
  const conditions: Record<typeof role, Fragment> = {
    admin: sql`u.is_admin`,
    teacher: teaches(sql),
    secretary: isSecretary(sql),
    student: isEnrolled(sql),
    none: sql`not (u.is_admin or ${teaches(sql)} or ${isSecretary(sql)} or ${isEnrolled(sql)})`,
  };
  return conditions[role];
}

function orderOf(sql: Queryable, { sort, desc }: Query): Fragment {
  const keys: Record<Query['sort'], Fragment> = {
    name: sql`u.name collate natural_ro`,
    email: sql`u.email`,
    createdAt: sql`u.created_at`,
  };
  const direction = desc ? sql`desc` : sql`asc`;
  return sql`order by ${keys[sort]} ${direction}, u.id ${direction}`;
}

const filterOf = (sql: Queryable, query: Query): Fragment =>
  allOf(sql, [
    ...(query.search ? [sql`u.search like search_pattern(${query.search})`] : []),
    ...(query.role ? [ofRole(sql, query.role)] : []),
    ...(query.state
      ? [query.state === 'disabled' ? sql`u.disabled_at is not null` : sql`u.disabled_at is null`]
      : []),
  ]);

export async function pageOfAccounts(services: Services, query: QueryOfCall<typeof listAccounts>) {
  const { sql } = services.database;
  const filter = filterOf(sql, query);
  const page = sql`${orderOf(sql, query)} offset ${query.skip} limit ${query.take}`;
  const [items, [counted]] = await Promise.all([
    selectAccounts(sql, await services.settings.current(), filter, page),
    sql<{ total: number }[]>`select count(*)::int as total from users u where ${filter}`,
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** The accounts of the list in its order, in batches; their ids are read first, so that the cost stays linear. */
export async function* allAccounts(
  { database: { sql }, settings }: Services,
  query: Query,
  atOnce = 1000,
): AsyncGenerator<Account[]> {
  const found = await sql<{ id: number }[]>`
    select u.id from users u where ${filterOf(sql, query)} ${orderOf(sql, query)}`;
  for (let from = 0; from < found.length; from += atOnce) {
    const ids = found.slice(from, from + atOnce).map(({ id }) => id);
    yield await selectAccounts(
      sql,
      await settings.current(),
      sql`u.id = any(${ids}::int[])`,
      sql`order by array_position(${ids}::int[], u.id)`,
    );
  }
}

/** Adds an account without a password; its owner gets a link by mail, or staff print a one-time password. */
export async function createAccount(
  { database }: Services,
  { email, name, language, isTeacher, isAdmin }: BodyOfCall<typeof addAccount>,
  author: Author,
): Promise<{ id: number }> {
  return database.transaction(author, async (tx) => {
    await nameChanges(tx, 'accountAdded');
    const [row] = await tx<{ id: number }[]>`
      insert into users (email, name, language, is_teacher, is_admin)
      values (${email}, ${name}, ${language}, ${isTeacher}, ${isAdmin}) returning id`;
    if (!row) throw new Error('the account was not stored');
    return row;
  });
}
