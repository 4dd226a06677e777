import type { CustomExam, CustomExamPart } from '#domain/custom-exams/custom-exam.ts';
import type { Transaction } from '#server/db/database.ts';

export type NewCustomExam = CustomExam;

/** Stores a custom exam with its series and ordered parts; returns its id. */
export async function insertCustomExam(tx: Transaction, exam: CustomExam, madeBy?: number): Promise<number> {
  const [made] = await tx<{ id: number }[]>`
    insert into custom_exams (name, college_id, section_id, year, duration_minutes, changed_by)
    values (${exam.name}, ${exam.collegeId}, ${exam.sectionId}, ${exam.year}, ${exam.durationMinutes}, ${madeBy ?? null}) returning id`;
  if (!made) throw new Error('the custom exam was not stored');
  await tx`insert into custom_exam_series (custom_exam_id, series_id)
    select ${made.id}, unnest(${[...exam.seriesIds]}::int[])`;
  for (const [index, part] of exam.parts.entries()) await insertPart(tx, made.id, index + 1, part);
  return made.id;
}

/** Stores a part at its position. */
export async function insertPart(
  tx: Transaction,
  customExamId: number,
  position: number,
  { groupName, credits, percentSimple, disciplines }: CustomExamPart,
): Promise<void> {
  const kind = groupName === undefined ? 'summative' : 'integrative';
  const [part] = await tx<{ id: number }[]>`
    insert into custom_exam_parts (custom_exam_id, position, kind, group_name, credits, percent_simple)
    values (${customExamId}, ${position}, ${kind}, ${groupName ?? null}, ${credits ?? null}, ${percentSimple ?? null}) returning id`;
  if (!part) throw new Error('the part was not stored');
  await insertDisciplines(tx, customExamId, part.id, { groupName, disciplines });
}

/** Stores the disciplines of a part in order. */
export async function insertDisciplines(
  tx: Transaction,
  customExamId: number,
  partId: number,
  { groupName, disciplines }: CustomExamPart,
): Promise<void> {
  const rows = disciplines.map((discipline, index) => ({
    part_id: partId,
    custom_exam_id: customExamId,
    kind: groupName === undefined ? 'summative' : 'integrative',
    discipline_id: discipline.disciplineId,
    position: index + 1,
    questions: discipline.questions,
    credits: discipline.credits ?? null,
  }));
  await tx`insert into custom_exam_disciplines ${tx(rows)}`;
}
