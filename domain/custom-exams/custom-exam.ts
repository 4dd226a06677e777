/** A discipline of a custom exam and its number of questions. */
export type ExamDiscipline = {
  readonly disciplineId: number;
  readonly questions: number;
  readonly credits?: number | null;
};

/** One graded part: a single summative discipline, or a named integrative group. */
export type CustomExamPart = {
  readonly groupName?: string | undefined;
  readonly credits?: number | null;
  /** The share of simple questions; null leaves it to the structures of the disciplines. */
  readonly percentSimple?: number | null;
  readonly disciplines: readonly ExamDiscipline[];
};

/** An exam for a cohort: its parts in order, and its duration. */
export type CustomExam = {
  readonly name: string;
  readonly collegeId: number;
  readonly sectionId: number;
  readonly year: number;
  readonly seriesIds: readonly number[];
  readonly durationMinutes: number;
  readonly parts: readonly CustomExamPart[];
};

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

export const questionsOf = (part: CustomExamPart): number =>
  sum(part.disciplines.map(({ questions }) => questions));

/** The credits of a part: its group's, otherwise the sum over its disciplines. Credits have one decimal. */
export function creditsOf(part: CustomExamPart): number {
  const tenths = part.disciplines.map(({ credits }) => Math.round((credits ?? 0) * 10));
  return part.credits ?? sum(tenths) / 10;
}

export function totalsOf(parts: readonly CustomExamPart[]): { questions: number; credits: number } {
  return {
    questions: sum(parts.map(questionsOf)),
    credits: sum(parts.map((part) => Math.round(creditsOf(part) * 10))) / 10,
  };
}
