import { type Actor, isOf } from './actor.ts';
import { type Assignment, inScope, managesSecretary, type Place } from './secretary-scope.ts';

/** What an account stands for, as far as it decides who may change it. */
export type AccountTies = {
  readonly isAdmin: boolean;
  readonly isTeacher: boolean;
  /** On the list of the dean's office. */
  readonly isDean: boolean;
  readonly assignments: readonly Pick<Assignment, 'collegeId' | 'sectionId'>[];
  readonly enrolments: readonly Place[];
};

/** The person who changes an account, with a secretary's current assignments. */
type Changer = { readonly actor: Actor; readonly assignments: readonly Assignment[] };

/** Whether an account teaches, administers or belongs to the dean's office. */
const isAboveSecretaries = ({ isAdmin, isTeacher, isDean }: AccountTies): boolean =>
  isAdmin || isTeacher || isDean;

/** Whether an account has a role beyond that of a student, or the rights of the dean's office. */
const isStaff = (account: AccountTies): boolean =>
  isAboveSecretaries(account) || account.assignments.length > 0;

const studiesWithin = (assignments: readonly Assignment[], { enrolments }: AccountTies): boolean =>
  enrolments.every((place) => inScope(assignments, place));

/**
 * Whether somebody may change an account, give its address an enrolment, or rename it: an administrator any, a secretary
 * one that is nothing but a student's and whose enrolments are all within their scope (ROLE-12).
 */
export function mayChangeAccount({ actor, assignments }: Changer, account: AccountTies): boolean {
  if (isOf(actor, 'admin')) return true;
  return isOf(actor, 'secretary') && !isStaff(account) && studiesWithin(assignments, account);
}

/** As `mayChangeAccount`; an account without an enrolment is no secretary's to open. */
export function mayOpenAccount(changer: Changer, account: AccountTies): boolean {
  return (
    mayChangeAccount(changer, account) && (isOf(changer.actor, 'admin') || account.enrolments.length > 0)
  );
}

/**
 * Whether somebody may take an enrolment within their scope away from an account. Staff lose a role with it, which ends
 * their sign-ins, so that only an administrator does that.
 */
export function mayEndEnrolment({ actor }: Changer, account: AccountTies): boolean {
  return isOf(actor, 'admin') || (isOf(actor, 'secretary') && !isStaff(account));
}

/**
 * Whether somebody may make an account a secretary's, change what it is assigned to or end that: an administrator any, a
 * general secretary one that has nothing outside the colleges and sections they manage.
 */
export function mayAppoint({ actor, assignments }: Changer, account: AccountTies): boolean {
  if (isOf(actor, 'admin')) return true;
  return (
    isOf(actor, 'generalSecretary') &&
    !isAboveSecretaries(account) &&
    account.assignments.every((assignment) => managesSecretary(assignments, assignment)) &&
    studiesWithin(assignments, account)
  );
}

/**
 * What correcting the address of an enrolment or assignment does. An account that stands for nothing else takes the new
 * address and stays what it is; otherwise the row goes to the account of the new address.
 */
export function correctionOf(account: AccountTies, isAddressTaken: boolean): 'rename' | 'move' {
  const rows = account.enrolments.length + account.assignments.length;
  return rows === 1 && !isAboveSecretaries(account) && !isAddressTaken ? 'rename' : 'move';
}
