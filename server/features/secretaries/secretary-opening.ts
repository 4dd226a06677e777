import { type SecretaryDraft, secretaryProblems } from '#domain/people/secretary-draft.ts';
import { accountOf } from '#server/accounts/account-of-row.ts';
import { ensureAccount } from '#server/accounts/ensure-account.ts';
import { opening } from '#server/crud/opening.ts';
import { secretaryScope } from '#server/scopes/row-scopes.ts';

type Draft = SecretaryDraft & { readonly email: string; readonly college: number };

/** Secretaries are managed by admins and, within their own colleges, by general secretaries. */
export const secretaryOpening = opening<Draft>({
  scope: secretaryScope,
  scopeField: 'college',
  told: { userId: accountOf },
  check: secretaryProblems,
  beforeWrite: ({ tx, draft: { email } }) =>
    ensureAccount(tx, { email, name: email.slice(0, email.indexOf('@')) }),
});
