import type { Transaction } from '#server/db/database.ts';

/** Makes the account behind an address if there is none; one that exists keeps what it has. */
export async function ensureAccount(
  tx: Transaction,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await tx`insert into users (email, name) values (${email}, ${name}) on conflict (email) do nothing`;
}

/** As `ensureAccount`; the account of somebody who is only a student also takes over a corrected name. */
export async function ensureStudentAccount(
  tx: Transaction,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await tx`
    insert into users (email, name) values (${email}, ${name})
    on conflict (email) do update set name = excluded.name
     where users.name <> excluded.name and not users.is_admin and not users.is_teacher
       and not exists (select from secretaries s where s.email = users.email)
       and not exists (select from discipline_teachers t where t.email = users.email)`;
}
