import type { ExamStatistics } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { scorersByMode } from '#domain/statistics/cohort-scoring.ts';
import { fewest, type ItemResponse } from '#domain/statistics/item-analysis.ts';
import { meanOf } from '#domain/statistics/moments.ts';
import { reliabilityOf } from '#domain/statistics/reliability.ts';
import type { Queryable } from '#server/db/database.ts';
import { bitsOf, exposuresOf, questionStatistics, timesOf } from '#server/exams/item-statistics.ts';
import { mapInPortions } from '#server/jobs/portions.ts';
import {
  type Cohort,
  cohortOf,
  cohortOfDiscipline,
  type WantedCohort,
  type WantedDiscipline,
} from './cohort.ts';

type Scored = {
  readonly score: number;
  readonly most: number;
  readonly grade: number;
  readonly items: readonly { readonly item: number; readonly earned: number }[];
};

/** Scores each exam and collects the responses to each version. */
export async function measured({ exams, isPartial }: Pick<Cohort, 'exams' | 'isPartial'>) {
  const scorerOf = scorersByMode();
  const responses = new Map<number, ItemResponse[]>();
  const scored = await mapInPortions(exams, (exam): Scored => {
    const scorer = scorerOf(exam.scoringMode);
    const shares = exam.questions.map((question) => scorer.share(question));
    const earned = exam.questions.map(({ points }, place) => points * (shares[place] ?? 0));
    const [sum, most] = [
      earned.reduce((a, b) => a + b, 0),
      exam.questions.reduce((all, { points }) => all + points, 0),
    ];
    for (const [place, question] of exam.questions.entries()) {
      const others = most - question.points;
      const response = {
        share: shares[place] ?? 0,
        rest: others > 0 ? (sum - (earned[place] ?? 0)) / others : 0,
        total: most > 0 ? sum / most : 0,
        ...bitsOf(question),
      };
      const known = responses.get(question.versionId);
      if (known) known.push(response);
      else responses.set(question.versionId, [response]);
    }
    const result = isPartial ? scorer.score(exam.questions) : exam;
    return {
      score: result.score,
      grade: result.grade,
      most,
      items: exam.questions.map(({ versionId }, place) => ({ item: versionId, earned: earned[place] ?? 0 })),
    };
  });
  return { scored, responses };
}

const wholeGrades = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** Grades from one whole grade up to the next; the last includes 10. */
const distributionOf = (grades: readonly number[]) =>
  wholeGrades.map((from) => ({
    from,
    to: from + 1,
    count: grades.filter((grade) => grade >= from && (grade < from + 1 || (from === 9 && grade === 10)))
      .length,
  }));

/** The statistics of a cohort, computed from its ticks when they are asked for (RESU-5). */
export async function statisticsOf(
  sql: Queryable,
  actor: Actor,
  wanted: WantedCohort | WantedDiscipline,
): Promise<ExamStatistics> {
  const cohort = await ('pkDiscipline' in wanted
    ? cohortOfDiscipline(sql, actor, wanted)
    : cohortOf(sql, actor, wanted));
  const { examName, parts, partId, isPartial, exams, versions } = cohort;
  const [times, exposures] = await Promise.all([timesOf(sql, exams), exposuresOf(sql, [...versions.keys()])]);
  const { scored, responses } = await measured(cohort);
  const { alpha, deviation, standardError, papersDiffer } = reliabilityOf(scored.map(({ items }) => items));
  const grades = scored.map(({ grade }) => grade);
  return {
    examName,
    parts: [...parts],
    partId,
    fewest,
    isPartial,
    papersDiffer,
    sittings: scored.length,
    mean: meanOf(scored.map(({ score }) => score)) ?? null,
    maxPoints: meanOf(scored.map(({ most }) => most)) ?? null,
    meanGrade: meanOf(grades) ?? null,
    passRate: meanOf(grades.map((grade) => (grade >= passGrade ? 1 : 0))) ?? null,
    deviation: deviation ?? null,
    reliability: alpha ?? null,
    standardError: standardError ?? null,
    scoringMode: exams[0]?.scoringMode ?? null,
    distribution: distributionOf(grades),
    questions: await mapInPortions([...versions.values()], (version) =>
      questionStatistics(
        version,
        responses.get(version.versionId) ?? [],
        times.get(version.versionId),
        exposures.get(version.versionId),
      ),
    ),
  };
}
