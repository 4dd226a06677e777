import { universityYear } from '#contract/entities/university-year.ts';
import { reversedSpan } from '#domain/calendar/order.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { Openings } from '#web/crud/openings.ts';

type Years = { readonly startYear: number | null; readonly endYear: number | null };

const openings: Openings = {
  universityYear: { check: ({ startYear, endYear }: Years) => reversedSpan(startYear, endYear, 'endYear') },
};

export function Screen() {
  return <CrudScreen entities={[universityYear]} openings={openings} />;
}
