import { type ExamForm, isSame, type NumberValue, type PartForm } from './exam-form.ts';

/** The names of what a form holds by id, and the words between its figures. */
export type DifferenceWords = {
  readonly college: (id: number) => string;
  readonly section: (id: number) => string;
  readonly series: (id: number) => string;
  readonly questions: (count: number) => string;
  readonly credits: (credits: number) => string;
  readonly percents: (simple: number) => string;
};

const fields = ['examName', 'college', 'section', 'year', 'series', 'examDuration', 'parts'] as const;
export type DifferentField = (typeof fields)[number];
type Difference = {
  readonly field: DifferentField;
  readonly mine: string;
  readonly theirs: string;
};

const absent = '-';
const shown = (value: NumberValue, words: (value: number) => string) => (value === '' ? [] : [words(value)]);

/** A part as lines of text: its name with its own figures, and below a group its disciplines. */
function partText({ groupName, credits, percentSimple, lines }: PartForm, words: DifferenceWords): string[] {
  const percents = shown(percentSimple, words.percents);
  // Two disciplines may have the same name; their codes differ.
  const disciplines = lines.map(({ name, code, questions, credits: own }) => [
    `${name} (${code})`,
    words.questions(questions || 0),
    ...shown(own, words.credits),
  ]);
  const rows =
    groupName === undefined
      ? disciplines.map((row) => [...row, ...percents])
      : [
          [groupName.trim() || absent, ...shown(credits, words.credits), ...percents],
          ...disciplines.map(([name, ...rest]) => [`– ${name}`, ...rest]),
        ];
  return rows.map((row) => row.join(' · '));
}

function textsOf(form: ExamForm, words: DifferenceWords): Readonly<Record<DifferentField, string>> {
  const named = (id: number | null, nameOf: (id: number) => string) => (id === null ? absent : nameOf(id));
  return {
    examName: form.examName.trim(),
    college: named(form.collegeId, words.college),
    section: named(form.sectionId, words.section),
    year: String(form.year ?? absent),
    series: form.seriesIds.map(words.series).toSorted().join(', '),
    examDuration: String(form.examDuration || absent),
    parts: form.parts.flatMap((part) => partText(part, words)).join('\n'),
  };
}

/** What decides whether a field differs: ids, because names may be the same. */
const valuesOf = (form: ExamForm): Readonly<Record<DifferentField, unknown>> => ({
  examName: form.examName.trim(),
  college: form.collegeId,
  section: form.sectionId,
  year: form.year,
  series: form.seriesIds.toSorted((one, other) => one - other),
  examDuration: form.examDuration,
  parts: form.parts.map(({ key: _, groupName, lines, ...part }) => ({
    ...part,
    groupName: groupName?.trim(),
    lines: lines.map(({ pkDiscipline, questions, credits }) => ({ pkDiscipline, questions, credits })),
  })),
});

/** Every difference between two versions of a form, for a user who has to choose one. */
export function differencesOf(
  mine: ExamForm,
  theirs: ExamForm,
  words: DifferenceWords,
): readonly Difference[] {
  if (isSame(mine, theirs)) return [];
  const [own, other] = [valuesOf(mine), valuesOf(theirs)];
  const [ownTexts, otherTexts] = [textsOf(mine, words), textsOf(theirs, words)];
  return fields
    .filter((field) => JSON.stringify(own[field]) !== JSON.stringify(other[field]))
    .map((field) => ({ field, mine: ownTexts[field], theirs: otherTexts[field] }));
}
