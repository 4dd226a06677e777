import type {
  ImportState,
  ImportSummary,
  QuestionFileFormat,
  QuestionImport,
  WholeImport,
} from '#contract/imports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { may } from '#domain/access/permissions.ts';
import { refuse } from '#domain/errors.ts';
import type { Finding } from '#domain/imports/findings.ts';
import type { ImportFormat } from '#domain/imports/imported-question.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import { lastRead } from './import-batches.ts';
import { selectStudentImport } from './students/student-rows.ts';

/** The names of the formats in the API. */
export const wireFormat: Record<ImportFormat, QuestionFileFormat> = {
  xlsx: 'xlsx',
  csv: 'csv',
  moodleXml: 'moodle',
  gift: 'gift',
  aiken: 'aiken',
  qti: 'qti',
};

/** Rows with findings; chapters count only after a discipline is chosen. */
export const rowHasProblem = (sql: Queryable): Fragment => sql`(
  r.severity is not null or r.duplicate_of is not null
  or (r.state = 'ready' and r.chapter_id is null and i.discipline_id is not null))`;

type Row = Omit<QuestionImport, 'format' | 'counts'> &
  QuestionImport['counts'] & { readonly format: ImportFormat; readonly findings: Finding[] };

/** Administrators reach every import, others their own imports of questions. */
const isReached = (sql: Queryable, actor: Actor): Fragment =>
  may(actor, 'student.import') ? sql`true` : sql`(made_by = ${actor.userId} and kind = 'questions')`;

type ReachedImport = {
  readonly kind: WholeImport['kind'];
  readonly state: ImportState;
  readonly fileName: string;
};

/** What an import is, without counting its rows; one out of reach is not found. */
export async function selectReachedImport(
  sql: Queryable,
  actor: Actor,
  id: number,
  kind?: WholeImport['kind'],
): Promise<ReachedImport> {
  const [found] = await sql<ReachedImport[]>`
    select kind, state, file_name as "fileName" from imports where id = ${id} and ${isReached(sql, actor)}`;
  return found && (kind ?? found.kind) === found.kind ? found : refuse('resource.notFound');
}

/** An import that the actor reaches; any other is not found. */
export async function selectImport(sql: Queryable, actor: Actor, id: number): Promise<WholeImport> {
  const { kind } = await selectReachedImport(sql, actor, id);
  return kind === 'students' ? selectStudentImport(sql, id) : selectQuestionImport(sql, id);
}

/** An import of questions of any uploader. */
export async function selectQuestionImport(sql: Queryable, id: number): Promise<QuestionImport> {
  const [row] = await sql<Row[]>`
    select i.id, i.kind, i.file_name as "fileName", i.format, i.state, i.made_at as "madeAt",
           i.finished_at as "finishedAt", i.encoding, i.findings, i.discipline_id as "disciplineId",
           i.chapter_id as "chapterId", i.by_file_chapter as "byFileChapter", u.name as "madeBy", counted.*
      from imports i join users u on u.id = i.made_by cross join lateral (
        select greatest(count(*), ${lastRead(sql)}) as rows,
               count(*) filter (where r.state = 'written') as written,
               count(*) filter (where r.state = 'rejected') as rejected,
               count(*) filter (where r.state <> 'rejected') as importable,
               count(*) filter (where ${rowHasProblem(sql)}) as "withProblems",
               count(*) filter (where r.chosen) as chosen,
               count(*) filter (where r.chosen and r.chapter_id is not null) as placed,
               count(*) filter (where r.duplicate_of is not null) as duplicates,
               count(*) filter (where r.file_chapter <> '{}' and r.state <> 'rejected') as "withFileChapter",
               count(*) filter (where r.state = 'unchecked') + greatest(${lastRead(sql)} - count(*), 0) as unchecked,
               count(*) filter (where r.state = 'waiting') as waiting,
               count(*) filter (where r.state = 'failed') as failed
          from import_rows r where r.import_id = i.id) counted
     where i.id = ${id} and i.kind = 'questions'`;
  if (!row) refuse('resource.notFound');
  const { rejected, importable, withProblems, chosen, placed, duplicates, withFileChapter } = row;
  const { unchecked, waiting, failed } = row;
  return {
    id: row.id,
    kind: row.kind,
    fileName: row.fileName,
    format: wireFormat[row.format],
    state: row.state,
    madeAt: row.madeAt,
    madeBy: row.madeBy,
    finishedAt: row.finishedAt,
    rows: row.rows,
    written: row.written,
    encoding: row.encoding,
    findings: row.findings,
    disciplineId: row.disciplineId,
    chapterId: row.chapterId,
    byFileChapter: row.byFileChapter,
    counts: {
      rejected,
      importable,
      withProblems,
      chosen,
      placed,
      duplicates,
      withFileChapter,
      unchecked,
      waiting,
      failed,
    },
  };
}

/** The imports that the actor reaches, newest first, with the total. */
export async function importPage(
  sql: Queryable,
  actor: Actor,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<{ items: ImportSummary[]; total: number }> {
  const rows = await sql<(Omit<ImportSummary, 'format'> & { format: ImportFormat; total: number })[]>`
    select i.id, i.kind, i.file_name as "fileName", i.format, i.state, i.made_at as "madeAt",
           i.finished_at as "finishedAt", i.total, u.name as "madeBy",
           greatest(case i.kind when 'students' then (select count(*) from student_import_rows r where r.import_id = i.id)
             else (select count(*) from import_rows r where r.import_id = i.id) end, ${lastRead(sql)}) as rows,
           case i.kind
             when 'students' then (select count(*) from student_import_rows r where r.import_id = i.id and r.state = 'written')
             else (select count(*) from import_rows r where r.import_id = i.id and r.state = 'written') end as written
      from (select *, count(*) over () as total from imports where ${isReached(sql, actor)}
             order by id desc offset ${skip} limit ${take}) i join users u on u.id = i.made_by order by i.id desc`;
  return {
    items: rows.map(({ total: _, format, ...row }) => ({ ...row, format: wireFormat[format] })),
    total: rows[0]?.total ?? 0,
  };
}

export type LockedImport = {
  readonly id: number;
  readonly kind: WholeImport['kind'];
  readonly state: ImportState;
  readonly disciplineId: number | null;
  readonly chapterId: number | null;
  readonly byFileChapter: boolean;
};

/** An import that the actor reaches, locked until the transaction ends. */
export async function lockImport(tx: Transaction, actor: Actor, id: number): Promise<LockedImport> {
  const [row] = await tx<LockedImport[]>`
    select id, kind, state, discipline_id as "disciplineId", chapter_id as "chapterId", by_file_chapter as "byFileChapter"
      from imports where id = ${id} and ${isReached(tx, actor)} for update`;
  return row ?? refuse('resource.notFound');
}
