import { type FieldProblem, problem } from '../errors.ts';
import { type Asked, chapterAmounts } from '../exam-structure/demand.ts';

/** A chapter with its share of the structure and its number of servable questions. */
export type ChapterSupply = {
  readonly chapterId: number;
  readonly chapter: string;
  /** The number of questions the discipline's structure asks from it. */
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
export const heldBy = ({ chapters }: DisciplineSupply): number =>
  chapters.reduce((all, { available }) => all + available, 0);

/** Why the bank cannot serve one line of an exam: the first chapter that lacks questions, reported at the count. */
export function supplyProblems(
  path: string,
  supply: DisciplineSupply,
  asked: Asked,
): readonly FieldProblem[] {
  const { disciplineName: discipline, chapters } = supply;
  if (chapters.length === 0) return [problem(path, 'customExam.noStructure', { discipline })];
  const held = heldBy(supply);
  if (asked.questions > held)
    return [problem(path, 'customExam.aboveBank', { discipline, asked: asked.questions, entered: held })];
  const byId = new Map(chapters.map((chapter) => [chapter.chapterId, chapter]));
  return chapterAmounts(chapters, asked)
    .flatMap(({ chapterId, simple, multiple }) => {
      const holds = byId.get(chapterId);
      if (!holds) return [];
      const lacks = (
        code: 'customExam.simpleShort' | 'customExam.multipleShort' | 'customExam.chapterShort',
        wanted: number,
        available: number,
      ) =>
        wanted > available
          ? [problem(path, code, { discipline, chapter: holds.chapter, asked: wanted, available })]
          : [];
      return [
        ...lacks('customExam.simpleShort', simple, holds.simple),
        ...lacks('customExam.multipleShort', multiple, holds.multiple),
        ...lacks('customExam.chapterShort', simple + multiple, holds.either),
      ];
    })
    .slice(0, 1);
}
