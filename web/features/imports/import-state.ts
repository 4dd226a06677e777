import type { WholeImport } from '#contract/imports.ts';

/** Whether its rows are still being read or checked. */
export const isBeforeReview = ({ state }: Pick<WholeImport, 'state'>): boolean =>
  state === 'reading' || state === 'checking';

/** How many of the rows are done, and of how many: while it is checked of all, then of those to write. */
export function progressOf({ state, rows, written, counts }: WholeImport): { done: number; total: number } {
  if (state === 'checking') return { done: rows - counts.unchecked, total: rows };
  const done = written + counts.failed;
  return { done, total: done + counts.waiting };
}
