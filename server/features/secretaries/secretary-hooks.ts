import { type SecretaryDraft, secretaryProblems } from '#domain/people/secretary-draft.ts';
import { appoint, endAssignment } from '#server/accounts/account-changes.ts';
import { accountOf } from '#server/accounts/account-of-row.ts';
import { entityHooks } from '#server/crud/entity-hooks.ts';
import { secretaryScope } from '#server/scopes/row-scopes.ts';

type Draft = SecretaryDraft & { readonly email: string; readonly college: number };

/** Secretaries are managed by admins and, within their own colleges, by general secretaries. */
export const secretaryHooks = entityHooks<Draft>({
  scope: secretaryScope,
  scopeField: 'college',
  computed: { userId: accountOf },
  check: secretaryProblems,
  beforeWrite: ({ draft, before, ...changing }) =>
    appoint(changing, draft.email, before && String(before.email)),
  beforeRemove: ({ before, ...changing }) => endAssignment(changing, String(before.email)),
});
