import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { customExamPartName } from '#server/appointments/custom-exam-part-name.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { keysOf, type ServedVersion } from '#server/exams/item-statistics.ts';
import { type CohortExam, selectStudied } from '#server/exams/scoring.ts';
import { statisticsDisciplines, statisticsScope, wholeStatisticsScope } from '#server/scopes/exam-scope.ts';

export type CohortQuery = {
  readonly examCustomId: number;
  readonly sessionId?: number | undefined;
  readonly partId?: number | undefined;
};

export type DisciplineQuery = {
  readonly pkDiscipline: number;
  readonly sessionId?: number | undefined;
};

/** The exams that a viewer may study, before they are read. */
export type Study = {
  readonly examName: string;
  readonly parts: readonly { readonly id: number; readonly name: string }[];
  /** Null for a discipline. */
  readonly partId: number | null;
  readonly sessionId: number | undefined;
  /** The condition on exams `e`. */
  readonly exams: Fragment;
  /** The disciplines whose questions are studied; undefined means all. */
  readonly disciplines: readonly number[] | undefined;
  /** Whether the exams examine other disciplines too. */
  readonly isPartial: boolean;
};

type Cohort = {
  /** Whether some questions are not studied; exams and scores then cover only the others. */
  readonly isPartial: boolean;
  readonly exams: readonly CohortExam[];
  /** The same exams with all their questions, which the figures of a question compare with. */
  readonly papers: readonly CohortExam[];
  readonly versions: ReadonlyMap<number, ServedVersion>;
};

type Part = {
  readonly id: number;
  readonly name: string;
  readonly examName: string;
  readonly isWhole: boolean;
};

async function partsOf(sql: Queryable, actor: Actor, customExamId: number): Promise<Part[]> {
  return sql<Part[]>`
    select cp.id, c.name as "examName", ${wholeStatisticsScope(sql, actor, sql`cp.id`)} as "isWhole",
           coalesce(${customExamPartName(sql)}, c.name) as name
      from custom_exam_parts cp join custom_exams c on c.id = cp.custom_exam_id
     where cp.custom_exam_id = ${customExamId} and ${statisticsScope(sql, actor, sql`cp.id`)} order by cp.position`;
}

/**
 * The parts of a custom exam that the viewer may study, and the one asked for: by default the first. Of a part in which they do
 * not hold all disciplines they study the questions of those they hold, as `partlyVisible` shows them in results (ROLE-5).
 */
export async function partIn(sql: Queryable, actor: Actor, query: CohortQuery) {
  const parts = await partsOf(sql, actor, query.examCustomId);
  const part = query.partId === undefined ? parts[0] : parts.find(({ id }) => id === query.partId);
  if (!part) refuse('resource.notFound');
  return { parts, part, disciplines: part.isWhole ? undefined : await statisticsDisciplines(sql, actor) };
}

/** The versions of the given disciplines; undefined means all. */
async function versionsOf(
  sql: Queryable,
  ids: readonly number[],
  disciplines: readonly number[] | undefined,
): Promise<Map<number, ServedVersion>> {
  const rows = await sql<ServedVersion[]>`
    select v.id as "versionId", v.question_id as "questionId", v.number as version, v.text, k.correct as key,
           array(select a.text from answer_options a where a.question_version_id = v.id order by a.position) as answers
      from question_versions v join question_keys k on k.question_version_id = v.id join questions q on q.id = v.question_id
      join chapters c on c.id = q.chapter_id
     where v.id = any(${[...ids]}::int[]) and ${disciplines ? sql`c.discipline_id = any(${[...disciplines]}::int[])` : sql`true`}`;
  return new Map(rows.map((row) => [row.versionId, row]));
}

/** The versions served to a cohort, of the given disciplines, with the keys used for scoring. */
async function versionsIn(
  sql: Queryable,
  exams: readonly CohortExam[],
  disciplines: readonly number[] | undefined,
) {
  const keys = await keysOf(exams);
  const stored = await versionsOf(sql, [...keys.keys()], disciplines);
  const versions = new Map(
    [...stored].map(([id, version]) => [id, { ...version, key: keys.get(id) ?? version.key }]),
  );
  return { versions, areAll: versions.size === keys.size };
}

/** Official exams of one custom exam or of all, without annulled ones. */
export const counted = (
  sql: Queryable,
  sessionId: number | undefined,
  customExamId?: number,
): Fragment => sql`
  e.group_id in (
    select g.id from exam_groups g join appointments a on a.id = g.appointment_id
     where g.kind = 'official' and a.annulled_at is null
       and ${customExamId === undefined ? sql`true` : sql`g.custom_exam_id = ${customExamId}`}
       and ${sessionId === undefined ? sql`true` : sql`a.exam_session_id = ${sessionId}`})`;

