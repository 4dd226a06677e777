import { refuse } from '#domain/errors.ts';
import { entityHooks } from '#server/crud/entity-hooks.ts';
import { seriesScope } from '#server/scopes/row-scopes.ts';

/**
 * A series keeps its year while disciplines are taught to it or secretaries of that year are assigned to it.
 * The write locks the row, and choosing the series locks it too, so the two never race.
 */
export const seriesHooks = entityHooks<{ readonly year: number }>({
  scope: seriesScope,
  beforeWrite: async ({ tx, draft, id, before }) => {
    if (id === undefined || before?.year === draft.year) return;
    const [used] = await tx<{ disciplines: number; secretaries: number }[]>`
      select (select count(*) from discipline_series where series_id = ${id})::int as disciplines,
             (select count(*) from secretary_series l join secretaries s on s.id = l.secretary_id
               where l.series_id = ${id} and s.year > 0)::int as secretaries`;
    const { disciplines = 0, secretaries = 0 } = used ?? {};
    if (disciplines > 0) refuse('resource.inUse', { by: 'discipline', count: disciplines });
    if (secretaries > 0) refuse('resource.inUse', { by: 'secretar', count: secretaries });
  },
});
