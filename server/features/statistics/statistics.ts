import type { ExamStatistics, QuestionPage, QuestionStatistics } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { distributionOfGrades, distributionOfShares } from '#domain/statistics/distribution.ts';
import { minServed } from '#domain/statistics/item-analysis.ts';
import { isToReview } from '#domain/statistics/item-flags.ts';
import { ItemResponses } from '#domain/statistics/item-responses.ts';
import { meanOf } from '#domain/statistics/moments.ts';
import { reliabilityOf } from '#domain/statistics/reliability.ts';
import { shownJudged } from '#domain/statistics/shown-figures.ts';
import type { Queryable } from '#server/db/database.ts';
import { shownExposure, statisticsOfVersion } from '#server/exams/item-statistics.ts';
import { measured } from '#server/exams/measured-exams.ts';
import { exposuresOf } from '#server/exams/question-exposure.ts';
import { mapInBatches } from '#server/jobs/batches.ts';
import {
  type CohortQuery,
  cohortOf,
  type DisciplineQuery,
  fingerprintOf,
  keyOf,
  type Study,
  studyOf,
} from './cohort.ts';
import { recentResults } from './recent-results.ts';
import { sortedPage } from './sorted-page.ts';

/** A page of the questions, or all of them, with their counts. */
function listed(questions: readonly QuestionStatistics[], page: QuestionPage | undefined) {
  const flagged = questions.filter(({ flags }) => isToReview(flags));
  const shown = page?.onlyFlagged ? flagged : questions;
  const inOrder = shown.toSorted((a, b) => a.questionId - b.questionId || a.version - b.version);
  return {
    questions: sortedPage(inOrder, (question) => question[page?.sort ?? 'questionId'], page ?? {}),
    questionCount: questions.length,
    flaggedCount: flagged.length,
  };
}

/** What rests on the exams of a cohort. Names and exposures change without them and are read for each response. */
type CohortFigures = Omit<
  ExamStatistics,
  'examName' | 'parts' | 'partId' | 'fewest' | 'questionCount' | 'flaggedCount'
>;

/** The figures of a cohort with all its questions, computed from its ticks. */
async function figuresOf(sql: Queryable, study: Study): Promise<CohortFigures> {
  const cohort = await cohortOf(sql, study);
  const { isPartial, exams, papers, versions } = cohort;
  const { scored, times, responses: ofSeen } = await measured(cohort);
  const responses = isPartial
    ? (await measured({ exams: papers, isPartial: false, versionIds: new Set(versions.keys()) })).responses
    : ofSeen;
  const { alpha, deviation, standardError, papersDiffer } = reliabilityOf(scored);
  const questions = await mapInBatches([...versions.values()], (version) =>
    statisticsOfVersion(
      version,
      responses.get(version.versionId) ?? new ItemResponses(),
      times.get(version.versionId),
      undefined,
    ),
  );
  // A grade belongs to the whole exam (ROLE-5).
  const grades = isPartial ? [] : scored.map(({ grade }) => grade);
  return {
    isPartial,
    papersDiffer,
    sittings: scored.length,
    mean: meanOf(scored.map(({ score }) => score)) ?? null,
    maxPoints: meanOf(scored.map(({ maxPoints }) => maxPoints)) ?? null,
    meanGrade: meanOf(grades) ?? null,
    ...shownJudged(scored.length, {
      passRate: meanOf(grades.map((grade) => (grade >= passGrade ? 1 : 0))),
      reliability: alpha,
      standardError,
      deviation,
    }),
    scoringMode: exams[0]?.scoringMode ?? null,
    distribution: isPartial ? [] : distributionOfGrades(grades),
    scores: distributionOfShares(
      scored.map(({ score, maxPoints }) => (maxPoints > 0 ? score / maxPoints : 0)),
    ),
    questions,
  };
}

/** The statistics of a cohort, with a page of its questions or all of them (RESU-5). */
export function cohortStatistics(sql: Queryable) {
  const recent = recentResults<CohortFigures>();
  return async (
    actor: Actor,
    wanted: CohortQuery | DisciplineQuery,
    page?: QuestionPage,
  ): Promise<ExamStatistics> => {
    const study = await studyOf(sql, actor, wanted);
    const { questions, ...figures } = await recent(keyOf(study), await fingerprintOf(sql, study), () =>
      figuresOf(sql, study),
    );
    const exposures = await exposuresOf(
      sql,
      questions.map(({ versionId }) => versionId),
    );
    const exposed = questions.map((question) => ({
      ...question,
      ...shownExposure(exposures.get(question.versionId)),
    }));
    return {
      examName: study.examName,
      parts: [...study.parts],
      partId: study.partId,
      fewest: minServed,
      ...figures,
      ...listed(exposed, page),
    };
  };
}
