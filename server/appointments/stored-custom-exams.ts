import type { CustomExamPart } from '#domain/custom-exams/custom-exam.ts';
import type { Queryable } from '#server/db/database.ts';

type StoredDiscipline = {
  readonly disciplineId: number;
  readonly code: string;
  readonly name: string;
  readonly questions: number;
  readonly credits: number | null;
};

export type StoredPart = Omit<CustomExamPart, 'disciplines'> & {
  readonly id: number;
  readonly position: number;
  readonly disciplines: readonly StoredDiscipline[];
};

type Row = Omit<StoredPart, 'groupName'> & {
  readonly customExamId: number;
  readonly groupName: string | null;
};

/** The parts of custom exams in their order, by exam. */
export async function selectParts(
  sql: Queryable,
  customExamIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredPart[]>> {
  const rows = await sql<Row[]>`
    select p.custom_exam_id as "customExamId", p.id, p.position, p.group_name as "groupName", p.credits::float8 as credits,
           p.percent_simple as "percentSimple",
           jsonb_agg(jsonb_build_object('disciplineId', d.id, 'code', d.code, 'name', d.description, 'questions', a.questions,
                                        'credits', a.credits) order by a.position) as disciplines
      from custom_exam_parts p join custom_exam_disciplines a on a.part_id = p.id join disciplines d on d.id = a.discipline_id
     where p.custom_exam_id = any(${[...customExamIds]}::int[])
     group by p.id order by p.custom_exam_id, p.position`;
  const parts = new Map<number, StoredPart[]>(customExamIds.map((id) => [id, []]));
  for (const { customExamId, groupName, ...part } of rows)
    parts.get(customExamId)?.push({ ...part, groupName: groupName ?? undefined });
  return parts;
}

/** How many official exams of each part have begun or are printed; such a part keeps its disciplines. */
export async function countSatExams(
  sql: Queryable,
  partIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ partId: number; count: number }[]>`
    select e.part_id as "partId", count(*)::int as count from exams e join exam_groups g on g.id = e.group_id
     where e.part_id = any(${[...partIds]}::int[]) and g.kind = 'official'
       and (g.started_at is not null or g.printed_at is not null) group by e.part_id`;
  return new Map(rows.map(({ partId, count }) => [partId, count]));
}
