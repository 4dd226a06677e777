import {
  correctionOf,
  mayAppoint,
  mayChangeAccount,
  mayEndEnrolment,
  mayOpenAccount,
} from '#domain/access/account-rights.ts';
import { isDean } from '#domain/access/actor.ts';
import { inScope } from '#domain/access/secretary-scope.ts';
import { problem, Refusal, refuse } from '#domain/errors.ts';
import { areTwoPeople } from '#domain/people/same-person.ts';
import { leftAddressOf } from '#domain/privacy/erasure.ts';
import { type AuditEntry, nameChanges, RefusedAttempt, writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { lockAccount, lockAccounts, type TiedAccount, withoutTies } from './account-ties.ts';
import { deanList } from './dean-list.ts';
import { languageOfSeries } from './own-language.ts';
import { promote } from './promotion.ts';

/** An attempted change of an account, as named in the audit log. */
type Change = 'enrolment' | 'assignment' | 'name' | AccountAction;

/** An action on an account itself. */
type AccountAction = 'oneTimePassword' | 'passwordLink' | 'disable' | 'enable';

/** The person changing accounts, in a transaction that audits refused attempts. */
type ChangeContext = {
  readonly tx: Transaction;
  readonly viewer: Viewer;
  readonly services: Pick<Services, 'process' | 'settings'>;
};

/** The person a row belongs to; a new account of a student gets the language of their series. */
type PersonOfRow = { readonly email: string; readonly name: string; readonly seriesId?: number };

type AddressChange = {
  readonly change: Change;
  readonly address: string;
  readonly account: TiedAccount | undefined;
};

const attemptOf = ({ change, address, account }: AddressChange): AuditEntry => ({
  action: 'accountChangeRefused',
  entity: 'users',
  entityId: account && String(account.id),
  after: { change, address },
});

/** Refuses and audits the attempt. `field` is where a form shows the error. */
function refuseChange(tried: AddressChange, field?: 'email'): never {
  const code = 'account.needsAdministrator';
  throw new RefusedAttempt(code, field ? [problem(field, code)] : [], attemptOf(tried));
}

/**
 * Changes an account's address. Links mailed to the old one stop working; sign-ins continue, unless the new address
 * belongs to the dean's office.
 */
async function renameAccount(
  { tx, services }: ChangeContext,
  account: TiedAccount,
  { email, name }: PersonOfRow,
): Promise<void> {
  await nameChanges(tx, 'addressCorrected');
  await tx`update users set email = ${email}, name = ${name},
                  invited_at = case when password_hash is not null then invited_at end where id = ${account.id}`;
  await deleteMailedLinks(tx, account.id);
  await nameChanges(tx, '');
  if (isDean(email, await deanList(services))) await promote(tx, account, 'dean');
}

/** Invalidates mailed links; one issued to a sign-in stays valid. */
export async function deleteMailedLinks(tx: Transaction, userId: number): Promise<void> {
  await tx`delete from password_links where user_id = ${userId} and sign_in_id is null`;
}

/**
 * Closes an account without any rows: the next owner of its address must not inherit a password. It stays linked with the account its
 * row moves to, because both belong to one person.
 */
async function closeAbandonedAccount(tx: Transaction, { id }: TiedAccount, to: TiedAccount): Promise<void> {
  await nameChanges(tx, 'accountLeft');
  await tx`update users set password_hash = null, password_once = false, left_for = ${to.id} where id = ${id}`;
  await tx`update users set left_for = ${to.id} where left_for = ${id}`;
  await tx`delete from password_links where user_id = ${id}`;
  await nameChanges(tx, '');
}

/** Takes the address from a left account, so that its next owner gets a new account. */
async function freeAddress(
  tx: Transaction,
  account: TiedAccount | undefined,
): Promise<TiedAccount | undefined> {
  if (!account?.isLeft) return account;
  await nameChanges(tx, 'accountLeft');
  await tx`update users set email = ${leftAddressOf(account.id)}, invited_at = coalesce(invited_at, now()) where id = ${account.id}`;
  await nameChanges(tx, '');
  return undefined;
}

/** Moves a row to the account of its address: renames the current account, or uses another, created if needed. */
async function settle(
  context: ChangeContext,
  from: TiedAccount | undefined,
  to: TiedAccount | undefined,
  person: PersonOfRow,
): Promise<void> {
  const { tx } = context;
  if (from && correctionOf(from, to !== undefined) === 'rename') return renameAccount(context, from, person);
  if (!to)
    await tx`insert into users (email, name, language)
             values (${person.email}, ${person.name}, ${languageOfSeries(tx, tx`${person.seriesId ?? null}::integer`)})`;
  // The account was not renamed only because the address is taken; it has no other rows.
  if (from && to && correctionOf(from, false) === 'rename') await closeAbandonedAccount(tx, from, to);
}

/** Updates the name of a student's account, if the editor may change it. */
async function follow(
  { tx, viewer }: ChangeContext,
  account: TiedAccount,
  { email, name }: PersonOfRow,
): Promise<void> {
  if (account.name === name) return;
  if (!mayChangeAccount(viewer, account))
    return writeAuditEntry(tx, attemptOf({ change: 'name', address: email, account }));
  if (account.isAdmin || account.isTeacher || account.assignments.length > 0) return;
  await tx`update users set name = ${name} where id = ${account.id}`;
}

/** Finds, creates or moves the account of an enrolment before it is written; `before` is its previous owner (ROLE-12, SAFE-22). */
export async function enrol(
  context: ChangeContext,
  person: PersonOfRow & { readonly personalId: string; readonly seriesId: number },
  before: PersonOfRow | undefined,
): Promise<void> {
  const { tx, viewer, services } = context;
  const { email } = person;
  const [from, held] = await lockAccounts(tx, services, [before?.email ?? email, email]);
  const to = await freeAddress(tx, held);
  const keepsAddress = before !== undefined && from !== undefined && from.id === to?.id;
  if (keepsAddress) {
    if (before.name !== person.name) await follow(context, from, person);
    return;
  }
  if (!mayChangeAccount(viewer, to ?? (await withoutTies(email, services))))
    refuseChange({ change: 'enrolment', address: email, account: to }, 'email');
  if (before && from && !mayEndEnrolment(viewer, from))
    refuseChange({ change: 'enrolment', address: from.email, account: from }, 'email');
  // Two people sharing an account would sit each other's exams.
  if (to?.personalIds.some((id) => areTwoPeople(id, person.personalId)))
    throw new Refusal('student.addressOfAnother', {}, [problem('email', 'student.addressOfAnother')]);
  await settle(context, before && from, to, person);
  if (to) await follow(context, to, person);
}

/** A name for a person with only an address. */
const localPart = (address: string) => address.slice(0, address.indexOf('@'));

/** Finds, creates or moves the account of a secretary's assignment before it is written (ROLE-3, ROLE-12). */
export async function appoint(
  context: ChangeContext,
  email: string,
  before: string | undefined,
): Promise<void> {
  const { tx, viewer, services } = context;
  const [from, held] = await lockAccounts(tx, services, [before ?? email, email]);
  const to = await freeAddress(tx, held);
  if (before !== undefined && from && !mayAppoint(viewer, from))
    refuseChange({ change: 'assignment', address: from.email, account: from }, 'email');
  if (!mayAppoint(viewer, to ?? (await withoutTies(email, services))))
    refuseChange({ change: 'assignment', address: email, account: to }, 'email');
  if (before !== undefined && from?.id === to?.id) return;
  const own = before === undefined ? undefined : from;
  const name = own && own.name !== localPart(own.email) ? own.name : localPart(email);
  await settle(context, own, to, { email, name });
  if (to) await promote(tx, to, 'secretary');
}

/** Checks the right to delete an enrolment of an account. */
export async function endEnrolment({ tx, viewer, services }: ChangeContext, email: string): Promise<void> {
  const [account] = await lockAccounts(tx, services, [email, email]);
  if (account && !mayEndEnrolment(viewer, account))
    refuseChange({ change: 'enrolment', address: email, account });
}

/** Checks the right to delete an assignment of an account. */
export async function endAssignment({ tx, viewer, services }: ChangeContext, email: string): Promise<void> {
  const [account] = await lockAccounts(tx, services, [email, email]);
  if (account && !mayAppoint(viewer, account))
    refuseChange({ change: 'assignment', address: email, account });
}

/**
 * The account a person may open, reset or disable, locked until the transaction ends. An account without an
 * enrolment in their scope does not exist for them.
 */
export async function openableAccount(
  { tx, viewer, services }: ChangeContext,
  userId: number,
  change: AccountAction = 'oneTimePassword',
): Promise<TiedAccount> {
  const account = await lockAccount(tx, services, userId);
  if (!account) refuse('resource.notFound');
  if (mayOpenAccount(viewer, account)) return account;
  const tried: AddressChange = { change, address: account.email, account };
  if (account.enrolments.some((studyPlace) => inScope(viewer.assignments, studyPlace))) refuseChange(tried);
  throw new RefusedAttempt('resource.notFound', [], attemptOf(tried));
}
