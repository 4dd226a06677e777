import { type Actor, isOf } from './actor.ts';
import { type Assignment, inScope, managesSecretary, type StudyPlace } from './secretary-scope.ts';

/** The parts of an account that decide who may change it. */
export type AccountTies = {
  readonly isAdmin: boolean;
  readonly isTeacher: boolean;
  /** On the list of the dean's office. */
  readonly isDean: boolean;
  readonly assignments: readonly Pick<Assignment, 'collegeId' | 'sectionId'>[];
  readonly enrolments: readonly StudyPlace[];
};

/** The user who changes an account, with a secretary's current assignments. */
type Changer = { readonly actor: Actor; readonly assignments: readonly Assignment[] };

/** Whether an account teaches, administers or belongs to the dean's office. */
const isAboveSecretaries = ({ isAdmin, isTeacher, isDean }: AccountTies): boolean =>
  isAdmin || isTeacher || isDean;

/** Whether an account has a role other than student, or the rights of the dean's office. */
const isStaff = (account: AccountTies): boolean =>
  isAboveSecretaries(account) || account.assignments.length > 0;

/** A role that an existing account can get. */
export type NewRole = 'secretary' | 'teacher' | 'dean';

/**
 * Whether a new role raises an account above those who could change it so far: secretaries for a student's account,
 * general secretaries for a secretary's.
 */
export const gainsRights = (account: AccountTies, role: NewRole): boolean =>
  role === 'secretary' ? !isStaff(account) : !isAboveSecretaries(account);

const studiesWithin = (assignments: readonly Assignment[], { enrolments }: AccountTies): boolean =>
  enrolments.every((studyPlace) => inScope(assignments, studyPlace));

/**
 * Whether the actor may change an account, add an enrolment to its address, or rename it. Administrators may change any
 * account; secretaries only a pure student account whose enrolments are all in their scope (ROLE-12).
 */
export function mayChangeAccount({ actor, assignments }: Changer, account: AccountTies): boolean {
  if (isOf(actor, 'admin')) return true;
  return isOf(actor, 'secretary') && !isStaff(account) && studiesWithin(assignments, account);
}

/** Like `mayChangeAccount`, but secretaries may not open an account without an enrolment. */
export function mayOpenAccount(changer: Changer, account: AccountTies): boolean {
  return (
    mayChangeAccount(changer, account) && (isOf(changer.actor, 'admin') || account.enrolments.length > 0)
  );
}

/**
 * Whether the actor may remove an enrolment in their scope from an account. For staff this removes a role, which ends
 * their sign-ins, so it is reserved to administrators.
 */
export function mayEndEnrolment({ actor }: Changer, account: AccountTies): boolean {
  return isOf(actor, 'admin') || (isOf(actor, 'secretary') && !isStaff(account));
}

/**
 * Whether the actor may make an account a secretary's, change its assignments or remove them. Administrators may for
 * any account; general secretaries only if the account has nothing outside the colleges and sections they manage.
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
 * The effect of correcting the address of an enrolment or assignment. An account with nothing else is
 * renamed; otherwise the row moves to the account of the new address.
 */
export function correctionOf(account: AccountTies, isAddressTaken: boolean): 'rename' | 'move' {
  const rows = account.enrolments.length + account.assignments.length;
  return rows === 1 && !isAboveSecretaries(account) && !isAddressTaken ? 'rename' : 'move';
}
