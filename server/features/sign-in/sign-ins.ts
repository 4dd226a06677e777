import { randomUUID } from 'node:crypto';
import type { TokenClaims } from '#contract/auth.ts';
import { isDean } from '#domain/access/actor.ts';
import { graceSeconds } from '#domain/exam-taking/time.ts';
import { rolesOf, yearOf } from '#domain/sign-in/account-roles.ts';
import { entriesOfDay } from '#domain/sign-in/sign-in-days.ts';
import { type Account, roleClaim } from '#server/accounts/account.ts';
import { deanList } from '#server/accounts/dean-list.ts';
import { currentAuthor } from '#server/db/audit-entry.ts';
import type { Fragment, Transaction } from '#server/db/database.ts';
import { isSatNow } from '#server/exams/conditions.ts';
import type { Services } from '#server/services.ts';
import { type Enrolment, type StorageKey, storageKeyColumns } from './enrolments.ts';
import { type Attempt, deleteFailures } from './failures.ts';

/** A sign-in that was just opened or extended; times in seconds since 1970, by the database's clock. */
export type SignIn = { readonly id: string; readonly issuedAt: number; readonly endsAt: number };

const signInColumns = (tx: Transaction) => tx`id, floor(extract(epoch from now()))::float8 as "issuedAt",
  floor(extract(epoch from expires_at))::float8 as "endsAt"`;

/**
 * SQL: when a sign-in that starts or is renewed now ends: after the configured lifetime, but not before the official
 * exam its owner is taking is over. A candidate who reads without touching the computer must not be signed out.
 */
const endOfSignIn = (tx: Transaction, minutes: number, userId: Fragment) => tx`
  greatest(now() + make_interval(mins => ${minutes}),
    (select max(e.deadline) + make_interval(secs => ${graceSeconds})
       from exams e where e.user_id = ${userId} and ${tx.unsafe(isSatNow('e'))}))`;

const lifetime = async (services: Services) => (await services.settings.current()).tokenExpirationMinutes;

/** SQL: what opening a sign-in needs of a row of `users`. */
export const ownerColumns = (tx: Transaction): Fragment => tx`id, ${storageKeyColumns(tx)}`;

type NewSignIn = {
  /** SQL: selects the `ownerColumns` of the account, which is locked; no row when it may not sign in. */
  readonly owner: Fragment;
  readonly studentId: number | undefined;
  readonly attempt: Attempt;
};

/**
 * Opens a sign-in with the configured lifetime, clears the typos before it, and writes its audit entry unless the account
 * has too many today; undefined without an owner. One statement, as thousands sign in at once.
 */
export async function openSignIn(
  services: Services,
  tx: Transaction,
  { owner, studentId, attempt }: NewSignIn,
): Promise<(SignIn & StorageKey) | undefined> {
  const minutes = await lifetime(services);
  const id = randomUUID();
  const [signIn] = await tx<(SignIn & StorageKey)[]>`
    with owner as (${owner}),
         last as (insert into last_sign_ins (user_id, at) select id, now() from owner
                  on conflict (user_id) do update set at = excluded.at),
         today as (insert into sign_in_days as d (user_id, day, sign_ins, last_at, last_sign_in)
                   select id, current_date, 1, now(), ${id}::uuid from owner
                   on conflict (user_id, day) do update
                      set sign_ins = d.sign_ins + 1, last_at = excluded.last_at, last_sign_in = excluded.last_sign_in
                   returning sign_ins),
         entry as (insert into audit_log (actor_id, request_id, action, entity, entity_id)
                   select ${currentAuthor(tx)}, 'signIn', 'sign_ins', ${id} from today where sign_ins <= ${entriesOfDay}),
         cleared as (${deleteFailures(tx, attempt)} and exists (select from owner)),
         opened as (insert into sign_ins (id, user_id, student_id, address, expires_at)
                    select ${id}::uuid, id, ${studentId ?? null}::int, ${attempt.address}::inet,
                           ${endOfSignIn(tx, minutes, tx`owner.id`)} from owner
                    returning ${signInColumns(tx)})
    select opened.*, "storageOwner", "storageKey" from opened cross join owner`;
  return signIn;
}

/** Extends a sign-in and sets its enrolment; undefined when it has ended. */
export async function prolongSignIn(
  services: Services,
  tx: Transaction,
  id: string,
  studentId: number | undefined,
): Promise<SignIn | undefined> {
  const minutes = await lifetime(services);
  const [signIn] = await tx<SignIn[]>`
    update sign_ins set student_id = ${studentId ?? null},
           expires_at = greatest(expires_at, ${endOfSignIn(tx, minutes, tx`sign_ins.user_id`)})
     where id = ${id} and revoked_at is null returning ${signInColumns(tx)}`;
  return signIn;
}

/** Ends every sign-in of an account except the given one, on all processes. */
export async function endSignIns(tx: Transaction, userId: number, keep: string | null): Promise<void> {
  await tx`update sign_ins set revoked_at = now()
            where user_id = ${userId} and revoked_at is null and id is distinct from ${keep}`;
}

/** The token of a sign-in. `Language` is the owner's language for messages, not the language of study. */
export async function issueToken(
  services: Services,
  account: Account,
  enrolment: Enrolment | undefined,
  signIn: SignIn,
): Promise<string> {
  const claims: TokenClaims = {
    sub: String(account.id),
    jti: signIn.id,
    exp: signIn.endsAt,
    iat: signIn.issuedAt,
    Language: account.language,
    Email: account.email,
    Year: yearOf(account, enrolment?.year),
    role: roleClaim(rolesOf(account)),
    dean: isDean(account.email, await deanList(services)),
    pkStudent: enrolment?.id ?? null,
  };
  return services.tokens.issue(claims);
}
