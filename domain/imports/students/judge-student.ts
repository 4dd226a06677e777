import { areTwoPeople } from '#domain/people/same-person.ts';
import { importKey, phoneOf, readPerson, type StudentPerson } from './student-cells.ts';
import {
  foldName,
  optionalStudentColumns,
  type StudentCells,
  type StudentFileColumn,
  studentColumns,
} from './student-columns.ts';
import type { StoredStudent, StudentIndex } from './student-index.ts';
import { isRefusal, type StudentProblem, studentProblem } from './student-problems.ts';
import { type FoundStudyPlace, findStudyPlace, type StudyTree } from './study-tree.ts';

/** The fields of a student that an import writes. */
export type StudentDraft = Pick<
  StoredStudent,
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'cnp'
  | 'phone'
  | 'year'
  | 'collegeId'
  | 'sectionId'
  | 'seriesId'
  | 'externalId'
  | 'matricol'
>;

export type CellChange = { readonly column: StudentFileColumn; readonly from: string; readonly to: string };

/** What an import would do with a row. */
export type StudentVerdict = {
  readonly outcome: 'create' | 'change' | 'same' | 'refused';
  readonly problems: readonly StudentProblem[];
  readonly changes: readonly CellChange[];
  /** The enrolment the row refers to, if any. */
  readonly studentId: number | null;
  /** The same, as it was read; null where the row is refused. */
  readonly stored: StoredStudent | null;
  /** The series the row names, also where it is refused for another reason. */
  readonly seriesId: number | null;
  readonly draft: StudentDraft | null;
};

const same = (one: string | null, other: string | null) =>
  one !== null && other !== null && importKey(one) === importKey(other);

/**
 * The enrolments a row may refer to: by unique code, by number in the faculty, otherwise by person and specialization.
 */
function candidates(draft: StudentDraft, studentIndex: StudentIndex): StoredStudent[] {
  const byKeys = [
    ...new Set([
      ...studentIndex.withCode(draft.externalId),
      ...studentIndex.withNumber(draft.collegeId, draft.matricol),
    ]),
  ];
  if (byKeys.length > 0) return byKeys;
  return studentIndex
    .withEmail(draft.email)
    .filter(
      (one) =>
        one.sectionId === draft.sectionId &&
        !isAnotherPerson(one, draft) &&
        mayBeSame(draft.externalId, one.externalId) &&
        mayBeSame(draft.matricol, one.matricol),
    );
}

export type Person = Pick<StudentDraft, 'cnp' | 'email' | 'lastName' | 'firstName'>;

/**
 * Whether two rows are about different people: two CNPs differ, or, where an id is not a CNP and differs, neither both
 * names agree nor the address and one name. The form corrects a CNP; an import must not turn an account into another
 * person's.
 */
export function isAnotherPerson(stored: Person, draft: Person): boolean {
  if (areTwoPeople(stored.cnp, draft.cnp)) return true;
  if (stored.cnp === draft.cnp) return false;
  const names = [
    foldName(stored.lastName) === foldName(draft.lastName),
    foldName(stored.firstName) === foldName(draft.firstName),
  ].filter((isSame) => isSame).length;
  return names < (same(stored.email, draft.email) ? 1 : 2);
}

const codeOfAnother = (stored: StoredStudent, draft: StudentDraft) =>
  studentProblem(same(stored.externalId, draft.externalId) ? 'externalId' : 'matricol', 'codeOfAnother', {
    name: `${stored.lastName} ${stored.firstName}`,
  });

const mayBeSame = (given: string | null, stored: string | null) =>
  given === null || stored === null || hasLostZeros(given, stored);

/**
 * Keeps the stored value where the row gives no other: every optional column that is empty, and phone numbers, codes and
 * registration numbers that differ only in formatting.
 */
function keepStored(draft: StudentDraft, stored: StoredStudent): StudentDraft {
  const empty = optionalStudentColumns.filter((column) => draft[column] === null);
  return {
    ...draft,
    phone: phoneOf(stored.phone) === draft.phone ? stored.phone : draft.phone,
    externalId: unlessReformatted(draft.externalId, stored.externalId),
    matricol: unlessReformatted(draft.matricol, stored.matricol),
    ...Object.fromEntries(empty.map((column) => [column, stored[column]])),
  };
}
const unlessReformatted = (given: string | null, stored: string | null) =>
  same(given, stored) || hasLostZeros(given, stored) ? stored : given;

/** Whether a spreadsheet made a number of a stored text of digits, so that its leading zeros are missing. */
const hasLostZeros = (given: string | null, stored: string | null) =>
  given !== null && stored !== null && /^0+\d+$/.test(stored) && stored.replace(/^0+/, '') === given;

/** The stored personal id of the person with the row's code or address, where the row lost only its leading zeros. */
const restoredCnp = ({ cnp, email, externalId }: StudentPerson, studentIndex: StudentIndex) =>
  [...studentIndex.withEmail(email), ...studentIndex.withCode(externalId)].find((one) =>
    hasLostZeros(cnp, one.cnp),
  )?.cnp ?? cnp;

