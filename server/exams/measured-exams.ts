import type { CountedQuestion } from '#domain/statistics/answer-sheet.ts';
import { type CohortScorer, scorersByMode } from '#domain/statistics/cohort-scoring.ts';
import { answeredBit, ItemResponses, restOf, totalOf } from '#domain/statistics/item-responses.ts';
import type { MeanTime } from '#domain/statistics/shown-figures.ts';
import { mapInBatches } from '#server/jobs/batches.ts';
import type { CohortExam } from './scoring.ts';

type Scored = {
  readonly score: number;
  readonly grade: number;
  /** The possible and the earned points, in total and by item. */
  readonly maxPoints: number;
  readonly sum: number;
  /** Items are numbered from 0 in the order of their first occurrence in the cohort. */
  readonly items: Int32Array;
  readonly earned: Float64Array;
  readonly shares: Float64Array;
};

/** Numbers versions from 0, so that figures of each are kept in lists; counts how often each was served and the time spent. */
function itemNumbers() {
  const numbers = new Map<number, number>();
  const [served, timed, spent]: [number[], number[], number[]] = [[], [], []];
  const numberOf = (question: CountedQuestion): number => {
    let number = numbers.get(question.versionId);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(question.versionId, number);
      for (const list of [served, timed, spent]) list.push(0);
    }
    served[number] = (served[number] ?? 0) + 1;
    if (question.spent >= 0) {
      timed[number] = (timed[number] ?? 0) + 1;
      spent[number] = (spent[number] ?? 0) + question.spent;
    }
    return number;
  };
  /** The mean time spent on each version in seconds, over the exams with known times. */
  const times = (): ReadonlyMap<number, MeanTime> => {
    const means = new Map<number, MeanTime>();
    for (const [id, number] of numbers) {
      const exams = timed[number] ?? 0;
      if (exams > 0) means.set(id, { seconds: (spent[number] ?? 0) / exams / 1000, exams });
    }
    return means;
  };
  return { numbers, served, numberOf, times };
}

/** Columns for the questions of all exams, cut into those of each: thousands of small arrays would cost more than the work. */
function columnsFor(exams: readonly CohortExam[]) {
  const length = exams.reduce((sum, { questions }) => sum + questions.length, 0);
  const [items, earned, shares] = [
    new Int32Array(length),
    new Float64Array(length),
    new Float64Array(length),
  ];
  let from = 0;
  return (count: number) => {
    const to = from + count;
    const cut = {
      items: items.subarray(from, to),
      earned: earned.subarray(from, to),
      shares: shares.subarray(from, to),
    };
    from = to;
    return cut;
  };
}

function scoredExam(
  exam: CohortExam,
  scorer: CohortScorer,
  numberOf: (question: CountedQuestion) => number,
  { items, earned, shares }: Pick<Scored, 'items' | 'earned' | 'shares'>,
  isPartial: boolean,
): Scored {
  const { questions } = exam;
  let [maxPoints, sum] = [0, 0];
  for (let index = 0; index < questions.length; index += 1) {
    const question = questions[index];
    if (!question) continue;
    const share = scorer.share(question);
    items[index] = numberOf(question);
    shares[index] = share;
    earned[index] = question.points * share;
    maxPoints += question.points;
    sum += question.points * share;
  }
  const { score, grade } = isPartial ? scorer.score(questions) : exam;
  return { score, grade, maxPoints, sum, items, earned, shares };
}

/** Scores each exam and collects the times and responses of each version, or the responses of some, best exams first. */
export async function measured({
  exams,
  isPartial,
  versionIds,
}: {
  readonly exams: readonly CohortExam[];
  /** Whether the exams have only some of their questions, so that their score covers only these. */
  readonly isPartial: boolean;
  readonly versionIds?: ReadonlySet<number>;
}) {
  const scorerOf = scorersByMode();
  const { numbers, served, numberOf, times } = itemNumbers();
  const columns = columnsFor(exams);
  const scored = await mapInBatches(exams, (exam) =>
    scoredExam(exam, scorerOf(exam.scoringMode), numberOf, columns(exam.questions.length), isPartial),
  );
  // Sorted by total, so that the groups of each item need no further sorting.
  const ranked = exams
    .flatMap(({ questions }, index) => {
      const one = scored[index];
      return one ? [{ one, questions, total: totalOf(one) }] : [];
    })
    .sort((a, b) => b.total - a.total);
  const byItem = [...numbers].map(([id, item]) =>
    versionIds === undefined || versionIds.has(id) ? new ItemResponses(served[item]) : undefined,
  );
  await mapInBatches(ranked, ({ one, questions, total }) => {
    const { items, earned, shares } = one;
    for (let index = 0; index < questions.length; index += 1) {
      const question = questions[index];
      if (!question) continue;
      const { points, shown, isAnswered } = question;
      const ticked = isAnswered ? question.ticked | answeredBit : 0;
      const rest = restOf(one, points, earned[index] ?? 0);
      byItem[items[index] ?? 0]?.add(shares[index] ?? 0, rest, total, shown, ticked);
    }
  });
  const responses = new Map([...numbers].map(([id, item]) => [id, byItem[item] ?? new ItemResponses()]));
  return { scored, responses, times: times() };
}
