import type { ScreenQuery } from '#domain/access/addresses.ts';
import { numberIn } from '#web/base/number-in.ts';

/** The discipline whose structure the address requests. */
export function requestedDiscipline(query: ScreenQuery<'DisciplineList'>): number | undefined {
  return numberIn(query.disciplineId);
}
