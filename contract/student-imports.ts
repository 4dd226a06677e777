import { z } from 'zod';
import { studentColumns } from '#domain/imports/students/student-columns.ts';
import { type StudentProblemCode, studentProblems } from '#domain/imports/students/student-problems.ts';
import { defineCall } from './call.ts';
import { byId, count, flag, languageChoice, page, rowId } from './common.ts';
import { exportFile } from './crud-calls.ts';

const lang = languageChoice.default('en');
const column = z.enum(studentColumns);

/** ready: judged; refused: cannot be imported; waiting: queued; written; failed: refused while writing. */
const studentRowStates = ['ready', 'refused', 'waiting', 'written', 'failed'] as const;
/** What the import does with a row: create an enrolment, change one, leave it alone, or refuse it. */
const studentOutcomes = ['create', 'change', 'same', 'refused'] as const;
export type StudentOutcome = (typeof studentOutcomes)[number];

/** The number of rows per outcome, and the progress of writing. */
export const studentCounts = z.strictObject({
  create: count,
  change: count,
  same: count,
  refused: count,
  /** Rows that were refused, before or while writing; the other outcomes do not count them. */
  notImported: count,
  /** Rows with a problem or a notice. */
  withProblems: count,
  /** Rows that are not checked yet; the other counts leave them out. */
  unchecked: count,
  waiting: count,
  failed: count,
  /** Students of the file's series that the file does not list; they are never removed. Null while rows are checked or written. */
  absent: count.nullable(),
});

/** How many of the compared series are named. */
export const maxCompared = 20;

/** The series that rows of the file name, also refused ones: their students are compared with the file. */
export const comparedSeries = z.strictObject({
  series: count,
  first: z.array(
    z.strictObject({
      collegeName: z.string(),
      sectionName: z.string(),
      seriesName: z.string(),
      year: z.int(),
    }),
  ),
});

const studentRow = z.strictObject({
  position: z.int(),
  line: z.int(),
  label: z.string(),
  outcome: z.enum(studentOutcomes),
  state: z.enum(studentRowStates),
  cells: z.record(column, z.string()),
  problems: z.array(
    z.strictObject({
      column: column.nullable(),
      code: z.enum(Object.keys(studentProblems) as [StudentProblemCode, ...StudentProblemCode[]]),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  changes: z.array(z.strictObject({ column, from: z.string(), to: z.string() })),
  studentId: z.int().nullable(),
});
export type StudentImportRow = z.output<typeof studentRow>;

export const uploadStudents = defineCall({
  method: 'POST',
  path: 'imports/students',
  summary:
    'Upload a student file and validate its rows; nothing is saved yet. Responds when every row is checked; with `background` within seconds, and when the server stops at once, while the check continues',
  access: 'student.import',
  upload: true,
  query: z.object({ lang, background: flag() }),
  response: z.strictObject({
    importId: z.int(),
    rows: count,
    /** Rows that cannot be imported, of those checked so far. */
    problems: count,
  }),
  status: 201,
  refusals: [
    'import.refused',
    'import.busy',
    'request.tooLarge',
    'request.malformed',
    // Deleted during the check.
    'resource.notFound',
  ],
});

const studentRowFilters = ['all', ...studentOutcomes, 'problems', 'failed'] as const;
export type StudentRowFilter = (typeof studentRowFilters)[number];

export const listStudentRows = defineCall({
  method: 'GET',
  path: 'imports/:id/students',
  summary: 'List the rows of a student import with what each changes, cell by cell',
  access: 'student.import',
  params: byId,
  query: z.object({ ...page(200), rows: z.enum(studentRowFilters).default('all') }),
  response: z.array(studentRow),
  list: true,
  workload: 'list',
  refusals: ['resource.notFound'],
});

const absentStudent = z.strictObject({
  id: z.int(),
  lastName: z.string(),
  firstName: z.string(),
  email: z.string(),
  externalId: z.string().nullable(),
  nrMatricol: z.string().nullable(),
  collegeName: z.string(),
  sectionName: z.string(),
  seriesName: z.string(),
  year: z.int(),
});
export type AbsentStudent = z.output<typeof absentStudent>;

export const listAbsentStudents = defineCall({
  method: 'GET',
  path: 'imports/:id/absent',
  summary: 'List students of the file’s series that are not in the file; the import does not change them',
  access: 'student.import',
  params: byId,
  query: z.object(page(200)),
  response: z.array(absentStudent),
  list: true,
  workload: 'list',
  refusals: ['resource.notFound'],
});

const notImported = z.strictObject({
  importId: z.int(),
  fileName: z.string(),
  madeAt: z.string(),
  /** The administrator who imports the file, to ask. */
  madeBy: z.string(),
  position: z.int(),
  line: z.int(),
  label: z.string(),
  email: z.string(),
  /** The name of the series, or what the file says where it is not recognised. */
  series: z.string(),
  /** Rows that wait are written when an administrator resumes the paused import. */
  isWaiting: z.boolean(),
  problems: studentRow.shape.problems,
});
export type NotImported = z.output<typeof notImported>;

export const listNotImported = defineCall({
  method: 'GET',
  path: 'notImportedStudents',
  summary:
    'List rows of student files of the last month, of series or whole specializations in scope, that were not imported',
  access: 'student.manage',
  query: z.object({ ...page(200), importId: rowId.optional() }),
  response: z.array(notImported),
  list: true,
  workload: 'list',
  refusals: [],
});

export const studentTemplate = defineCall({
  method: 'GET',
  path: 'imports/students/template',
  summary: 'Get an empty table of students to fill in',
  access: 'student.import',
  query: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx'), lang }),
  file: exportFile,
  refusals: [],
});

/** The account after which sheets are printed again; 0 for the first sheet. */
const unusedAfter = z.coerce.number().int().min(0).max(2_147_483_647).optional();

export const importAccounts = defineCall({
  method: 'GET',
  path: 'imports/:id/accounts',
  summary: 'Count the people of a finished student import who have no local password yet',
  access: 'student.import',
  params: byId,
  query: z.object({ unusedAfter }),
  response: z.strictObject({
    /** Whether students sign in with a password of this platform; otherwise the directory keeps theirs. */
    areLocal: z.boolean(),
    /** Whether new people are sent a link to choose a password. */
    byMail: z.boolean(),
    withoutPassword: count,
    /** How many of them were sent a link. */
    invited: count,
    /** How many have a one-time password that they have not used yet. */
    unused: count,
    /** How many of those follow `unusedAfter`. */
    unusedNext: count,
  }),
  refusals: ['resource.notFound'],
});

const printedPassword = z.strictObject({
  name: z.string(),
  email: z.string(),
  place: z.string(),
  nrMatricol: z.string().nullable(),
  password: z.string(),
});
export type PrintedPassword = z.output<typeof printedPassword>;

export const importPasswords = defineCall({
  method: 'POST',
  path: 'imports/:id/oneTimePasswords',
  summary: 'Create one-time passwords for people of a student import who have none, one sheet at a time',
  access: 'student.import',
  params: byId,
  /** With it, prints a sheet again for those who have not used their one-time password. */
  query: z.object({ unusedAfter }),
  response: z.strictObject({
    passwords: z.array(printedPassword),
    /** How many people have no password yet. */
    left: count,
    /** The `unusedAfter` of the next sheet to print again; null when this was the last one. */
    next: z.int().nullable(),
  }),
  refusals: ['resource.notFound', 'auth.notLocal', 'auth.throttled'],
});