/** Keeps the studied questions; leaves out exams without any. */
function narrowed(exams: readonly CohortExam[], versions: ReadonlyMap<number, unknown>) {
  return exams
    .map((exam) => ({
      ...exam,
      questions: exam.questions.filter(({ versionId }) => versions.has(versionId)),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** A part of a custom exam, without annulled sittings. */
async function studyOfPart(sql: Queryable, actor: Actor, query: CohortQuery): Promise<Study> {
  const { parts, part, disciplines } = await partIn(sql, actor, query);
  const { examCustomId, sessionId } = query;
  return {
    examName: part.examName,
    parts: parts.map(({ id, name }) => ({ id, name })),
    partId: part.id,
    sessionId,
    exams: sql`e.part_id = ${part.id} and ${counted(sql, sessionId, examCustomId)}`,
    disciplines,
    isPartial: disciplines !== undefined,
  };
}

/** A discipline in all exams that ask it, without annulled sittings. */
async function studyOfDiscipline(
  sql: Queryable,
  actor: Actor,
  { pkDiscipline, sessionId }: DisciplineQuery,
): Promise<Study> {
  const studied = await statisticsDisciplines(sql, actor);
  if (studied && !studied.includes(pkDiscipline)) refuse('resource.notFound');
  const exams = sql`e.part_id in (select part_id from custom_exam_disciplines where discipline_id = ${pkDiscipline})
    and ${counted(sql, sessionId)}`;
  const [discipline] = await sql<{ name: string; isPartial: boolean }[]>`
    select description as name, exists (
      select from exams e join custom_exam_disciplines other on other.part_id = e.part_id and other.discipline_id <> ${pkDiscipline}
       where e.finished_at is not null and ${exams}) as "isPartial"
      from disciplines where id = ${pkDiscipline}`;
  if (!discipline) refuse('resource.notFound');
  return {
    examName: discipline.name,
    parts: [],
    partId: null,
    sessionId,
    exams,
    disciplines: [pkDiscipline],
    isPartial: discipline.isPartial,
  };
}

/** Refuses what the viewer may not study. */
export const studyOf = (
  sql: Queryable,
  actor: Actor,
  wanted: CohortQuery | DisciplineQuery,
): Promise<Study> =>
  'pkDiscipline' in wanted ? studyOfDiscipline(sql, actor, wanted) : studyOfPart(sql, actor, wanted);

/** The finished exams of a study, with the questions that are studied. */
export async function cohortOf(sql: Queryable, { exams, disciplines, ...study }: Study): Promise<Cohort> {
  const papers = await selectStudied(sql, exams);
  const { versions, areAll } = await versionsIn(sql, papers, disciplines);
  const isPartial = study.isPartial || !areAll;
  return { isPartial, versions, exams: isPartial ? narrowed(papers, versions) : papers, papers };
}

/** The same for all viewers who study the same questions of the same exams; rights are checked by `studyOf`. */
export const keyOf = ({ partId, sessionId, disciplines, isPartial }: Study): string =>
  JSON.stringify([partId, sessionId, disciplines?.toSorted((a, b) => a - b), isPartial]);

/** Differs when one of these exams `e` or a settlement that may reach them changed. Versions, their points and their keys are final. */
export const fingerprintOfExams = (
  sql: Queryable,
  exams: Fragment,
  sessionId: number | undefined,
): Fragment => sql`concat_ws(' ',
  (select concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', e.id, e.part_id, e.score, e.grade, e.scoring_mode, e.finished_at), 0)))
     from exams e where e.finished_at is not null and ${exams}),
  (select concat(count(*), ' ', max(id), ' ', count(withdrawn_at)) from settlements
    where ${sessionId === undefined ? sql`true` : sql`exam_session_id = ${sessionId}`}))`;

/** Differs when anything changed that the figures of a study rest on. */
export async function fingerprintOf(
  sql: Queryable,
  { exams, sessionId, disciplines }: Study,
): Promise<string> {
  const questions = disciplines
    ? sql`(select sum(hashtextextended(q.id::text, 0)) from questions q join chapters c on c.id = q.chapter_id
            where c.discipline_id = any(${[...disciplines]}::int[]))`
    : sql`0`;
  const [row] = await sql<{ fingerprint: string }[]>`
    select concat_ws(' ', ${fingerprintOfExams(sql, exams, sessionId)}, ${questions}) as fingerprint`;
  return row?.fingerprint ?? '';
}

/** The finished exams with one of these versions, without annulled ones, with all their questions. */
export const examsWithVersions = (sql: Queryable, ids: readonly number[]): Promise<CohortExam[]> =>
  selectStudied(
    sql,
    sql`e.id in (select exam_id from exam_questions where question_version_id = any(${[...ids]}::int[]))
        and ${counted(sql, undefined)}`,
  );
