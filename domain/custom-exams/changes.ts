import type { CustomExam, CustomExamPart } from './custom-exam.ts';

/** How an edit changes what students are asked, in the university's words. */
const examChanges = ['disciplines', 'order', 'counts', 'percents', 'duration'] as const;
export type ExamChange = (typeof examChanges)[number];

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The key of a part: parts with the same disciplines and kind are the same part, whatever the name. */
export const identityOf = ({ groupName, disciplines }: CustomExamPart): string =>
  [
    groupName === undefined ? 'summative' : 'integrative',
    ...disciplines.map(({ disciplineId }) => disciplineId).sort((a, b) => a - b),
  ].join(' ');

const inOrder = ({ disciplines }: CustomExamPart) => disciplines.map(({ disciplineId }) => disciplineId);
const counts = ({ disciplines }: CustomExamPart) =>
  disciplines
    .map(({ disciplineId, questions }) => [disciplineId, questions])
    .sort(([a = 0], [b = 0]) => a - b);
const byIdentity = (parts: readonly CustomExamPart[]) =>
  parts.toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));

/** All differences between two versions of an exam; names, credits and series do not change what is asked. */
export function changesOf(
  before: Pick<CustomExam, 'parts' | 'durationMinutes'>,
  after: Pick<CustomExam, 'parts' | 'durationMinutes'>,
): readonly ExamChange[] {
  const [old, next] = [byIdentity(before.parts), byIdentity(after.parts)];
  const differs: Record<ExamChange, boolean> = {
    disciplines: !same(old.map(identityOf), next.map(identityOf)),
    order: !same(before.parts.map(inOrder), after.parts.map(inOrder)),
    counts: !same(old.map(counts), next.map(counts)),
    percents: !same(
      old.map(({ percentSimple }) => percentSimple ?? null),
      next.map(({ percentSimple }) => percentSimple ?? null),
    ),
    duration: before.durationMinutes !== after.durationMinutes,
  };
  return examChanges.filter((change) => differs[change]);
}

/** Whether waiting papers must be redrawn; a change of duration alone does not require it. */
export const redrawsPapers = (changes: readonly ExamChange[]): boolean =>
  changes.some((change) => change !== 'duration');
