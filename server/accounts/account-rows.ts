import type { Account } from '#contract/accounts.ts';
import type { ProductSettings } from '#domain/settings.ts';
import { passwordSource, rolesOf } from '#domain/sign-in/account-roles.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { isSatNow } from '#server/exams/conditions.ts';
import { isEnrolled, isSecretary, teaches } from './role-conditions.ts';

type Row = Omit<Account, 'roles' | 'password'> & {
  readonly isAdmin: boolean;
  readonly isTeacher: boolean;
  readonly isSecretary: boolean;
  readonly isEnrolled: boolean;
  readonly password: 'own' | 'once' | 'none';
};

const moment = (sql: Queryable, column: Fragment) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The accounts matching a condition on `users u`, as administrators see them. */
export async function selectAccounts(
  sql: Queryable,
  settings: ProductSettings,
  condition: Fragment,
  rest: Fragment,
): Promise<Account[]> {
  const rows = await sql<Row[]>`
    select u.id, u.email, u.name, u.is_admin as "isAdmin", ${teaches(sql)} as "isTeacher",
           ${isSecretary(sql)} as "isSecretary", ${isEnrolled(sql)} as "isEnrolled",
           ${moment(sql, sql`u.disabled_at`)} as "disabledAt", ${moment(sql, sql`u.created_at`)} as "createdAt",
           case when u.password_hash is null then 'none' when u.password_once then 'once' else 'own' end as password,
           (select ${moment(sql, sql`l.at`)} from last_sign_ins l where l.user_id = u.id) as "lastSignInAt",
           exists (select from exams sat where sat.user_id = u.id and ${sql.unsafe(isSatNow('sat'))}) as "isSitting"
      from users u where ${condition} ${rest}`;
  return rows.map(({ isAdmin, isTeacher, isSecretary, isEnrolled, password, ...row }) => {
    const sources = { isAdmin, isTeacher, isEnrolled, secretaryYears: isSecretary ? [0] : [] };
    const roles: Account['roles'] = [
      ...(isAdmin ? (['admin'] as const) : []),
      ...(isTeacher ? (['teacher'] as const) : []),
      ...(isSecretary ? (['secretary'] as const) : []),
      ...(isEnrolled ? (['student'] as const) : []),
    ];
    return {
      ...row,
      roles: roles.length === 0 ? ['none'] : roles,
      password: passwordSource(rolesOf(sources), settings) === 'directory' ? 'directory' : password,
    };
  });
}
