import type { AnsweredQuestion } from '#domain/scoring/score-exam.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import {
  type CountedQuestion,
  readSheet,
  type SheetVersion,
  sheetVersions,
} from '#domain/statistics/answer-sheet.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { mapInBatches } from '#server/jobs/batches.ts';
import type { StoredQuestion } from './serving.ts';
import { asStored, type Overlay, overlaysOf, type SettlementPreview } from './settlements.ts';

/** A served and answered question with what scoring needs. */
export type ScorableQuestion = StoredQuestion & AnsweredQuestion;

/** An exam ready for scoring, with the settlements in force. */
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
    select q.exam_id as "examId", q.position, q.question_version_id as "versionId", q.kind, q.slots as "answerOrder", q.ticks, q.seq, q.marks,
           v.points::float8 as points, k.correct as key
      from exam_questions q join question_versions v on v.id = q.question_version_id
      join question_keys k on k.question_version_id = v.id
     where q.exam_id = any(${[...examIds]}::int[]) order by q.exam_id, q.position`;
  const exams = new Map<number, ScorableQuestion[]>(examIds.map((id) => [id, []]));
  for (const { examId, ...question } of rows) exams.get(examId)?.push(question);
  return exams;
}

/**
 * The one step between stored papers and scoring: each way of reading questions gets the scoring mode and the settlements
 * in force from here.
 */
async function settledExams(
  sql: Queryable,
  examIds: readonly number[],
  preview: SettlementPreview = asStored,
) {
  const overlays = await overlaysOf(sql, examIds, preview);
  return {
    /** Those that exist. */
    examIds: [...overlays.keys()],
    settle: <Q>(examId: number, read: (overlay: Overlay) => Q[]) => {
      const overlay = overlays.get(examId);
      if (!overlay) throw new Error(`exam ${examId} was removed meanwhile`);
      return { scoringMode: overlay.scoringMode, questions: read(overlay) };
    },
  };
}

/** Exams ready for scoring, for finishing and results. Never call it for a running exam. */
export async function selectScorable(
  sql: Queryable,
  examIds: readonly number[],
): Promise<ReadonlyMap<number, ScorableExam>> {
  const [served, exams] = await Promise.all([selectServed(sql, examIds), settledExams(sql, examIds)]);
  return new Map(
    exams.examIds.map((id) => [
      id,
      exams.settle(id, ({ settled }) => (served.get(id) ?? []).map((question) => settled(question))),
    ]),
  );
}

/** A finished exam of a cohort, with its questions as scoring needs them. */
export type CohortExam = {
  readonly examId: number;
  readonly score: number;
  readonly grade: number;
  readonly scoringMode: ScoringMode;
  readonly questions: readonly CountedQuestion[];
};

type SheetRow = Omit<CohortExam, 'questions'> & { readonly sheet: string };

/** Scanning the version ids of a sheet takes microseconds. */
const sheetsScannedAtOnce = 500;

/** Adds the versions of sheets to those `known`; they are final, so none is read again. */
async function addVersions(
  sql: Queryable,
  rows: readonly SheetRow[],
  known: Map<number, SheetVersion>,
): Promise<void> {
  const ids = new Set<number>();
  const note = (id: number) => {
    if (!known.has(id)) ids.add(id);
  };
  await mapInBatches(rows, ({ sheet }) => sheetVersions(sheet, note), sheetsScannedAtOnce);
  if (ids.size === 0) return;
  const versions = await sql<(SheetVersion & { readonly id: number })[]>`
    select v.id, v.points::float8 as points, k.correct as key
      from question_versions v join question_keys k on k.question_version_id = v.id where v.id = any(${[...ids]}::int[])`;
  for (const version of versions) known.set(version.id, version);
}

/** Reads answer sheets of exams under the settlements in force, which the database selects while the sheets are scanned. */
async function sheetReader(
  sql: Queryable,
  rows: readonly SheetRow[],
  preview: SettlementPreview,
  known: Map<number, SheetVersion> = new Map(),
): Promise<(row: SheetRow) => CohortExam> {
  const examIds = rows.map(({ examId }) => examId);
  const [{ settle }] = await Promise.all([
    settledExams(sql, examIds, preview),
    addVersions(sql, rows, known),
  ]);
  return ({ sheet, ...exam }) => ({
    ...exam,
    ...settle(exam.examId, (overlay) => readSheet(sheet, known, overlay)),
  });
}

const examsPerBatch = 500;

/** Finished exams by id with their papers as answer sheets (`domain/statistics/answer-sheet.ts`), without the time spent. */
async function selectSheets(sql: Queryable, examIds: readonly number[]): Promise<SheetRow[]> {
  return await sql<SheetRow[]>`
    select e.id as "examId", e.score::float8 as score, e.grade::float8 as grade, e.scoring_mode as "scoringMode",
           string_agg(q.question_version_id || ' ' || q.ticks || ' ' || q.kind::text || ' ' || array_to_string(q.slots, '.'), ',' order by q.position) as sheet
      from exams e join exam_questions q on q.exam_id = e.id
     where e.finished_at is not null and e.id = any(${[...examIds]}::int[]) group by e.id order by e.id`;
}

/**
 * Maps finished exams as they are scored, for grading again: each is read and mapped in one go, while the database reads
 * the papers of the next ones.
 */
export async function mapCohort<R>(
  sql: Queryable,
  examIds: readonly number[],
  preview: SettlementPreview,
  work: (exam: CohortExam) => R,
): Promise<R[]> {
  const known = new Map<number, SheetVersion>();
  const results: R[] = [];
  const batch = (start: number) => examIds.slice(start, start + examsPerBatch);
  let upcoming = selectSheets(sql, batch(0));
  for (let start = 0; start < examIds.length; start += examsPerBatch) {
    const rows = await upcoming;
    const read = await sheetReader(sql, rows, preview, known);
    const next = batch(start + examsPerBatch);
    if (next.length > 0) {
      upcoming = selectSheets(sql, next);
      // A failure is thrown where it is awaited; when the work fails first, nobody awaits it.
      upcoming.catch(() => {});
    }
    results.push(...(await mapInBatches(rows, (row) => work(read(row)))));
  }
  return results;
}

/**
 * The same for statistics, with the time spent on each question: from the stored answer sheets, and from the questions of
 * exams whose sheet is not stored yet.
 */
export async function selectStudied(sql: Queryable, condition: Fragment): Promise<CohortExam[]> {
  const rows = await sql<SheetRow[]>`
    select e.id as "examId", e.score::float8 as score, e.grade::float8 as grade, e.scoring_mode as "scoringMode", x.sheet
      from exams e left join answer_sheets s on s.exam_id = e.id and s.finished_at = e.finished_at
      cross join lateral (select case when s.exam_id is null then answer_sheet(e.id) else s.answers end as sheet) x
     where e.finished_at is not null and x.sheet is not null and ${condition}`;
  // The database would write the sheets to disk to sort them.
  rows.sort((one, other) => one.examId - other.examId);
  return mapInBatches(rows, await sheetReader(sql, rows, asStored));
}
