import { personalIdProblems } from '#domain/people/personal-id-problems.ts';
import { endEnrolment, enrol } from '#server/accounts/account-changes.ts';
import { entityHooks } from '#server/crud/entity-hooks.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';

type StudentDraft = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly cnp: string;
  readonly year: number;
};

/** Students are reached by scope, have a personal identifier that is checked, and an account behind their address. */
export const studentHooks = entityHooks<StudentDraft>({
  scope: studentScope,
  scopeField: 'year',
  computed: { userId: (sql, _viewer, row) => sql`${sql(`${row}.user_id`)}` },
  check: ({ cnp }) => personalIdProblems(cnp, 'cnp'),
  beforeWrite: ({ draft, before, ...changing }) =>
    enrol(
      changing,
      { email: draft.email, name: `${draft.firstName} ${draft.lastName}`, personalId: draft.cnp },
      before && { email: String(before.email), name: `${before.first_name} ${before.last_name}` },
    ),
  beforeRemove: ({ before, ...changing }) => endEnrolment(changing, String(before.email)),
});
