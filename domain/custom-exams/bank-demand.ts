import { type FieldProblem, problem } from '../errors.ts';
import { type Asked, chapterAmounts } from '../exam-structure/demand.ts';

/** A chapter with its share in the structure, and how many of its questions can be served. */
export type ChapterSupply = {
  readonly chapterId: number;
  readonly chapter: string;
  /** What the structure of the discipline asks of it. */
  readonly questions: number;
  readonly percentSimple: number;
  /** How many questions it holds. */
  readonly available: number;
  /** How many of them can be served as each kind, and as at least one. */
  readonly simple: number;
  readonly multiple: number;
  readonly either: number;
};

/** What the bank of a discipline holds for exams; no chapters mean that it has no structure. */
export type DisciplineSupply = {
  readonly disciplineName: string;
  readonly chapters: readonly ChapterSupply[];
};

/** How many questions a discipline can give at most: those of the chapters its structure draws from. */
export const heldBy = ({ chapters }: DisciplineSupply): number =>
  chapters.reduce((all, { available }) => all + available, 0);

/** Why the bank cannot serve one line of an exam, at the field of its count: the first chapter that lacks questions. */
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
