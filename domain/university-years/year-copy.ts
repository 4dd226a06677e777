/**
 * What copying does with a discipline: create it in the new year; complete an earlier copy with what is
 * missing; nothing, because the copy is complete; or nothing, because the new year has another discipline with its code.
 */
export const copyOutcomes = ['create', 'complete', 'same', 'taken'] as const;
export type CopyOutcome = (typeof copyOutcomes)[number];

/** The discipline of the new year that corresponds to one of the old year. */
export type Counterpart = {
  readonly isCopy: boolean;
  readonly missingQuestions: number;
  readonly missingChapters: number;
  readonly missesStructure: boolean;
};

export function copyOutcome(counterpart: Counterpart | undefined): CopyOutcome {
  if (counterpart === undefined) return 'create';
  if (!counterpart.isCopy) return 'taken';
  const { missingQuestions, missingChapters, missesStructure } = counterpart;
  return missingQuestions > 0 || missingChapters > 0 || missesStructure ? 'complete' : 'same';
}

/** Whether copying changes anything. */
export const isCopied = (outcome: CopyOutcome): boolean => outcome === 'create' || outcome === 'complete';

type UniversityYear = { readonly startYear: number | null; readonly endYear: number | null };

/** Whether students can move up from one university year into another: it begins later, as far as both are dated. */
export const mayFollow = (from: UniversityYear, to: UniversityYear): boolean => {
  const [first, second] = [startOf(from), startOf(to)];
  return first === null || second === null || second > first;
};

const startOf = ({ startYear, endYear }: UniversityYear) =>
  startYear ?? (endYear === null ? null : endYear - 1);

/** The next university year; undefined when the current one has no dates. */
export function yearAfter(year: UniversityYear): { startYear: number; endYear: number } | undefined {
  const { endYear } = year;
  const start = startOf(year);
  return start === null ? undefined : { startYear: start + 1, endYear: (endYear ?? start + 1) + 1 };
}
