import type { StudentFileColumn } from './student-columns.ts';

/** The problems of a row in a student file; a `notice` does not prevent the import. */
export const studentProblems = {
  empty: 'error',
  tooLong: 'error',
  emailInvalid: 'error',
  phoneInvalid: 'error',
  cnpMalformed: 'error',
  cnpChecksum: 'error',
  cnpDate: 'error',
  digitsLost: 'error',
  yearInvalid: 'error',
  facultyUnknown: 'error',
  facultyAmbiguous: 'error',
  sectionUnknown: 'error',
  sectionAmbiguous: 'error',
  seriesUnknown: 'error',
  seriesAmbiguous: 'error',
  seriesOfOtherYear: 'error',
  repeatedInFile: 'error',
  twoStudents: 'error',
  taken: 'error',
  addressOfAnother: 'error',
  codeOfAnother: 'error',
  sitting: 'error',
  notWritten: 'error',
  dateCell: 'error',
  formulaEmpty: 'error',
  errorCell: 'error',
  booleanCell: 'error',
  accountDisabled: 'notice',
  cnpShort: 'notice',
  zeroRestored: 'notice',
  formula: 'notice',
  numberFormat: 'notice',
  charactersDropped: 'notice',
} as const satisfies Record<string, 'error' | 'notice'>;

export type StudentProblemCode = keyof typeof studentProblems;

/** One problem of a row: the cell, the code and the parameters of its text. */
export type StudentProblem = {
  readonly column: StudentFileColumn | null;
  readonly code: StudentProblemCode;
  readonly params: Readonly<Record<string, string | number>>;
};

export const studentProblem = (
  column: StudentFileColumn | null,
  code: StudentProblemCode,
  params: StudentProblem['params'] = {},
): StudentProblem => ({ column, code, params });

/** The parameters of a problem's text. Rows stored by earlier versions call the value of the cell `said`. */
export const textParams = ({ params }: Pick<StudentProblem, 'params'>): StudentProblem['params'] =>
  params.said === undefined ? params : { ...params, value: params.said };

export const isRefusal = ({ code }: StudentProblem) => studentProblems[code] === 'error';

const personalColumns: ReadonlySet<StudentFileColumn | null> = new Set(['cnp', 'phone']);

/** A problem without the text of a personal cell, and without the name of another student unless the reader may know it (SAFE-14). */
export function withoutPersonalData(problem: StudentProblem, mayName: boolean): StudentProblem {
  const isPersonal = personalColumns.has(problem.column);
  const params = Object.entries(problem.params).filter(
    ([name, value]) =>
      (!isPersonal || typeof value === 'number' || name === 'characters') &&
      (mayName || problem.code !== 'codeOfAnother' || name !== 'name'),
  );
  return { ...problem, params: Object.fromEntries(params) };
}
