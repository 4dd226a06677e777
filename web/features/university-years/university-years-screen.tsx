import { universityYear } from '#contract/entities/university-year.ts';
import { reversedSpan } from '#domain/calendar/order.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';

type Years = { readonly startYear: number | null; readonly endYear: number | null };

const entityHooks: HooksByEntity = {
  universityYear: { check: ({ startYear, endYear }: Years) => reversedSpan(startYear, endYear, 'endYear') },
};

export function Screen() {
  return <CrudScreen screen="UniversityYears" entities={[universityYear]} entityHooks={entityHooks} />;
}
