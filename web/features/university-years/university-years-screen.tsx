import { universityYear } from '#contract/entities/university-year.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';

export function Screen() {
  return <CrudScreen screen="UniversityYears" entities={[universityYear]} />;
}
