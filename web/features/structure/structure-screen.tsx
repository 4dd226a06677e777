import './structure-styles.ts';
import { useSearch } from '@tanstack/react-router';
import { DisciplineList } from './discipline-list.tsx';
import { askedDiscipline } from './list-address.ts';
import { StructurePage } from './structure-page.tsx';

/** The disciplines with what their exams ask; one that is named in the address is opened. */
export function Screen() {
  const disciplineId = askedDiscipline(useSearch({ strict: false }));
  return disciplineId === undefined ? (
    <DisciplineList />
  ) : (
    <StructurePage key={disciplineId} disciplineId={disciplineId} />
  );
}
