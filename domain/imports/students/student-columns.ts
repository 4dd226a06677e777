/** The columns of the university's student file, in order (IMP-1). */
export const studentColumns = [
  'faculty',
  'externalId',
  'lastName',
  'firstName',
  'cnp',
  'year',
  'section',
  'series',
  'phone',
  'email',
  'matricol',
] as const;
export type StudentFileColumn = (typeof studentColumns)[number];

/** The columns that a file may leave empty or lack; the stored value then stays. */
export const optionalStudentColumns = [
  'externalId',
  'matricol',
] as const satisfies readonly StudentFileColumn[];

/** The raw cells of one student, by column. */
export type StudentCells = Readonly<Record<StudentFileColumn, string>>;

/** The accepted headings of each column; the first of each language is the one we write. */
const headings: Record<StudentFileColumn, Record<'ro' | 'en' | 'fr', readonly string[]>> = {
  faculty: {
    ro: ['Facultate', 'Facultatea', 'Denumire facultate', 'Cod facultate'],
    en: ['Faculty', 'College', 'Faculty code', 'Faculty name'],
    fr: ['Faculté'],
  },
  externalId: {
    ro: ['Cod unic', 'Cod unic student', 'Codul unic al studentului', 'Cod student', 'Id student'],
    en: ['Unique code', 'Unique student code', 'Student code', 'Student id', 'External id'],
    fr: ['Code unique', 'Code étudiant', 'Code unique de l’étudiant'],
  },
  lastName: {
    ro: ['Nume', 'Nume de familie', 'Numele'],
    en: ['Last name', 'Surname', 'Family name'],
    fr: ['Nom', 'Nom de famille'],
  },
  firstName: {
    ro: ['Prenume', 'Prenumele'],
    en: ['First name', 'Given name', 'Forename'],
    fr: ['Prénom', 'Prénoms'],
  },
  cnp: {
    ro: ['CNP', 'Cod numeric personal', 'Cod personal', 'CNP / Pașaport'],
    en: ['Personal id', 'Personal numeric id', 'Personal identification number', 'National id'],
    fr: ['Identifiant personnel', 'Numéro personnel'],
  },
  year: {
    ro: ['An', 'An de studiu', 'Anul', 'Anul de studiu', 'An studiu'],
    en: ['Year', 'Study year', 'Year of study'],
    fr: ['Année', 'Année d’études', 'Année d’étude'],
  },
  section: {
    ro: ['Specializare', 'Specializarea', 'Program de studii', 'Secție'],
    en: ['Specialization', 'Specialisation', 'Section', 'Study programme', 'Study program'],
    fr: ['Spécialisation', 'Section', 'Spécialité'],
  },
  series: {
    ro: ['Modul', 'Modulul', 'Serie', 'Seria'],
    en: ['Module', 'Series'],
    fr: ['Module', 'Série'],
  },
  phone: {
    ro: ['Telefon', 'Nr telefon', 'Număr de telefon', 'Telefon mobil'],
    en: ['Phone', 'Phone number', 'Telephone', 'Mobile'],
    fr: ['Téléphone', 'Numéro de téléphone', 'Portable'],
  },
  email: {
    ro: ['E-mail', 'Email', 'E-mail instituțional', 'Email instituțional', 'Adresa de e-mail'],
    en: ['E-mail', 'Email', 'Institutional email', 'Institutional e-mail', 'Email address'],
    fr: ['E-mail', 'Courriel', 'Adresse e-mail', 'E-mail institutionnel'],
  },
  matricol: {
    ro: ['Număr matricol', 'Nr matricol', 'Nr. matricol', 'Matricol'],
    en: ['Registration number', 'Matriculation number', 'Registration no'],
    fr: ['Numéro d’inscription', 'Matricule', 'Numéro matricule'],
  },
};

/**
 * Normalizes a name for comparison: no accents, case, punctuation or double spaces; s with a cedilla equals s with a
 * comma.
 */
export const foldName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@+]+/gu, ' ')
    .trim();

const byHeading = new Map(
  studentColumns.flatMap((column) =>
    Object.values(headings[column])
      .flat()
      .map((heading) => [foldName(heading), column] as const),
  ),
);

/** The heading of the reasons in our file of students not imported, in each language (MSG-20). */
export const reasonHeadings = { ro: 'Motiv', en: 'Reason', fr: 'Motif' } as const;
const reasons = new Set(Object.values(reasonHeadings).map(foldName));

export const headingOf = (column: StudentFileColumn, language: 'ro' | 'en' | 'fr') =>
  headings[column][language][0] ?? column;

/** The layout of the file: which column holds what, and the first row below the header. */
export type StudentLayout = {
  readonly columns: readonly (StudentFileColumn | undefined)[];
  readonly firstRow: number;
  /** Unknown headings. */
  readonly unknown: readonly string[];
  /** Columns missing from the header. */
  readonly missing: readonly StudentFileColumn[];
  /** Whether it is our file of students not imported: it has the reasons beside all columns, and only some students. */
  readonly partial: boolean;
};

/** A header names most columns; a student called "An" in a data row is not a header. */
const minHeadings = 4;
const headerRows = 20;

function layoutOf(cells: readonly string[], row: number): StudentLayout | undefined {
  const seen = new Set<StudentFileColumn>();
  const unknown: string[] = [];
  let hasReasons = false;
  const columns = cells.map((cell) => {
    const heading = foldName(cell);
    const column = byHeading.get(heading);
    if (reasons.has(heading)) {
      hasReasons = true;
      return undefined;
    }
    if (column === undefined || seen.has(column)) {
      if (cell.trim() !== '') unknown.push(cell.trim());
      return undefined;
    }
    seen.add(column);
    return column;
  });
  if (seen.size < minHeadings) return undefined;
  const missing = studentColumns.filter((column) => !seen.has(column));
  return { columns, firstRow: row + 1, unknown, missing, partial: hasReasons && missing.length === 0 };
}

/** Finds the header among the first rows; a file without one has its columns in the order of the specification. */
export function studentLayout(rows: readonly (readonly string[])[]): StudentLayout {
  const sample = rows.slice(0, headerRows);
  for (const [row, cells] of sample.entries()) {
    const layout = layoutOf(cells, row);
    if (layout) return layout;
  }
  return { columns: studentColumns, firstRow: 0, unknown: [], missing: [], partial: false };
}

/** The cells of a stored row: columns that were added since are empty, and those dropped since are left out. */
export const storedCells = (cells: Readonly<Record<string, string>>): StudentCells =>
  Object.fromEntries(studentColumns.map((column) => [column, cells[column] ?? ''])) as StudentCells;

/** The cells of a row in a given layout. */
export function cellsOf(row: readonly string[], { columns }: StudentLayout): StudentCells {
  const cells: Record<StudentFileColumn, string> = { ...storedCells({}) };
  columns.forEach((column, index) => {
    if (column !== undefined) cells[column] = row[index]?.trim() ?? '';
  });
  return cells;
}
