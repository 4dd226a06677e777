import type { AccountTies } from '#domain/access/account-rights.ts';
import { isDean } from '#domain/access/actor.ts';
import type { StudyPlace } from '#domain/access/secretary-scope.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { deanList } from './dean-list.ts';
import { isEnrolled, isSecretary, teaches } from './role-conditions.ts';

/** An account with its roles and enrolments. */
export type TiedAccount = AccountTies & {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  /** Whether its last row moved to another account and it has no role since. */
  readonly isLeft: boolean;
  /** The personal identifiers of its enrolments. */
  readonly personalIds: readonly string[];
};

type Row = Omit<TiedAccount, 'isDean' | 'assignments'> & {
  readonly enrolments: readonly StudyPlace[];
  readonly assignments: readonly { readonly collegeId: number; readonly sectionId: number | null }[];
};

type DeanSources = Pick<Services, 'process' | 'settings'>;

/** SQL: whether account `u` was left and has no role since. */
export const isLeft = (sql: Queryable): Fragment => sql`
  (u.left_for is not null and not u.is_admin and not ${teaches(sql)} and not ${isEnrolled(sql)} and not ${isSecretary(sql)})`;

async function selectTies(
  sql: Queryable,
  services: DeanSources,
  condition: Fragment,
): Promise<TiedAccount | undefined> {
  const [row] = await sql<Row[]>`
    select u.id, u.email, u.name, u.is_admin as "isAdmin", ${isLeft(sql)} as "isLeft",
           ${teaches(sql)} as "isTeacher",
           (select coalesce(json_agg(json_build_object('collegeId', s.college_id, 'sectionId', s.section_id)), '[]')
              from secretaries s where s.email = u.email) as assignments,
           (select coalesce(json_agg(json_build_object('collegeId', e.college_id, 'sectionId', e.section_id,
                                                       'seriesId', e.series_id, 'year', e.year)), '[]')
              from students e where e.user_id = u.id) as enrolments,
           array(select e.cnp from students e where e.user_id = u.id) as "personalIds"
      from users u where ${condition}`;
  return (
    row && {
      ...row,
      isDean: isDean(row.email, await deanList(services)),
      assignments: row.assignments.map(({ collegeId, sectionId }) => ({
        collegeId,
        sectionId: sectionId ?? undefined,
      })),
    }
  );
}

/** The current account of an id. */
export const selectTiedAccount = (
  sql: Queryable,
  services: DeanSources,
  id: number,
): Promise<TiedAccount | undefined> => selectTies(sql, services, sql`u.id = ${id}`);

/** An address without an account; it can still be on the dean's list. */
export const withoutTies = async (address: string, services: DeanSources): Promise<AccountTies> => ({
  isAdmin: false,
  isTeacher: false,
  isDean: isDean(address, await deanList(services)),
  assignments: [],
  enrolments: [],
});

/**
 * The accounts of two addresses, locked until the transaction ends against enrolling, appointing and renaming. Locks
 * are taken in a fixed order, so that exchanging addresses cannot deadlock.
 */
export async function lockAccounts(
  tx: Transaction,
  services: DeanSources,
  addresses: readonly [string, string],
): Promise<[TiedAccount | undefined, TiedAccount | undefined]> {
  const [first, second] = addresses;
  await tx`select from users where email in (${first}, ${second}) order by id for update`;
  return [
    await selectTies(tx, services, tx`u.email = ${first}`),
    await selectTies(tx, services, tx`u.email = ${second}`),
  ];
}

/** The account of an id, locked until the transaction ends. */
export async function lockAccount(
  tx: Transaction,
  services: DeanSources,
  id: number,
): Promise<TiedAccount | undefined> {
  await tx`select from users where id = ${id} for update`;
  return selectTiedAccount(tx, services, id);
}
