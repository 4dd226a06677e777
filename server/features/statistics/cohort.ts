import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { partName } from '#server/appointments/part-name.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { keysOf, type ServedVersion } from '#server/exams/item-statistics.ts';
import { type CohortExam, selectStudied } from '#server/exams/scoring.ts';
import { statisticsDisciplines, statisticsScope } from '#server/scopes/exam-scope.ts';

export type CohortQuery = {
  readonly examCustomId: number;
  readonly sessionId?: number | undefined;
  readonly partId?: number | undefined;
};

export type DisciplineQuery = {
  readonly pkDiscipline: number;
  readonly sessionId?: number | undefined;
};

type Cohort = {
  readonly examName: string;
  readonly parts: readonly { readonly id: number; readonly name: string }[];
  /** Null for a discipline. */
  readonly partId: number | null;
  /** Whether the viewer sees only some of its questions; exams and scores then cover only these. */
  readonly isPartial: boolean;
  readonly exams: readonly CohortExam[];
  /** The same exams with all their questions, which the figures of a question compare with. */
  readonly papers: readonly CohortExam[];
  readonly versions: ReadonlyMap<number, ServedVersion>;
};

type Part = { readonly id: number; readonly name: string; readonly examName: string };

async function partsOf(sql: Queryable, actor: Actor, customExamId: number): Promise<Part[]> {
  return sql<Part[]>`
    select cp.id, c.name as "examName", coalesce(${partName(sql)}, c.name) as name
      from custom_exam_parts cp join custom_exams c on c.id = cp.custom_exam_id
     where cp.custom_exam_id = ${customExamId} and ${statisticsScope(sql, actor, sql`cp.id`)} order by cp.position`;
}

/** The parts of a custom exam that the viewer may study, and the one asked for: by default the first. */
export async function partIn(sql: Queryable, actor: Actor, query: CohortQuery) {
  const parts = await partsOf(sql, actor, query.examCustomId);
  const part = query.partId === undefined ? parts[0] : parts.find(({ id }) => id === query.partId);
  if (!part) refuse('resource.notFound');
  return { parts, part };
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
  return { versions, isPartial: versions.size < keys.size };
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

/** The finished exams of a part without annulled ones, with the questions the viewer may study. */
export async function cohortOf(sql: Queryable, actor: Actor, query: CohortQuery): Promise<Cohort> {
  const { parts, part } = await partIn(sql, actor, query);
  const all = await selectStudied(
    sql,
    sql`e.part_id = ${part.id} and ${counted(sql, query.sessionId, query.examCustomId)}`,
  );
  const { versions, isPartial } = await versionsIn(sql, all, await statisticsDisciplines(sql, actor));
  return {
    examName: part.examName,
    parts: parts.map(({ id, name }) => ({ id, name })),
    partId: part.id,
    isPartial,
    versions,
    exams: isPartial ? narrowed(all, versions) : all,
    papers: all,
  };
}

/** The finished exams with a discipline, without annulled ones, with its questions. */
export async function cohortOfDiscipline(
  sql: Queryable,
  actor: Actor,
  { pkDiscipline, sessionId }: DisciplineQuery,
): Promise<Cohort> {
  const studied = await statisticsDisciplines(sql, actor);
  const [discipline] = await sql<{ name: string }[]>`
    select description as name from disciplines where id = ${pkDiscipline}`;
  if (!discipline || (studied && !studied.includes(pkDiscipline))) refuse('resource.notFound');
  const all = await selectStudied(
    sql,
    sql`e.part_id in (select part_id from custom_exam_disciplines where discipline_id = ${pkDiscipline})
        and ${counted(sql, sessionId)}`,
  );
  const { versions, isPartial } = await versionsIn(sql, all, [pkDiscipline]);
  return {
    examName: discipline.name,
    parts: [],
    partId: null,
    isPartial,
    versions,
    exams: isPartial ? narrowed(all, versions) : all,
    papers: all,
  };
}

/** The finished exams with one of these versions, without annulled ones, with all their questions. */
export const examsWithVersions = (sql: Queryable, ids: readonly number[]): Promise<CohortExam[]> =>
  selectStudied(
    sql,
    sql`e.id in (select exam_id from exam_questions where question_version_id = any(${[...ids]}::int[]))
        and ${counted(sql, undefined)}`,
  );
