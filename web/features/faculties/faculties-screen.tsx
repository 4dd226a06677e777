import { college } from '#contract/entities/faculty.ts';
import { percentProblems } from '#domain/faculties/default-percents.ts';
import { CrudScreen } from '#web/crud/crud-screen.tsx';
import type { HooksByEntity } from '#web/crud/entity-hooks.ts';

const entityHooks: HooksByEntity = {
  college: { check: percentProblems },
  section: { check: percentProblems },
};

/** Colleges, under them their sections, under those the series. */
export function Screen() {
  return <CrudScreen screen="Faculties" entities={[college]} entityHooks={entityHooks} />;
}