/** The notices about ids: zeros that were put back, and none about a short id that is stored like this. */
function noticesOf(
  person: StudentPerson,
  draft: StudentDraft,
  stored: StoredStudent | undefined,
  problems: readonly StudentProblem[],
): StudentProblem[] {
  const restored = (['externalId', 'cnp', 'matricol'] as const)
    .filter((column) => hasLostZeros(person[column], draft[column]))
    .map((column) => studentProblem(column, 'zeroRestored', { value: draft[column] ?? '' }));
  const isKnown = draft.cnp !== person.cnp || stored?.cnp === draft.cnp;
  return [...problems.filter(({ code }) => code !== 'cnpShort' || !isKnown), ...restored];
}

function changesOf(stored: StoredStudent, draft: StudentDraft, studyPlace: FoundStudyPlace): CellChange[] {
  const before: Record<StudentFileColumn, string> = {
    faculty: stored.collegeName,
    externalId: stored.externalId ?? '',
    lastName: stored.lastName,
    firstName: stored.firstName,
    cnp: stored.cnp,
    year: String(stored.year),
    section: stored.sectionName,
    series: stored.seriesName,
    phone: stored.phone,
    email: stored.email.toLowerCase(),
    matricol: stored.matricol ?? '',
  };
  const after: Record<StudentFileColumn, string> = {
    faculty: studyPlace.college.name,
    externalId: draft.externalId ?? '',
    lastName: draft.lastName,
    firstName: draft.firstName,
    cnp: draft.cnp,
    year: String(draft.year),
    section: studyPlace.section.name,
    series: studyPlace.series.name,
    phone: draft.phone,
    email: draft.email,
    matricol: draft.matricol ?? '',
  };
  const moved: Partial<Record<StudentFileColumn, boolean>> = {
    faculty: stored.collegeId !== draft.collegeId,
    section: stored.sectionId !== draft.sectionId,
    series: stored.seriesId !== draft.seriesId,
  };
  return studentColumns
    .filter((column) => moved[column] ?? before[column] !== after[column])
    .map((column) => ({ column, from: before[column], to: after[column] }));
}

const refused = (
  problems: readonly StudentProblem[],
  seriesId: number | null,
  studentId: number | null = null,
): StudentVerdict => ({
  outcome: 'refused',
  problems,
  changes: [],
  stored: null,
  studentId,
  seriesId,
  draft: null,
});

/** Judges a row against the university and the stored data; never creates anything (IMP-1). */
export function judgeStudent(
  cells: StudentCells,
  tree: StudyTree,
  studentIndex: StudentIndex,
): StudentVerdict {
  const { person, problems } = readPerson(cells, studentIndex.today);
  const isRefused = (column: StudentFileColumn) =>
    problems.some((one) => one.column === column && isRefusal(one));
  const found =
    isRefused('faculty') || isRefused('section') || isRefused('series') || isRefused('year')
      ? []
      : findStudyPlace(tree, cells, person.year);
  const studyPlace = Array.isArray(found) ? undefined : (found as FoundStudyPlace);
  const all = [...problems, ...(Array.isArray(found) ? (found as StudentProblem[]) : [])];
  const seriesId = studyPlace?.series.id ?? null;
  if (!studyPlace || all.some(isRefusal)) return refused(all, seriesId);

  const given: StudentDraft = {
    ...person,
    cnp: restoredCnp(person, studentIndex),
    collegeId: studyPlace.college.id,
    sectionId: studyPlace.section.id,
    seriesId: studyPlace.series.id,
  };
  const [stored, ...others] = candidates(given, studentIndex);
  if (others.length > 0) return refused([...all, studentProblem(null, 'twoStudents')], seriesId);
  const draft = stored ? keepStored(given, stored) : given;
  if (stored && isAnotherPerson(stored, given))
    return refused([...all, codeOfAnother(stored, given)], seriesId, stored.id);
  const isAddressOfAnother =
    !same(stored?.email ?? null, draft.email) &&
    studentIndex.withEmail(draft.email).some((one) => isAnotherPerson(one, draft));
  if (isAddressOfAnother)
    return refused([...all, studentProblem('email', 'addressOfAnother')], seriesId, stored?.id ?? null);
  const changes = stored ? changesOf(stored, draft, studyPlace) : [];
  const outcome = stored ? (changes.length > 0 ? 'change' : 'same') : 'create';
  const disabled =
    outcome !== 'same' && studentIndex.isDisabled(draft.email)
      ? [studentProblem('email', 'accountDisabled')]
      : [];
  return {
    outcome,
    problems: [...noticesOf(person, draft, stored, all), ...disabled],
    changes,
    stored: stored ?? null,
    studentId: stored?.id ?? null,
    seriesId,
    draft,
  };
}
