import { foldName } from './student-columns.ts';
import { type StudentProblem, studentProblem } from './student-problems.ts';

type Named = { readonly id: number; readonly code: string; readonly name: string };
export type TreeSeries = Named & { readonly year: number };
export type TreeSection = Named & { readonly series: readonly TreeSeries[] };
export type TreeCollege = Named & { readonly sections: readonly TreeSection[] };

/** The faculties with their specializations and series. */
export type StudyTree = readonly TreeCollege[];

export type FoundPlace = {
  readonly college: TreeCollege;
  readonly section: TreeSection;
  readonly series: TreeSeries;
};

/** The edit distance between two texts, up to `most`. */
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

const spellings = ({ code, name }: Named) => {
  const [shortCode, shortName] = [foldName(code), foldName(name)];
  return [shortCode, shortName, withoutKind(shortName), `${shortCode} ${shortName}`];
};

const matches = <T extends Named>(text: string, among: readonly T[]): T[] => {
  const folded = foldName(text);
  const exact = among.filter((one) => foldName(one.code) === folded);
  if (exact.length > 0) return exact;
  const targets = new Set([folded, withoutKind(folded)]);
  return among.filter((one) => spellings(one).some((spelling) => targets.has(spelling)));
};

/** The closest known name, if it is close enough. */
function nearMiss(text: string, among: readonly Named[]): string {
  const folded = withoutKind(foldName(text).slice(0, 80));
  const maxDistance = Math.max(1, Math.min(3, Math.floor(folded.length / 3)));
  let best = { distance: maxDistance + 1, name: '' };
  for (const one of among)
    for (const spelling of spellings(one)) {
      const off = distance(folded, spelling.slice(0, 80), maxDistance);
      if (off < best.distance) best = { distance: off, name: one.name };
    }
  return best.name;
}

const shortened = (text: string) => text.slice(0, 100);

/**
 * Finds faculty, specialization and series by code or name; a failed lookup is a problem that suggests the closest
 * name.
 */
export function findPlace(
  tree: StudyTree,
  cells: { readonly faculty: string; readonly section: string; readonly series: string },
  year: number,
): FoundPlace | StudentProblem[] {
  const [college] = matches(cells.faculty, tree);
  if (!college)
    return [
      studentProblem('faculty', 'facultyUnknown', {
        said: shortened(cells.faculty),
        suggestion: nearMiss(cells.faculty, tree),
      }),
    ];
  const [section] = matches(cells.section, college.sections);
  if (!section)
    return [
      studentProblem('section', 'sectionUnknown', {
        said: shortened(cells.section),
        suggestion: nearMiss(cells.section, college.sections),
      }),
    ];
  const all = matches(cells.series, section.series);
  const [series, ...others] = all.filter((one) => one.year === year);
  if (series && others.length === 0) return { college, section, series };
  if (series)
    return [
      studentProblem('series', 'seriesAmbiguous', {
        said: shortened(cells.series),
        count: others.length + 1,
      }),
    ];
  const [elsewhere] = all;
  if (elsewhere)
    return [
      studentProblem('series', 'seriesOfOtherYear', { said: shortened(cells.series), year: elsewhere.year }),
    ];
  const suggestion = nearMiss(
    cells.series,
    section.series.filter((one) => one.year === year),
  );
  return [
    studentProblem('series', 'seriesUnknown', { said: shortened(cells.series), suggestion: suggestion }),
  ];
}
