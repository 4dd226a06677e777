/** A discipline of a custom exam, and how much of it is asked. */
export type AskedDiscipline = {
  readonly disciplineId: number;
  readonly questions: number;
  readonly credits?: number | null;
};

/** One graded part: a summative discipline alone, or the disciplines of an integrative group under its name. */
export type CustomExamPart = {
  readonly groupName?: string | undefined;
  readonly credits?: number | null;
  /** The share of simple questions; nothing leaves it to the structures of the disciplines. */
  readonly percentSimple?: number | null;
  readonly disciplines: readonly AskedDiscipline[];
};

/** What a cohort sits: its parts in their order, and for how long. */
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

/** How many questions a part asks. */
export const questionsOf = (part: CustomExamPart): number =>
  sum(part.disciplines.map(({ questions }) => questions));

/** The credits of a part: those of its group, else the sum of its disciplines'. Credits have one decimal. */
export function creditsOf(part: CustomExamPart): number {
  const tenths = part.disciplines.map(({ credits }) => Math.round((credits ?? 0) * 10));
  return part.credits ?? sum(tenths) / 10;
}

/** The sums of a whole exam. */
export function totalsOf(parts: readonly CustomExamPart[]): { questions: number; credits: number } {
  return {
    questions: sum(parts.map(questionsOf)),
    credits: sum(parts.map((part) => Math.round(creditsOf(part) * 10))) / 10,
  };
}
