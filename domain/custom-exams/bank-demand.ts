import { type FieldProblem, problem } from '../errors.ts';
import { countChoicesFromCounts } from '../exam-structure/choices.ts';
import { chapterAmounts, type ExamDemand } from '../exam-structure/demand.ts';
import { splitKinds } from '../exam-structure/structure.ts';
import type { QuestionKind } from '../question-bank/question-kind.ts';

/** A chapter with its share of the structure and its number of servable questions. */
export type ChapterSupply = {
  readonly chapterId: number;
  readonly chapter: string;
  /** The number of questions the discipline's structure draws from it. */
  readonly questions: number;
  readonly percentSimple: number;
  /** The number of questions in it. */
  readonly available: number;
  /** How many of them can be served as each kind, and as at least one kind. */
  readonly simple: number;
  readonly multiple: number;
  readonly either: number;
};

/** The bank of a discipline as exams see it; without chapters it has no structure. */
export type DisciplineSupply = {
  readonly disciplineName: string;
  readonly chapters: readonly ChapterSupply[];
};

/** The maximum number of questions a discipline can serve: those of the chapters its structure draws from. */
export const questionCountOf = ({ chapters }: DisciplineSupply): number =>
  chapters.reduce((all, { available }) => all + available, 0);

/** What a chapter lacks for an exam: questions of one kind, or questions in total. */
type ChapterShortage = {
  readonly of: QuestionKind | 'either';
  readonly asked: number;
  readonly available: number;
};

function shortagesOf(supply: ChapterSupply, simple: number, multiple: number): ChapterShortage[] {
  const needs: readonly ChapterShortage[] = [
    { of: 'simple', asked: simple, available: supply.simple },
    { of: 'multiple', asked: multiple, available: supply.multiple },
    { of: 'either', asked: simple + multiple, available: supply.either },
  ];
  return needs.filter(({ asked, available }) => asked > available);
}

/**
 * What a chapter lacks for the structure of its discipline (DISC-6): questions in total, or those of one kind; undefined
 * when it can serve it.
 */
export function structureShortage(chapter: ChapterSupply): ChapterShortage | undefined {
  const { simple, multiple } = splitKinds(chapter);
  const shortages = shortagesOf(chapter, simple, multiple);
  return shortages.find(({ of }) => of === 'either') ?? shortages[0];
}

const shortageCodes = {
  simple: 'customExam.simpleShort',
  multiple: 'customExam.multipleShort',
  either: 'customExam.chapterShort',
} as const;

/** Why the bank cannot serve one line of an exam: the first chapter that lacks questions, reported at the count. */
export function supplyProblems(
  path: string,
  supply: DisciplineSupply,
  demand: ExamDemand,
): readonly FieldProblem[] {
  const { disciplineName: discipline, chapters } = supply;
  if (chapters.length === 0) return [problem(path, 'customExam.noStructure', { discipline })];
  const available = questionCountOf(supply);
  if (demand.questions > available)
    return [
      problem(path, 'customExam.aboveBank', { discipline, asked: demand.questions, entered: available }),
    ];
  const byId = new Map(chapters.map((chapter) => [chapter.chapterId, chapter]));
  return chapterAmounts(chapters, demand)
    .flatMap(({ chapterId, simple, multiple }) => {
      const supply = byId.get(chapterId);
      if (!supply) return [];
      return shortagesOf(supply, simple, multiple).map(({ of, ...amounts }) =>
        problem(path, shortageCodes[of], { discipline, chapter: supply.chapter, ...amounts }),
      );
    })
    .slice(0, 1);
}

/** How many different choices of questions a discipline can serve for one line of an exam (DISC-6). */
export function choicesOf({ chapters }: DisciplineSupply, demand: ExamDemand): bigint {
  const byId = new Map(chapters.map((chapter) => [chapter.chapterId, chapter]));
  return chapterAmounts(chapters, demand).reduce((all, { chapterId, ...amount }) => {
    const { simple = 0, multiple = 0, either = 0 } = byId.get(chapterId) ?? {};
    const counts = {
      onlySimple: either - multiple,
      onlyMultiple: either - simple,
      both: simple + multiple - either,
    };
    return all * countChoicesFromCounts(counts, amount);
  }, 1n);
}
