import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { QueryOfCall } from '#contract/call.ts';
import type {
  ExportedExamColumn,
  exportGradeBook,
  exportStudentsExams,
  StudentExam,
  StudentExamColumn,
} from '#contract/students-exams.ts';
import type { Actor } from '#domain/access/actor.ts';
import { toTheMinute } from '#domain/calendar/moment.ts';
import { refuse } from '#domain/errors.ts';
import { studentExamColumns as en } from '#i18n/en/student-exam-columns.ts';
import { studentExamColumns as fr } from '#i18n/fr/student-exam-columns.ts';
import { studentExamColumns as ro } from '#i18n/ro/student-exam-columns.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Database, Sql } from '#server/db/database.ts';
import { type Cell, emptyCell, textCell } from '#server/spreadsheet/cell.ts';
import { csvLine } from '#server/spreadsheet/csv.ts';
import { fileOf } from '#server/spreadsheet/file.ts';
import { allStudentsExams } from './students-exams-list.ts';

const labels = { ro, en, fr };
type Words = typeof en;

function cellOf(exam: StudentExam, column: ExportedExamColumn, words: Words): Cell {
  if (column === 'contests')
    return textCell(exam.contests.map(({ status }) => words[`contest_${status}`]).join(', '));
  const value = exam[column];
  if (value === null) return emptyCell;
  if (column === 'date') return { kind: 'day', day: exam.date };
  if (column === 'serverStartTime' || column === 'serverStopTime')
    return {
      kind: 'moment',
      moment: toTheMinute(String(value)),
    };
  if (column === 'state') return textCell(words[`state_${exam.state}`]);
  return typeof value === 'number' ? { kind: 'number', number: value } : textCell(value);
}

/** The whole list as a file, read in batches while it is sent. */
export function exportedStudentsExams(
  sql: Sql,
  actor: Actor,
  query: QueryOfCall<typeof exportStudentsExams>,
): Readable {
  const words = labels[query.lang];
  const { columns } = query;
  async function* pages(): AsyncGenerator<ReadonlyArray<readonly Cell[]>> {
    for await (const rows of allStudentsExams(sql, actor, query))
      yield rows.map((row) => columns.map((column) => cellOf(row, column, words)));
  }
  const header = columns.map((column) => words[column]);
  return fileOf({ name: words.title, header, pages: pages() }, query.format);
}

const gradeBookColumns = [
  'numarMatricol',
  'lastName',
  'firstName',
  'series',
  'disciplineName',
  'score',
  'maxPoints',
  'grade',
  'date',
  'state',
] as const satisfies readonly StudentExamColumn[];

/**
 * The grade book of a custom exam in a session, absent students included. Its last line has the SHA-256 of
 * the rows as lines of the CSV file, the same in both formats; the audit log records who exported what, with that hash (RESU-8).
 */
export async function exportedGradeBook(
  database: Database,
  actor: Actor,
  author: Author,
  query: QueryOfCall<typeof exportGradeBook>,
): Promise<Readable> {
  const { examCustomId, sessionId, seriesId, format, lang } = query;
  const words = labels[lang];
  const filters = { examCustomId, sessionId, seriesId, sort: 'lastName', desc: false } as const;
  const exams: StudentExam[] = [];
  for await (const rows of allStudentsExams(database.sql, actor, filters)) exams.push(...rows);
  const counted = exams.filter(({ state }) => state !== 'annulled');
  if (counted.length === 0) refuse('resource.notFound');
  const lines = counted.map((exam) => gradeBookColumns.map((column) => cellOf(exam, column, words)));
  const sum = createHash('sha256').update(lines.map(csvLine).join('')).digest('hex');
  await database.transaction(author, (tx) =>
    writeAuditEntry(tx, {
      action: 'gradeBookExported',
      entity: 'custom_exams',
      entityId: String(examCustomId),
      after: { sessionId, ...(seriesId && { seriesId }), format, lang, rows: counted.length, sha256: sum },
    }),
  );
  const last = [textCell(words.checksum), textCell(sum)];
  const pages = (async function* () {
    yield [...lines, last];
  })();
  const header = gradeBookColumns.map((column) => words[column]);
  return fileOf({ name: words.gradeBook, header, pages }, format);
}
