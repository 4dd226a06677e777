import type { ExamStatistics } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { distributionOfShares } from '#domain/statistics/distribution.ts';
import { minServed } from '#domain/statistics/item-analysis.ts';
import { ItemResponses } from '#domain/statistics/item-responses.ts';
import { meanOf } from '#domain/statistics/moments.ts';
import { reliabilityOf } from '#domain/statistics/reliability.ts';
import type { Queryable } from '#server/db/database.ts';
import { statisticsOfVersion } from '#server/exams/item-statistics.ts';
import { measured } from '#server/exams/measured-exams.ts';
import { exposuresOf } from '#server/exams/question-exposure.ts';
import { mapInBatches } from '#server/jobs/batches.ts';
import { type CohortQuery, cohortOf, cohortOfDiscipline, type DisciplineQuery } from './cohort.ts';

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
  const { examName, parts, partId, isPartial, exams, papers, versions } = cohort;
  const [exposures, { scored, times, responses: ofSeen }] = await Promise.all([
    exposuresOf(sql, [...versions.keys()]),
    measured(cohort),
  ]);
  const responses = isPartial
    ? (await measured({ exams: papers, isPartial: false, versionIds: new Set(versions.keys()) })).responses
    : ofSeen;
  const { alpha, deviation, standardError, papersDiffer } = reliabilityOf(scored);
  // A grade belongs to the whole exam (ROLE-5).
  const grades = isPartial ? [] : scored.map(({ grade }) => grade);
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
    distribution: isPartial ? [] : distributionOf(grades),
    scores: distributionOfShares(
      scored.map(({ score, maxPoints }) => (maxPoints > 0 ? score / maxPoints : 0)),
    ),
    questions: await mapInBatches([...versions.values()], (version) =>
      statisticsOfVersion(
        version,
        responses.get(version.versionId) ?? new ItemResponses(),
        times.get(version.versionId),
        exposures.get(version.versionId),
      ),
    ),
  };
}
