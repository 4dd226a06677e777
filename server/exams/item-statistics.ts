import type { QuestionStatistics } from '#contract/statistics.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { analyseItem } from '#domain/statistics/item-analysis.ts';
import { flagsOf } from '#domain/statistics/item-flags.ts';
import type { ItemResponses } from '#domain/statistics/item-responses.ts';
import { type MeanTime, shownFigures, shownSeconds, shownUse } from '#domain/statistics/shown-figures.ts';
import { mapInBatches } from '#server/jobs/batches.ts';
import type { Exposure } from './question-exposure.ts';
import type { CohortExam } from './scoring.ts';

/** A version that was served in a cohort. */
export type ServedVersion = {
  readonly versionId: number;
  readonly questionId: number;
  readonly version: number;
  readonly text: string;
  /** The key by which most of the cohort was scored: the corrected one, if any. */
  readonly key: number;
  readonly answers: readonly string[];
};

/** How many exams were scored with each key of a version, in the order of their first occurrence; nearly all have one. */
type KeyCount = { readonly key: number; exams: number; other: KeyCount | undefined };

function countKey(first: KeyCount, key: number): void {
  let count = first;
  while (count.key !== key) {
    count.other ??= { key, exams: 0, other: undefined };
    count = count.other;
  }
  count.exams += 1;
}

/** The key that most exams of a cohort were scored with, by version; of equal ones the first. */
export async function keysOf(exams: readonly CohortExam[]): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, KeyCount>();
  await mapInBatches(exams, ({ questions }) => {
    for (const { versionId, key } of questions) {
      const count = counts.get(versionId);
      if (count) countKey(count, key);
      else counts.set(versionId, { key, exams: 1, other: undefined });
    }
  });
  const mostUsed = (first: KeyCount): number => {
    let best = first;
    for (let one = first.other; one; one = one.other) if (one.exams > best.exams) best = one;
    return best.key;
  };
  return new Map([...counts].map(([versionId, count]) => [versionId, mostUsed(count)]));
}

export const shownExposure = (exposed: Exposure | undefined) => ({
  exposure: exposed?.exposure ?? 0,
  lastServed: exposed?.lastServed ?? null,
});

/** The figures of one version. */
export function statisticsOfVersion(
  version: ServedVersion,
  responses: ItemResponses,
  time: MeanTime | undefined,
  exposed: Exposure | undefined,
): QuestionStatistics {
  const item = analyseItem(responses, version.answers.length);
  const isCorrect = (answer: number) => isCorrectAt(version.key, answer);
  return {
    questionId: version.questionId,
    versionId: version.versionId,
    version: version.version,
    text: plainTextOf(version.text),
    served: item.served,
    omitted: item.omitted,
    ...shownFigures(item),
    seconds: shownSeconds(time),
    ...shownExposure(exposed),
    answers: item.answers.map((use) => ({
      text: plainTextOf(version.answers[use.answer] ?? ''),
      isCorrect: isCorrect(use.answer),
      ...shownUse(use),
    })),
    flags: flagsOf(item, isCorrect).map((flag) => ({
      kind: flag.kind,
      answer: 'answer' in flag ? flag.answer : null,
    })),
  };
}
