import type { AnsweredQuestion } from '#domain/scoring/score-exam.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { mapInPortions } from '#server/jobs/portions.ts';
import type { StoredQuestion } from './serving.ts';

/** A served and answered question with what scoring needs. */
export type ScorableQuestion = StoredQuestion & AnsweredQuestion;

/**
 * The questions of exams with their keys, in order. Finishing and results both use it, so a changed key or a removed
 * answer is handled here alone. Never call it for a running exam.
 */
export async function selectScorable(
  sql: Queryable,
  examIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ScorableQuestion[]>> {
  const rows = await sql<(ScorableQuestion & { readonly examId: number })[]>`
    select q.exam_id as "examId", q.position, q.question_version_id as "versionId", q.kind, q.slots, q.ticks, q.seq, q.marks,
           v.points::float8 as points, k.correct as key
      from exam_questions q join question_versions v on v.id = q.question_version_id
      join question_keys k on k.question_version_id = v.id
     where q.exam_id = any(${[...examIds]}::int[]) order by q.exam_id, q.position`;
  const exams = new Map<number, ScorableQuestion[]>(examIds.map((id) => [id, []]));
  for (const { examId, ...question } of rows) exams.get(examId)?.push(question);
  return exams;
}

/** A finished exam of a cohort, with its questions as scoring needs them. */
export type CohortExam = {
  readonly examId: number;
  readonly score: number;
  readonly grade: number;
  readonly scoringMode: ScoringMode;
  readonly questions: readonly CohortQuestion[];
};
export type CohortQuestion = AnsweredQuestion & { readonly versionId: number };

type Version = { readonly points: number; readonly key: number };
type PaperRow = Omit<CohortExam, 'questions'> & { readonly paper: string };

/** A question as "version ticks slot.slot.slot". */
function questionIn(text: string, versions: ReadonlyMap<number, Version>): CohortQuestion {
  const [id = '', ticks = '', slots = ''] = text.split(' ');
  const versionId = Number(id);
  const { points = 0, key = 0 } = versions.get(versionId) ?? {};
  return { versionId, points, key, ticks: Number(ticks), slots: slots.split('.').map(Number) };
}

/**
 * The finished exams that match a condition on `exams e`, for statistics: thousands of papers in one row each. What is
 * handled in `selectScorable` has to be handled here too.
 */
export async function selectCohort(sql: Queryable, condition: Fragment): Promise<CohortExam[]> {
  const rows = await sql<PaperRow[]>`
    select e.id as "examId", e.score::float8 as score, e.grade::float8 as grade, e.scoring_mode as "scoringMode",
           string_agg(q.question_version_id || ' ' || q.ticks || ' ' || array_to_string(q.slots, '.'), ',' order by q.position) as paper
      from exams e join exam_questions q on q.exam_id = e.id
     where e.finished_at is not null and ${condition} group by e.id order by e.id`;
  const ids = new Set<number>();
  const papers = await mapInPortions(rows, ({ paper }) => {
    const texts = paper.split(',');
    for (const text of texts) ids.add(Number.parseInt(text, 10));
    return texts;
  });
  const versions = await sql<(Version & { readonly id: number })[]>`
    select v.id, v.points::float8 as points, k.correct as key
      from question_versions v join question_keys k on k.question_version_id = v.id where v.id = any(${[...ids]}::int[])`;
  const known = new Map(versions.map((version) => [version.id, version]));
  return mapInPortions(rows, ({ paper: _, ...exam }, place) => ({
    ...exam,
    questions: (papers[place] ?? []).map((text) => questionIn(text, known)),
  }));
}
