import './structure-styles.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { DisciplineList } from './discipline-list.tsx';
import { askedDiscipline } from './list-address.ts';
import { StructurePage } from './structure-page.tsx';

/** The disciplines with what their exams ask; one that is named in the address is opened. */
export function Screen() {
  const disciplineId = askedDiscipline(useScreenAddress('DisciplineList').query);
  return disciplineId === undefined ? (
    <DisciplineList />
  ) : (
    <StructurePage key={disciplineId} disciplineId={disciplineId} />
  );
}
