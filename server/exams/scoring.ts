import type { ServedAnswer } from '#domain/contestations/settlement.ts';
import type { KindLetter } from '#domain/question-bank/question-kind.ts';
import type { AnsweredQuestion } from '#domain/scoring/score-exam.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { mapInPortions } from '#server/jobs/portions.ts';
import type { StoredQuestion } from './serving.ts';
import { asStored, overlaysOf, type Supposed } from './settlements.ts';

/** A served and answered question with what scoring needs. */
export type ScorableQuestion = StoredQuestion & AnsweredQuestion;

/** An exam as it is scored: with the settlements in force. */
export type ScorableExam = {
  readonly scoringMode: ScoringMode;
  readonly questions: readonly ScorableQuestion[];
};

/** The questions of exams as they were served and ticked, with the key of their version, in order. */
export async function selectServed(
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

/**
 * Exams as they are scored. Finishing and results both use it, so a changed key or a removed answer is handled here
 * alone. Never call it for a running exam.
 */
export async function selectScorable(
  sql: Queryable,
  examIds: readonly number[],
): Promise<ReadonlyMap<number, ScorableExam>> {
  const [served, overlays] = await Promise.all([selectServed(sql, examIds), overlaysOf(sql, examIds)]);
  return new Map(
    [...overlays].map(([examId, { scoringMode, settled }]) => [
      examId,
      { scoringMode, questions: (served.get(examId) ?? []).map((question) => settled(question)) },
    ]),
  );
}

/** A finished exam of a cohort, with its questions as scoring needs them. */
export type CohortExam = {
  readonly examId: number;
  readonly score: number;
  readonly grade: number;
  readonly scoringMode: ScoringMode;
  readonly questions: readonly CohortQuestion[];
};
export type CohortQuestion = ServedAnswer & { readonly versionId: number };

type Version = { readonly points: number; readonly key: number };
type PaperRow = Omit<CohortExam, 'questions'> & { readonly paper: string };

/** A question as "version ticks kind slot.slot.slot". */
function questionIn(text: string, versions: ReadonlyMap<number, Version>): CohortQuestion {
  const [id = '', ticks = '', kind = '', slots = ''] = text.split(' ');
  const versionId = Number(id);
  const { points = 0, key = 0 } = versions.get(versionId) ?? {};
  return {
    versionId,
    points,
    key,
    kind: kind as KindLetter,
    ticks: Number(ticks),
    slots: slots.split('.').map(Number),
  };
}

/**
 * The finished exams that match a condition on `exams e`, as they are scored: thousands of papers in one row each, for
 * statistics and for grading again. What is handled in `selectScorable` has to be handled here too.
 */
export async function selectCohort(
  sql: Queryable,
  condition: Fragment,
  supposed: Supposed = asStored,
): Promise<CohortExam[]> {
  const rows = await sql<PaperRow[]>`
    select e.id as "examId", e.score::float8 as score, e.grade::float8 as grade, e.scoring_mode as "scoringMode",
           string_agg(q.question_version_id || ' ' || q.ticks || ' ' || q.kind::text || ' ' || array_to_string(q.slots, '.'), ',' order by q.position) as paper
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
  const overlays = await overlaysOf(
    sql,
    rows.map(({ examId }) => examId),
    supposed,
  );
  return mapInPortions(rows, ({ paper: _, ...exam }, place) => {
    const overlay = overlays.get(exam.examId);
    if (!overlay) throw new Error(`exam ${exam.examId} was removed meanwhile`);
    return {
      ...exam,
      scoringMode: overlay.scoringMode,
      questions: (papers[place] ?? []).map((text) => overlay.settled(questionIn(text, known))),
    };
  });
}
