import type { SelectionOutcome } from '#contract/common.ts';
import { Refusal, refuse } from '#domain/errors.ts';

/**
 * Does something with each selected row, in a transaction of its own. What is refused stays as it is and is listed with
 * the reason; refuses when no row is in reach.
 */
export async function eachSelected(
  ids: readonly number[],
  act: (id: number) => Promise<unknown>,
): Promise<SelectionOutcome> {
  const uniqueIds = [...new Set(ids)];
  const failed: SelectionOutcome['failed'] = [];
  for (const id of uniqueIds) {
    try {
      await act(id);
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      failed.push({ id, error: failure.code, params: { ...failure.params } });
    }
  }
  const isReached =
    uniqueIds.length > failed.length || failed.some(({ error }) => error !== 'resource.notFound');
  return isReached ? { changed: uniqueIds.length - failed.length, failed } : refuse('resource.notFound');
}
