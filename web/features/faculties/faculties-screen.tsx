import { college } from '#contract/entities/faculty.ts';
import { percentProblems } from '#domain/faculties/default-percents.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';

const entityHooks: HooksByEntity = {
  college: { check: percentProblems },
  section: { check: percentProblems },
};

/** Colleges, their sections, and the series of each section. */
export function Screen() {
  return <CrudScreen screen="Faculties" entities={[college]} entityHooks={entityHooks} />;
}
