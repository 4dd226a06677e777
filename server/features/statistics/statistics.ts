import type { ExamStatistics } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { type CohortScorer, scorersByMode } from '#domain/statistics/cohort-scoring.ts';
import { distributionOfShares } from '#domain/statistics/distribution.ts';
import { minServed } from '#domain/statistics/item-analysis.ts';
import { ItemResponses } from '#domain/statistics/item-responses.ts';
import { meanOf } from '#domain/statistics/moments.ts';
import { reliabilityOf } from '#domain/statistics/reliability.ts';
import type { Queryable } from '#server/db/database.ts';
import { questionStatistics, timesOf } from '#server/exams/item-statistics.ts';
import { exposuresOf } from '#server/exams/question-exposure.ts';
import type { CohortExam } from '#server/exams/scoring.ts';
import { mapInBatches } from '#server/jobs/batches.ts';
import {
  type Cohort,
  type CohortQuery,
  cohortOf,
  cohortOfDiscipline,
  type DisciplineQuery,
} from './cohort.ts';

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

/** Numbers versions from 0, so that figures of each are kept in lists. */
function itemNumbers() {
  const numbers = new Map<number, number>();
  const numberOf = (versionId: number): number => {
    let number = numbers.get(versionId);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(versionId, number);
    }
    return number;
  };
  return { numbers, numberOf };
}

function scoredExam(
  exam: CohortExam,
  scorer: CohortScorer,
  numberOf: (versionId: number) => number,
  isPartial: boolean,
): Scored {
  const { questions } = exam;
  const items = new Int32Array(questions.length);
  const earned = new Float64Array(questions.length);
  const shares = new Float64Array(questions.length);
  let [maxPoints, sum] = [0, 0];
  for (let index = 0; index < questions.length; index += 1) {
    const question = questions[index];
    if (!question) continue;
    const share = scorer.share(question);
    items[index] = numberOf(question.versionId);
    shares[index] = share;
    earned[index] = question.points * share;
    maxPoints += question.points;
    sum += question.points * share;
  }
  const { score, grade } = isPartial ? scorer.score(questions) : exam;
  return { score, grade, maxPoints, sum, items, earned, shares };
}

/** Scores each exam and collects the responses to each version, best exams first. */
export async function measured({ exams, isPartial }: Pick<Cohort, 'exams' | 'isPartial'>) {
  const scorerOf = scorersByMode();
  const { numbers, numberOf } = itemNumbers();
  const scored = await mapInBatches(exams, (exam) =>
    scoredExam(exam, scorerOf(exam.scoringMode), numberOf, isPartial),
  );
  // Sorted by total, so that the groups of each item need no further sorting.
  const ranked = exams
    .flatMap((exam, index) => {
      const one = scored[index];
      return one
        ? [{ ...one, questions: exam.questions, total: one.maxPoints > 0 ? one.sum / one.maxPoints : 0 }]
        : [];
    })
    .sort((a, b) => b.total - a.total);
  const byItem = Array.from({ length: numbers.size }, () => new ItemResponses());
  await mapInBatches(ranked, ({ questions, items, maxPoints, sum, total, earned, shares }) => {
    for (let index = 0; index < questions.length; index += 1) {
      const question = questions[index];
      if (!question) continue;
      const { points, shown, ticked } = question;
      const others = maxPoints - points;
      const rest = others > 0 ? (sum - (earned[index] ?? 0)) / others : 0;
      byItem[items[index] ?? 0]?.add({ share: shares[index] ?? 0, rest, total, shown, ticked });
    }
  });
  const responses = new Map([...numbers].map(([id, item]) => [id, byItem[item] ?? new ItemResponses()]));
  return { scored, responses };
}

const wholeGrades = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** The number of grades from each whole grade up to the next; the last includes 10. */
const distributionOf = (grades: readonly number[]) =>
  wholeGrades.map((from) => ({
    from,
    to: from + 1,
    count: grades.filter((grade) => grade >= from && (grade < from + 1 || (from === 9 && grade === 10)))
      .length,
  }));

/** The statistics of a cohort, computed from its ticks on request (RESU-5). */
export async function statisticsOf(
  sql: Queryable,
  actor: Actor,
  wanted: CohortQuery | DisciplineQuery,
): Promise<ExamStatistics> {
  const cohort = await ('pkDiscipline' in wanted
    ? cohortOfDiscipline(sql, actor, wanted)
    : cohortOf(sql, actor, wanted));
  const { examName, parts, partId, isPartial, exams, versions } = cohort;
  const [exposures, { scored, responses }] = await Promise.all([
    exposuresOf(sql, [...versions.keys()]),
    measured(cohort),
  ]);
  const times = await timesOf(exams);
  const { alpha, deviation, standardError, papersDiffer } = reliabilityOf(scored);
  const grades = scored.map(({ grade }) => grade);
  return {
    examName,
    parts: [...parts],
    partId,
    fewest: minServed,
    isPartial,
    papersDiffer,
    sittings: scored.length,
    mean: meanOf(scored.map(({ score }) => score)) ?? null,
    maxPoints: meanOf(scored.map(({ maxPoints }) => maxPoints)) ?? null,
    meanGrade: meanOf(grades) ?? null,
    passRate: meanOf(grades.map((grade) => (grade >= passGrade ? 1 : 0))) ?? null,
    deviation: deviation ?? null,
    reliability: alpha ?? null,
    standardError: standardError ?? null,
    scoringMode: exams[0]?.scoringMode ?? null,
    distribution: distributionOf(grades),
    scores: distributionOfShares(
      scored.map(({ score, maxPoints }) => (maxPoints > 0 ? score / maxPoints : 0)),
    ),
    questions: await mapInBatches([...versions.values()], (version) =>
      questionStatistics(
        version,
        responses.get(version.versionId) ?? new ItemResponses(),
        times.get(version.versionId),
        exposures.get(version.versionId),
      ),
    ),
  };
}
