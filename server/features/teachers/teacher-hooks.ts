import { refuse } from '#domain/errors.ts';
import { deleteMailedLinks } from '#server/accounts/account-changes.ts';
import { entityHooks } from '#server/crud/entity-hooks.ts';
import { teacherScope } from '#server/scopes/teacher-scope.ts';

/**
 * Teachers are accounts with a mark. Adding one marks the account of the address, or creates it. Deleting one removes
 * the mark and keeps the account, which may belong to a secretary, a student or the history of the bank.
 */
export const teacherHooks = entityHooks<{ readonly name: string; readonly email: string }>({
  scope: teacherScope,
  scopeField: 'email',
  afterChange: async ({ tx, draft, id, before }) => {
    if (draft.email.toLowerCase() !== String(before.email).toLowerCase()) await deleteMailedLinks(tx, id);
  },
  remove: async ({ tx, id }) => {
    const [row] = await tx<{ count: number }[]>`
      select count(*) from discipline_teachers t join users u on u.email = t.email where u.id = ${id}`;
    if (row && row.count > 0) refuse('resource.inUse', { by: 'discipline', count: row.count });
    await tx`update users set is_teacher = false where id = ${id}`;
  },
  computed: {
    disciplineCount: (sql, _viewer, row) =>
      sql`(select count(*)::int from discipline_teachers t where t.email = ${sql(`${row}.email`)})`,
  },
});
