import {
  correctionOf,
  mayAppoint,
  mayChangeAccount,
  mayEndEnrolment,
  mayOpenAccount,
} from '#domain/access/account-rights.ts';
import { inScope } from '#domain/access/secretary-scope.ts';
import { problem, Refusal, refuse } from '#domain/errors.ts';
import { areTwoPeople } from '#domain/people/same-person.ts';
import { nameChanges, RefusedAttempt, writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { holdAccount, holdAccounts, type TiedAccount, untied } from './account-ties.ts';

/** What somebody wants with an account, as the audit log calls it. */
type Change = 'enrolment' | 'assignment' | 'name' | 'oneTimePassword';

/** Somebody who changes accounts, in a transaction that notes refused attempts. */
type Changing = {
  readonly tx: Transaction;
  readonly viewer: Viewer;
  readonly services: Pick<Services, 'process'>;
};

/** Who a row is about. */
type Named = { readonly email: string; readonly name: string };

type Tried = { readonly change: Change; readonly address: string; readonly account: TiedAccount | undefined };

const attemptOf = ({ change, address, account }: Tried) => ({
  action: 'accountChangeRefused',
  entity: 'users',
  entityId: account && String(account.id),
  after: { change, address },
});

/** Says no; the audit log keeps who tried what. `field` is where a form shows it. */
function refuseChange(tried: Tried, field?: 'email'): never {
  const code = 'account.needsAdministrator';
  throw new RefusedAttempt(code, field ? [problem(field, code)] : [], attemptOf(tried));
}

/** Gives an account another address. What was mailed to the old one opens it no more; its sign-ins go on. */
async function renameAccount(tx: Transaction, account: TiedAccount, { email, name }: Named): Promise<void> {
  await nameChanges(tx, 'addressCorrected');
  await tx`update users set email = ${email}, name = ${name},
                  invited_at = case when password_hash is not null then invited_at end where id = ${account.id}`;
  await forgetMailedLinks(tx, account.id);
  await nameChanges(tx, '');
}

/** Links that were sent by mail open an account no more; one that a sign-in was given still does. */
export async function forgetMailedLinks(tx: Transaction, userId: number): Promise<void> {
  await tx`delete from password_links where user_id = ${userId} and sign_in_id is null`;
}

/** An account that stands for nobody any more is closed: whoever gets its address next must not meet an old password. */
async function closeLeft(tx: Transaction, { id }: TiedAccount): Promise<void> {
  await nameChanges(tx, 'accountLeft');
  await tx`update users set password_hash = null, password_once = false where id = ${id}`;
  await tx`delete from password_links where user_id = ${id}`;
  await nameChanges(tx, '');
}

/** Brings a row to the account of its address: the one it has is renamed, or the row goes to another, made if need be. */
async function settle(
  tx: Transaction,
  from: TiedAccount | undefined,
  to: TiedAccount | undefined,
  named: Named,
): Promise<void> {
  if (from && correctionOf(from, to !== undefined) === 'rename') return renameAccount(tx, from, named);
  if (!to) await tx`insert into users (email, name) values (${named.email}, ${named.name})`;
  // Only the other address being taken has kept this account from being renamed: nothing else is left of it.
  if (from && correctionOf(from, false) === 'rename') await closeLeft(tx, from);
}

/** The account of a student takes over a corrected name, where whoever corrects it may do that. */
async function follow({ tx, viewer }: Changing, account: TiedAccount, { email, name }: Named): Promise<void> {
  if (account.name === name) return;
  if (!mayChangeAccount(viewer, account))
    return writeAuditEntry(tx, attemptOf({ change: 'name', address: email, account }));
  if (account.isAdmin || account.isTeacher || account.assignments.length > 0) return;
  await tx`update users set name = ${name} where id = ${account.id}`;
}

/** Sees to the account of an enrolment that is about to be written; `before` is who it was about (ROLE-12, SAFE-22). */
export async function enrol(
  changing: Changing,
  named: Named & { readonly personalId: string },
  before: Named | undefined,
): Promise<void> {
  const { tx, viewer, services } = changing;
  const { email } = named;
  const [from, to] = await holdAccounts(tx, services, [before?.email ?? email, email]);
  const stays = before !== undefined && from !== undefined && from.id === to?.id;
  if (stays) {
    if (before.name !== named.name) await follow(changing, from, named);
    return;
  }
  if (!mayChangeAccount(viewer, to ?? untied(email, services)))
    refuseChange({ change: 'enrolment', address: email, account: to }, 'email');
  if (before && from && !mayEndEnrolment(viewer, from))
    refuseChange({ change: 'enrolment', address: from.email, account: from }, 'email');
  // Two people with one account would sit each other's exams.
  if (to?.personalIds.some((id) => areTwoPeople(id, named.personalId)))
    throw new Refusal('student.addressOfAnother', {}, [problem('email', 'student.addressOfAnother')]);
  await settle(tx, before && from, to, named);
  if (to) await follow(changing, to, named);
}

/** What somebody is called of whom only the address is known. */
const localPart = (address: string) => address.slice(0, address.indexOf('@'));

/** Sees to the account of a secretary's assignment that is about to be written (ROLE-3, ROLE-12). */
export async function appoint(changing: Changing, email: string, before: string | undefined): Promise<void> {
  const { tx, viewer, services } = changing;
  const [from, to] = await holdAccounts(tx, services, [before ?? email, email]);
  if (before !== undefined && from && !mayAppoint(viewer, from))
    refuseChange({ change: 'assignment', address: from.email, account: from }, 'email');
  if (!mayAppoint(viewer, to ?? untied(email, services)))
    refuseChange({ change: 'assignment', address: email, account: to }, 'email');
  if (before !== undefined && from?.id === to?.id) return;
  const own = before === undefined ? undefined : from;
  const name = own && own.name !== localPart(own.email) ? own.name : localPart(email);
  await settle(tx, own, to, { email, name });
}

/** Lets an enrolment of an account be deleted. */
export async function endEnrolment({ tx, viewer, services }: Changing, email: string): Promise<void> {
  const [account] = await holdAccounts(tx, services, [email, email]);
  if (account && !mayEndEnrolment(viewer, account))
    refuseChange({ change: 'enrolment', address: email, account });
}

/** Lets an assignment of an account be deleted. */
export async function endAssignment({ tx, viewer, services }: Changing, email: string): Promise<void> {
  const [account] = await holdAccounts(tx, services, [email, email]);
  if (account && !mayAppoint(viewer, account))
    refuseChange({ change: 'assignment', address: email, account });
}

/**
 * The account that somebody may make a one-time password for, held until the transaction ends. One of which they reach no
 * enrolment does not exist for them.
 */
export async function openableAccount(
  { tx, viewer, services }: Changing,
  userId: number,
): Promise<TiedAccount> {
  const account = await holdAccount(tx, services, userId);
  if (!account) refuse('resource.notFound');
  if (mayOpenAccount(viewer, account)) return account;
  const tried: Tried = { change: 'oneTimePassword', address: account.email, account };
  if (account.enrolments.some((place) => inScope(viewer.assignments, place))) refuseChange(tried);
  throw new RefusedAttempt('resource.notFound', [], attemptOf(tried));
}
