import type { Transaction } from '#server/db/database.ts';

type AskedDiscipline = {
  readonly disciplineId: number;
  readonly questions: number;
  readonly credits?: number;
};

/** One graded part: a summative discipline, or an integrative group with its disciplines. */
type CustomExamPart = {
  readonly groupName?: string;
  readonly credits?: number;
  readonly disciplines: readonly AskedDiscipline[];
};

export type NewCustomExam = {
  readonly name: string;
  readonly collegeId: number;
  readonly sectionId: number;
  readonly year: number;
  readonly seriesIds: readonly number[];
  readonly durationMinutes: number;
  readonly parts: readonly CustomExamPart[];
};

/** Stores a custom exam with its series and ordered parts; returns its id. */
export async function insertCustomExam(tx: Transaction, exam: NewCustomExam): Promise<number> {
  const [made] = await tx<{ id: number }[]>`
    insert into custom_exams (name, college_id, section_id, year, duration_minutes)
    values (${exam.name}, ${exam.collegeId}, ${exam.sectionId}, ${exam.year}, ${exam.durationMinutes}) returning id`;
  if (!made) throw new Error('the custom exam was not stored');
  await tx`insert into custom_exam_series (custom_exam_id, series_id)
    select ${made.id}, unnest(${[...exam.seriesIds]}::int[])`;
  for (const [index, part] of exam.parts.entries()) await insertPart(tx, made.id, index + 1, part);
  return made.id;
}

async function insertPart(
  tx: Transaction,
  customExamId: number,
  position: number,
  { groupName, credits, disciplines }: CustomExamPart,
): Promise<void> {
  const kind = groupName === undefined ? 'summative' : 'integrative';
  const [part] = await tx<{ id: number }[]>`
    insert into custom_exam_parts (custom_exam_id, position, kind, group_name, credits)
    values (${customExamId}, ${position}, ${kind}, ${groupName ?? null}, ${credits ?? null}) returning id`;
  const rows = disciplines.map((discipline, index) => ({
    part_id: part?.id ?? 0,
    custom_exam_id: customExamId,
    kind,
    discipline_id: discipline.disciplineId,
    position: index + 1,
    questions: discipline.questions,
    credits: discipline.credits ?? null,
  }));
  await tx`insert into custom_exam_disciplines ${tx(rows)}`;
}
