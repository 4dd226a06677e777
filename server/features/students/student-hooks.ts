import { refuseProblems } from '#domain/errors.ts';
import { personalIdProblems } from '#domain/people/personal-id-problems.ts';
import { phoneProblems } from '#domain/people/phone-number.ts';
import { endEnrolment, enrol } from '#server/accounts/account-changes.ts';
import { entityHooks } from '#server/crud/entity-hooks.ts';
import type { Transaction } from '#server/db/database.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';

type StudentDraft = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly cnp: string;
  readonly phoneNumber: string;
  readonly year: number;
  readonly seriesId: number;
};

async function today(tx: Transaction): Promise<string> {
  const [row] = await tx<{ today: string }[]>`select current_date::text as today`;
  return row?.today ?? '';
}

/** Students have a scope, a validated personal id, and an account for their address. */
export const studentHooks = entityHooks<StudentDraft>({
  scope: studentScope,
  scopeField: 'year',
  computed: { userId: (sql, _viewer, row) => sql`${sql(`${row}.user_id`)}` },
  check: ({ phoneNumber }) => phoneProblems(phoneNumber, 'phoneNumber'),
  beforeWrite: async ({ draft, before, ...changing }) => {
    refuseProblems(personalIdProblems(draft.cnp, 'cnp', await today(changing.tx)));
    await enrol(
      changing,
      {
        email: draft.email,
        name: `${draft.firstName} ${draft.lastName}`,
        personalId: draft.cnp,
        seriesId: draft.seriesId,
      },
      before && { email: String(before.email), name: `${before.first_name} ${before.last_name}` },
    );
  },
  beforeRemove: ({ before, ...changing }) => endEnrolment(changing, String(before.email)),
});
