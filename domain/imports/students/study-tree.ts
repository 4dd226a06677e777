import { cutAt } from '#domain/imports/imported-text.ts';
import { foldName } from './student-columns.ts';
import { type StudentProblem, studentProblem } from './student-problems.ts';

type Named = { readonly id: number; readonly code: string; readonly name: string };
export type TreeSeries = Named & { readonly year: number };
export type TreeSection = Named & { readonly series: readonly TreeSeries[] };
export type TreeCollege = Named & { readonly sections: readonly TreeSection[] };

/** The faculties with their specializations and series. */
export type StudyTree = readonly TreeCollege[];

export type FoundStudyPlace = {
  readonly college: TreeCollege;
  readonly section: TreeSection;
  readonly series: TreeSeries;
};

/** The edit distance between two texts, up to `maxDistance`; one more means farther. */
function distance(one: string, other: string, maxDistance: number): number {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1;
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      line.push(Math.min(changed, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    if (Math.min(...line) > maxDistance) return maxDistance + 1;
    above = line;
  }
  return above[other.length] ?? maxDistance + 1;
}

/** Words that files put before a name. */
const withoutKind = (text: string) =>
  text.replace(/^(?:facultatea(?: de)?|faculty of|specializarea|seria|series|modulul|modul|module)\s+/, '');

type Spellings = { readonly code: string; readonly all: readonly string[] };

/** Folding costs more than comparing, and every row of a file compares with the same names. */
const known = new WeakMap<Named, Spellings>();

function spellings(named: Named): Spellings {
  const found = known.get(named);
  if (found) return found;
  const [code, name] = [foldName(named.code), foldName(named.name)];
  const made = { code, all: [code, name, withoutKind(name), `${code} ${name}`] };
  known.set(named, made);
  return made;
}

const matches = <T extends Named>(text: string, among: readonly T[]): T[] => {
  const folded = foldName(text);
  const exact = among.filter((one) => spellings(one).code === folded);
  if (exact.length > 0) return exact;
  const targets = new Set([folded, withoutKind(folded)]);
  return among.filter((one) => spellings(one).all.some((spelling) => targets.has(spelling)));
};

/** Below this many letters, or without a letter, one changed sign is another code and not a typing error. */
const minGuessed = 3;
const isGuessable = (folded: string) => folded.length >= minGuessed && /\p{L}/u.test(folded);

/** The closest known name, if it is close enough. */
function nearMiss(text: string, among: readonly Named[]): string {
  const folded = withoutKind(foldName(text).slice(0, 80));
  if (!isGuessable(folded)) return '';
  const maxDistance = Math.max(1, Math.min(3, Math.floor(folded.length / 3)));
  let best = { distance: maxDistance + 1, name: '' };
  for (const one of among)
    for (const spelling of spellings(one).all.filter(isGuessable)) {
      const off = distance(folded, spelling.slice(0, 80), maxDistance);
      if (off < best.distance) best = { distance: off, name: one.name };
    }
  return best.name;
}

const shortened = (text: string) => cutAt(text, 100);

type Cells = { readonly faculty: string; readonly section: string; readonly series: string };

/** The problem of several study places that fit: the first level that does not tell them apart. */
function ambiguous(cells: Cells, studyPlaces: readonly FoundStudyPlace[]): StudentProblem {
  const levels = [
    ['faculty', 'facultyAmbiguous', new Set(studyPlaces.map(({ college }) => college.id)).size],
    ['section', 'sectionAmbiguous', new Set(studyPlaces.map(({ section }) => section.id)).size],
    ['series', 'seriesAmbiguous', studyPlaces.length],
  ] as const;
  const [column, code, count] = levels.find(([, , found]) => found > 1) ?? levels[2];
  return studentProblem(column, code, { value: shortened(cells[column]), count });
}

const sectionsOf = (colleges: readonly TreeCollege[], { section: text }: Pick<Cells, 'section'>) =>
  colleges.flatMap((college) => matches(text, college.sections).map((section) => ({ college, section })));

/** The specialization that a row names, whether or not its series is recognised; undefined where several fit. */
export function findSection(
  tree: StudyTree,
  cells: Pick<Cells, 'faculty' | 'section'>,
): TreeSection | undefined {
  const [only, ...others] = sectionsOf(matches(cells.faculty, tree), cells);
  return others.length === 0 ? only?.section : undefined;
}

/**
 * Finds faculty, specialization and series by code or name; a failed lookup is a problem that suggests the closest
 * name. Faculties or specializations of one name are distinguished by what they contain; else the name is ambiguous.
 */
export function findStudyPlace(
  tree: StudyTree,
  cells: Cells,
  year: number,
): FoundStudyPlace | StudentProblem[] {
  const colleges = matches(cells.faculty, tree);
  if (colleges.length === 0)
    return [
      studentProblem('faculty', 'facultyUnknown', {
        value: shortened(cells.faculty),
        suggestion: nearMiss(cells.faculty, tree),
      }),
    ];
  const sections = sectionsOf(colleges, cells);
  if (sections.length === 0)
    return [
      studentProblem('section', 'sectionUnknown', {
        value: shortened(cells.section),
        suggestion: nearMiss(
          cells.section,
          colleges.flatMap((college) => college.sections),
        ),
      }),
    ];
  const all = sections.flatMap(({ college, section }) =>
    matches(cells.series, section.series).map((series) => ({ college, section, series })),
  );
  const studyPlaces = all.filter(({ series }) => series.year === year);
  const [studyPlace, ...others] = studyPlaces;
  if (studyPlace) return others.length === 0 ? studyPlace : [ambiguous(cells, studyPlaces)];
  const shortSeries = shortened(cells.series);
  const [elsewhere] = all;
  if (elsewhere)
    return [
      studentProblem('series', 'seriesOfOtherYear', { value: shortSeries, year: elsewhere.series.year }),
    ];
  const suggestion = nearMiss(
    cells.series,
    sections.flatMap(({ section }) => section.series.filter((one) => one.year === year)),
  );
  return [studentProblem('series', 'seriesUnknown', { value: shortSeries, suggestion })];
}
