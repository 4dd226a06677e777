import './structure-styles.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { DisciplineList } from './discipline-list.tsx';
import { requestedDiscipline } from './list-address.ts';
import { StructurePage } from './structure-page.tsx';

/** The disciplines with their exam structures, or the structure named in the address. */
export function Screen() {
  const disciplineId = requestedDiscipline(useScreenAddress('DisciplineList').query);
  return disciplineId === undefined ? (
    <DisciplineList />
  ) : (
    <StructurePage key={disciplineId} disciplineId={disciplineId} />
  );
}
