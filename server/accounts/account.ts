import type { Role } from '#domain/access/actor.ts';
import type { RoleSources } from '#domain/sign-in/account-roles.ts';
import type { Queryable } from '#server/db/database.ts';
import { isEnrolled, teaches } from './role-conditions.ts';

/** An account with its owner's current roles and enrolments. */
export type Account = RoleSources & {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly language: string;
  readonly passwordHash: string | null;
  readonly passwordOnce: boolean;
  readonly disabled: boolean;
};

/** The columns of an account from `users u`. */
export const accountColumns = (sql: Queryable) => sql`
  u.id, u.email, u.name, u.language, u.password_hash as "passwordHash", u.password_once as "passwordOnce",
  u.disabled_at is not null as disabled, u.is_admin as "isAdmin",
  ${teaches(sql)} as "isTeacher",
  array(select year from secretaries s where s.email = u.email) as "secretaryYears",
  ${isEnrolled(sql)} as "isEnrolled"`;

/** The account of an address, ignoring case. */
export async function selectOptionalAccount(sql: Queryable, email: string): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`select ${accountColumns(sql)} from users u where u.email = ${email}`;
  return account;
}

export async function selectOptionalAccountById(sql: Queryable, id: number): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`select ${accountColumns(sql)} from users u where u.id = ${id}`;
  return account;
}

/** Whether an account was added as a teacher; those of a discipline teach without it. */
export async function isMarkedTeacher(sql: Queryable, id: number): Promise<boolean> {
  const marked = await sql`select from users where id = ${id} and is_teacher`;
  return marked.count > 0;
}

/** One value or a list, as tokens carry them (AUTH-3). */
export const roleClaim = (roles: readonly Role[]): Role | Role[] => {
  const [only] = roles;
  return roles.length === 1 && only ? only : [...roles];
};
