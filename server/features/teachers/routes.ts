import { callsOf } from '#contract/crud-calls.ts';
import type { Draft } from '#contract/draft.ts';
import { teacher } from '#contract/entities/discipline.ts';
import { isMarkedTeacher } from '#server/accounts/account.ts';
import { lockAccounts } from '#server/accounts/account-ties.ts';
import { promote } from '#server/accounts/promotion.ts';
import type { CrudHooks } from '#server/crud/entity-hooks.ts';
import { writerOf } from '#server/crud/routes.ts';
import { create } from '#server/crud/writing.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';

/** Adding a teacher marks an existing account of the address; all other calls for teachers are generic. */
export function teacherRoutes(services: Services, hooks: CrudHooks): Route[] {
  const write = writerOf(services, hooks, teacher);
  return [
    route(callsOf(teacher).create, (input) =>
      write(input, async (writing) => {
        const draft = input.body as Draft;
        const { sql: tx } = writing;
        const email = String(draft.email);
        const [account] = await lockAccounts(tx, services, [email, email]);
        if (!account || (await isMarkedTeacher(tx, account.id))) return create(writing, draft);
        await promote(tx, account, 'teacher');
        return create(writing, draft, account.id);
      }),
    ),
  ];
}
