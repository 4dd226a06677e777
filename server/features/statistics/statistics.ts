import type { ExamStatistics, QuestionStatistics } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { plainText, readRichText } from '#domain/question-bank/rich-text.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import { type CohortScorer, cohortScorer } from '#domain/statistics/cohort-scoring.ts';
import { analyseItem, fewest, type ItemResponse } from '#domain/statistics/item-analysis.ts';
import { flagsOf } from '#domain/statistics/item-flags.ts';
import { meanOf } from '#domain/statistics/moments.ts';
import { reliabilityOf } from '#domain/statistics/reliability.ts';
import type { Queryable } from '#server/db/database.ts';
import type { CohortExam, CohortQuestion } from '#server/exams/scoring.ts';
import { mapInPortions } from '#server/jobs/portions.ts';
import {
  type Cohort,
  cohortOf,
  cohortOfDiscipline,
  type ServedVersion,
  type WantedCohort,
  type WantedDiscipline,
} from './cohort.ts';

/** One scorer per mode: exams of several sessions can have several. */
export function scorers(): (mode: ScoringMode) => CohortScorer {
  const known = new Map<ScoringMode, CohortScorer>();
  return (mode) => {
    const scorer = known.get(mode) ?? cohortScorer(mode);
    known.set(mode, scorer);
    return scorer;
  };
}

/** Shown and ticked answers as bits of the bank's order. */
function bitsOf({ slots, ticks }: CohortQuestion): { shown: number; ticked: number } {
  let [shown, ticked] = [0, 0];
  for (const [place, slot] of slots.entries()) {
    shown |= 1 << slot;
    if ((ticks & (1 << place)) !== 0) ticked |= 1 << slot;
  }
  return { shown, ticked };
}

type Scored = {
  readonly score: number;
  readonly most: number;
  readonly grade: number;
  readonly items: readonly { readonly item: number; readonly earned: number }[];
};

/** Scores each exam and collects the responses to each version. */
export async function measured({ exams, isPartial }: Pick<Cohort, 'exams' | 'isPartial'>) {
  const scorerOf = scorers();
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
    const told = isPartial ? scorer.score(exam.questions) : exam;
    return {
      score: told.score,
      grade: told.grade,
      most,
      items: exam.questions.map(({ versionId }, place) => ({ item: versionId, earned: earned[place] ?? 0 })),
    };
  });
  return { scored, responses };
}

/** Longer than this nobody looks at one question. */
const mostSeconds = 1800;

/** As many exams are enough for mean times. */
const mostTimed = 500;

/**
 * The mean time between the event before a save and the save, summed per exam and question, by version; of the newest
 * exams, if there are many.
 */
async function timesOf(sql: Queryable, exams: readonly CohortExam[]): Promise<ReadonlyMap<number, number>> {
  const timed = exams.slice(-mostTimed).map(({ examId }) => examId);
  const rows = await sql<{ versionId: number; seconds: number }[]>`
    select q.question_version_id as "versionId", avg(t.seconds)::float8 as seconds
      from (select exam_id, position, sum(gap) as seconds
              from (select exam_id, position,
                           extract(epoch from at - lag(at) over (partition by exam_id order by at)) as gap
                      from exam_events where exam_id = any(${timed}::int[])
                       and kind not in (${eventLetters.late}, ${eventLetters.otherWriter})) v
             where position is not null and gap < ${mostSeconds} group by exam_id, position) t
      join exam_questions q on q.exam_id = t.exam_id and q.position = t.position
     group by q.question_version_id`;
  return new Map(rows.map(({ versionId, seconds }) => [versionId, seconds]));
}

type Exposure = { readonly versionId: number; readonly exposure: number; readonly lastServed: string | null };

/** How often versions were served and when last; papers nobody has begun do not count. */
async function exposuresOf(sql: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, Exposure>> {
  const rows = await sql<Exposure[]>`
    select q.question_version_id as "versionId", count(*)::int as exposure, max(e.started_at) as "lastServed"
      from exam_questions q join exams e on e.id = q.exam_id and e.started_at is not null
     where q.question_version_id = any(${[...ids]}::int[]) group by q.question_version_id`;
  return new Map(rows.map((row) => [row.versionId, row]));
}

function questionStatistics(
  version: ServedVersion,
  responses: readonly ItemResponse[],
  seconds: number | undefined,
  exposed: Exposure | undefined,
): QuestionStatistics {
  const item = analyseItem(responses, version.answers.length);
  const isTold = item.served >= fewest;
  const isCorrect = (answer: number) => isCorrectAt(version.key, answer);
  return {
    questionId: version.questionId,
    versionId: version.versionId,
    version: version.version,
    text: plainText(readRichText(version.text)),
    served: item.served,
    omitted: item.omitted,
    difficulty: isTold ? item.difficulty : null,
    discrimination: isTold ? (item.discrimination ?? null) : null,
    upperLower: isTold ? (item.upperLower ?? null) : null,
    seconds: seconds ?? null,
    exposure: exposed?.exposure ?? 0,
    lastServed: exposed?.lastServed ?? null,
    answers: item.answers.map(({ answer, ...use }) => ({
      text: plainText(readRichText(version.answers[answer] ?? '')),
      isCorrect: isCorrect(answer),
      ...use,
    })),
    flags: flagsOf(item, isCorrect).map((flag) => ({
      kind: flag.kind,
      answer: 'answer' in flag ? flag.answer : null,
    })),
  };
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
