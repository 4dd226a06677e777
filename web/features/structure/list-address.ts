import type { ScreenQuery } from '#domain/access/addresses.ts';

const idPattern = /^[1-9]\d{0,8}$/;

/** The discipline whose structure the address requests. */
export function requestedDiscipline(query: ScreenQuery<'DisciplineList'>): number | undefined {
  return idPattern.test(query.disciplineId ?? '') ? Number(query.disciplineId) : undefined;
}
