import { type FieldProblem, problem } from '../errors.ts';

/** A slot of a room, as times of day written HH:MM. */
export type SlotHours = { readonly startHour: string; readonly endHour: string };

/** A slot starts before it ends. */
export function slotProblems({ startHour, endHour }: SlotHours): readonly FieldProblem[] {
  return endHour <= startHour ? [problem('endHour', 'validation.endBeforeStart')] : [];
}
