import type { ContestGroup } from '#contract/contestation-desk.ts';

/** One appeal about one question; version 0 is a technical complaint as a whole. */
export type Appeal = { readonly contestId: number; readonly version: number };

export const appealsOf = (groups: readonly ContestGroup[]): Appeal[] =>
  groups.flatMap(({ contests, versionId }) =>
    contests.map((contestId) => ({ contestId, version: versionId ?? 0 })),
  );

export const isSameAppeal = (one: Appeal, other: Appeal) =>
  one.contestId === other.contestId && one.version === other.version;

/**
 * The previous or next appeal in the queue. An appeal that is no longer in the queue was just settled: the first waiting
 * one comes next.
 */
export function neighbourOf(appeals: readonly Appeal[], current: Appeal, step: 1 | -1): Appeal | undefined {
  const at = appeals.findIndex((appeal) => isSameAppeal(appeal, current));
  if (at === -1) return step === 1 ? appeals[0] : undefined;
  return appeals[at + step];
}
