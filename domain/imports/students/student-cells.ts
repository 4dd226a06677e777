import { cleanLine, cutAt, droppedCharacters } from '#domain/imports/imported-text.ts';
import { emailPattern } from '#domain/people/email-address.ts';
import { isBornAfter, judgePersonalId } from '#domain/people/personal-id.ts';
import { isPhoneNumber } from '#domain/people/phone-number.ts';
import {
  optionalStudentColumns,
  type StudentCells,
  type StudentFileColumn,
  studentColumns,
} from './student-columns.ts';
import { type StudentProblem, type StudentProblemCode, studentProblem } from './student-problems.ts';

/** The cleaned person data of a row; the study place is resolved separately. */
export type StudentPerson = {
  readonly externalId: string | null;
  readonly lastName: string;
  readonly firstName: string;
  readonly cnp: string;
  readonly year: number;
  readonly phone: string;
  readonly email: string;
  readonly matricol: string | null;
};

const optional: ReadonlySet<StudentFileColumn> = new Set(optionalStudentColumns);
const longest: Partial<Record<StudentFileColumn, number>> = {
  externalId: 40,
  lastName: 200,
  firstName: 200,
  cnp: 20,
  phone: 30,
  email: 200,
  matricol: 40,
};

const roman: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4, v: 5, vi: 6, vii: 7, viii: 8 };

/** The year in any common spelling: "2", "II", "anul 2", "2.0". */
export function yearOf(text: string): number | undefined {
  const bare = cleanLine(text)
    .toLowerCase()
    .replace(/^(?:anul|an|year|année)\s+/, '')
    .replace(/[.,]0+$|\.$/, '')
    .trim();
  const year = roman[bare] ?? (/^\d$/.test(bare) ? Number(bare) : Number.NaN);
  return year >= 1 && year <= 8 ? year : undefined;
}

/**
 * "1.63062E+12": a spreadsheet rounded the number and its digits are lost. A code such as "5E2" is a text; only a decimal
 * part or a plus sign shows a number in a column of codes.
 */
function isRounded(column: StudentFileColumn, text: string): boolean {
  const bare = text.replace(/\s/g, '');
  if (column === 'cnp' || column === 'phone') return /^\d(?:[.,]\d+)?E\+?\d+$/i.test(bare);
  return (column === 'externalId' || column === 'matricol') && /^\d(?:[.,]\d+E\+?|E\+)\d+$/i.test(bare);
}

/** A Romanian number whose leading zero a spreadsheet dropped. */
const lostZero = (phone: string) => /^[237]\d{8}$/.test(phone);

/** Almost a CNP: accepted as a foreign id, but a spreadsheet may have lost digits of it. */
const isShortCnp = (id: string) => /^\d{10,12}$/.test(id);

const cnpProblems: Partial<Record<ReturnType<typeof judgePersonalId>, StudentProblemCode>> = {
  malformed: 'cnpMalformed',
  checksum: 'cnpChecksum',
  date: 'cnpDate',
};

/**
 * Normalizes codes, numbers and addresses for comparison; `import_key` in the database does the same for
 * stored values.
 */
export const importKey = (text: string) => cleanLine(text).toLowerCase();

/** Digits without spaces and separators. */
export const phoneOf = (text: string) => text.replace(/[\s().\-/]/g, '').replace(/^00/, '+');

/** The cleaned values that tell people and enrolments apart. */
export const identityOf = (cells: StudentCells) => ({
  externalId: cleanLine(cells.externalId) || null,
  lastName: cleanLine(cells.lastName),
  firstName: cleanLine(cells.firstName),
  cnp: cleanLine(cells.cnp).replace(/\s/g, '').toUpperCase(),
  email: importKey(cells.email),
  matricol: cleanLine(cells.matricol) || null,
});

/**
 * Cleans the cells of a row and reports the problems of each, independently of the rest of the file; `today` is an ISO
 * date.
 */
export function readPerson(
  cells: StudentCells,
  today: string,
): {
  readonly person: StudentPerson;
  readonly problems: readonly StudentProblem[];
} {
  const problems: StudentProblem[] = [];
  const report = (
    column: StudentFileColumn,
    code: StudentProblemCode,
    params: StudentProblem['params'] = {},
  ) => problems.push(studentProblem(column, code, params));
  const text = (column: StudentFileColumn) => cleanLine(cells[column]);
  for (const column of studentColumns) {
    const cell = text(column);
    const max = longest[column];
    const [dropped] = droppedCharacters(cells[column]);
    if (dropped) report(column, 'charactersDropped', { characters: String(dropped.params.characters) });
    if (cell === '' && !optional.has(column)) report(column, 'empty');
    else if (max !== undefined && cell.length > max) report(column, 'tooLong', { max });
    else if (isRounded(column, cell)) report(column, 'digitsLost', { value: cutAt(cell, 40) });
  }
  const fine = (column: StudentFileColumn) =>
    !problems.some((one) => one.column === column && one.code !== 'charactersDropped');

  const year = yearOf(cells.year);
  if (fine('year') && year === undefined) report('year', 'yearInvalid', { value: cutAt(text('year'), 40) });
  const identity = identityOf(cells);
  const { email, cnp } = identity;
  if (fine('email') && !emailPattern.test(email))
    report('email', 'emailInvalid', { value: cutAt(email, 100) });
  const verdict = judgePersonalId(cnp);
  const isUnborn = verdict === 'cnp' && isBornAfter(cnp, today);
  const wrong = isUnborn ? 'cnpDate' : cnpProblems[verdict];
  if (fine('cnp') && wrong) report('cnp', wrong);
  else if (fine('cnp') && isShortCnp(cnp)) report('cnp', 'cnpShort', { digits: cnp.length });
  const given = phoneOf(text('phone'));
  const phone = lostZero(given) ? `0${given}` : given;
  if (fine('phone') && !isPhoneNumber(phone))
    report('phone', 'phoneInvalid', { value: cutAt(text('phone'), 40) });
  else if (fine('phone') && phone !== given) report('phone', 'zeroRestored', { value: phone });
  return {
    person: { ...identity, year: year ?? 0, phone },
    problems,
  };
}
