import { type FieldProblem, problem } from '../errors.ts';
import { distribute } from './distribution.ts';

/** A chapter's size and what the exam asks of it. */
export type ChapterPlan = {
  readonly code: string;
  /** How many questions are entered. */
  readonly entered: number;
  readonly questions: number;
  readonly percentSimple: number;
  readonly percentComplex: number;
};

/** The structure of a discipline's exam, as its holder writes it; 0 and null count as not given. */
export type StructurePlan = {
  readonly questions: number | null;
  readonly examDuration: number | null;
  readonly chapters: readonly ChapterPlan[];
};

/** Whether percents may be edited: the section's setting, otherwise the college's, otherwise yes. */
export function mayEditPercents(section: boolean | null, college: boolean | null): boolean {
  return section ?? college ?? true;
}

/** The initial percents of a structure: the section's, otherwise the college's, otherwise 50/50. */
export function defaultPercentSimple(
  section: { simple: number | null; multiple: number | null },
  college: { simple: number | null; multiple: number | null },
): number {
  const given = [section, college].find((one) => one.simple !== null || one.multiple !== null);
  return given?.simple ?? (given?.multiple == null ? 50 : 100 - given.multiple);
}

/** The number of questions per chapter, split by size; they always add up to the total. */
export function distributeByChapters(questions: number, entered: readonly number[]): number[] {
  const all = entered.reduce((sum, count) => sum + count, 0);
  return distribute(Math.min(questions, all), entered);
}

/** The number of simple and multiple questions of a chapter; they add up to its questions. */
export function splitKinds(plan: Pick<ChapterPlan, 'questions' | 'percentSimple'>): {
  simple: number;
  multiple: number;
} {
  const [simple = 0, multiple = 0] = distribute(plan.questions, [
    plan.percentSimple,
    100 - plan.percentSimple,
  ]);
  return { simple, multiple };
}

function chapterProblems(chapter: ChapterPlan, index: number): FieldProblem[] {
  const at = (field: string) => `chapters.${index}.${field}`;
  return [
    ...(chapter.questions > chapter.entered
      ? [
          problem(at('questions'), 'structure.chapterAboveEntered', {
            chapter: chapter.code,
            asked: chapter.questions,
            entered: chapter.entered,
          }),
        ]
      : []),
    ...(chapter.percentSimple + chapter.percentComplex !== 100
      ? [problem(at('percentSimple'), 'structure.percentSum', { chapter: chapter.code })]
      : []),
  ];
}

function totalProblems(total: number, chapters: readonly ChapterPlan[]): FieldProblem[] {
  const entered = chapters.reduce((all, chapter) => all + chapter.entered, 0);
  const sum = chapters.reduce((all, chapter) => all + chapter.questions, 0);
  const problems: FieldProblem[] = [];
  if (total > entered)
    problems.push(problem('questions', 'structure.aboveEntered', { asked: total, entered }));
  if (total < sum) problems.push(problem('questions', 'structure.belowChapterSum', { asked: total, sum }));
  else if (total !== sum) problems.push(problem('questions', 'structure.sumDiffers', { asked: total, sum }));
  return problems;
}

/** Every rule on exam structure (DISC-7 to DISC-10) that a plan breaks, each with its own message at its field. */
export function structureProblems(plan: StructurePlan): FieldProblem[] {
  return [
    ...(plan.examDuration ? [] : [problem('examDuration', 'structure.durationMissing')]),
    ...(plan.questions
      ? totalProblems(plan.questions, plan.chapters)
      : [problem('questions', 'structure.questionsMissing')]),
    ...plan.chapters.flatMap(chapterProblems),
  ];
}
