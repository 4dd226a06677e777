import type { Structure } from '#contract/structure.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { textOfCode } from '#web/base/error-text.ts';
import type { StructureForm } from './structure-form.ts';

/** Props shared by all parts of the editor. */
export type PartProps = {
  readonly form: StructureForm;
  readonly structure: Structure;
  readonly problems: readonly FieldProblem[];
  readonly onChange: (form: StructureForm) => void;
  readonly onLeave: (path: string) => void;
};

/** The first problem at a path, in words. */
export function textAt(problems: readonly FieldProblem[], path: string): string | undefined {
  const found = problems.find((problem) => problem.path === path);
  return found && textOfCode(found.error, found.params);
}
