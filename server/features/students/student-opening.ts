import { personalIdProblems } from '#domain/people/personal-id-problems.ts';
import { accountOf } from '#server/accounts/account-of-row.ts';
import { ensureStudentAccount } from '#server/accounts/ensure-account.ts';
import { opening } from '#server/crud/opening.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';

type StudentDraft = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly cnp: string;
  readonly year: number;
};

/** Students are reached by scope, have a personal identifier that is checked, and an account behind their address. */
export const studentOpening = opening<StudentDraft>({
  scope: studentScope,
  scopeField: 'year',
  told: { userId: accountOf },
  check: ({ cnp }) => personalIdProblems(cnp, 'cnp'),
  beforeWrite: ({ tx, draft }) =>
    ensureStudentAccount(tx, { email: draft.email, name: `${draft.firstName} ${draft.lastName}` }),
});
