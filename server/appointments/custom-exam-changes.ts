import { identityOf } from '#domain/custom-exams/changes.ts';
import type { CustomExam, CustomExamPart } from '#domain/custom-exams/custom-exam.ts';
import { refuse } from '#domain/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import { insertDisciplines, insertPart } from './custom-exams.ts';
import type { StoredPart } from './stored-custom-exams.ts';

type MatchedPart = { readonly stored: StoredPart; readonly part: CustomExamPart; readonly position: number };

/**
 * The stored parts to delete, and those to keep with their new content. Parts are matched by their
 * disciplines.
 */
export function matchParts(stored: readonly StoredPart[], parts: readonly CustomExamPart[]) {
  const matched: MatchedPart[] = [];
  const added: { readonly part: CustomExamPart; readonly position: number }[] = [];
  for (const [index, part] of parts.entries()) {
    const found = stored.find((old) => identityOf(old) === identityOf(part));
    if (found) matched.push({ stored: found, part, position: index + 1 });
    else added.push({ part, position: index + 1 });
  }
  const removed = stored.filter((old) => !matched.some((one) => one.stored === old));
  return { matched, added, removed };
}

/** Temporary positions above those of any exam, for parts that swap positions. */
const positionOffset = 1000;

async function updatePart(
  tx: Transaction,
  customExamId: number,
  { stored, part }: MatchedPart,
): Promise<void> {
  await tx`
    update custom_exam_parts
       set group_name = ${part.groupName ?? null}, credits = ${part.credits ?? null}, percent_simple = ${part.percentSimple ?? null}
     where id = ${stored.id} and (group_name, credits, percent_simple) is distinct from
           (${part.groupName ?? null}::text, ${part.credits ?? null}::numeric, ${part.percentSimple ?? null}::int)`;
  const sameOrder = stored.disciplines.every(
    ({ disciplineId }, index) => part.disciplines[index]?.disciplineId === disciplineId,
  );
  if (!sameOrder) {
    await tx`delete from custom_exam_disciplines where part_id = ${stored.id}`;
    await insertDisciplines(tx, customExamId, stored.id, part);
    return;
  }
  for (const { disciplineId, questions, credits } of part.disciplines)
    await tx`
      update custom_exam_disciplines set questions = ${questions}, credits = ${credits ?? null}
       where part_id = ${stored.id} and discipline_id = ${disciplineId}
         and (questions, credits) is distinct from (${questions}::int, ${credits ?? null}::numeric)`;
}

/** Deletes the templates with parts that go, and the waiting papers made from them; a part that was sat or printed stays. */
async function deleteTemplatesWith(tx: Transaction, partIds: readonly number[]): Promise<void> {
  const templates = tx`select template_group_id from template_exams where part_id = any(${[...partIds]}::int[])`;
  const held = await tx<{ isPrinted: boolean }[]>`
    select printed_at is not null as "isPrinted" from template_groups where id in (${templates}) order by id for update`;
  if (held.some(({ isPrinted }) => isPrinted)) refuse('template.printed');
  await tx`
    delete from exam_groups where started_at is null and printed_at is null and template_group_id in (${templates})`;
  await tx`delete from template_groups where id in (${templates})`;
}

/**
 * Writes only differences, so that the triggers on these tables redraw only affected papers. Parts keep their
 * rows, because exams that were sat refer to them.
 */
export async function updateCustomExam(
  tx: Transaction,
  id: number,
  stored: readonly StoredPart[],
  exam: CustomExam,
  changedBy: number,
): Promise<void> {
  await tx`
    update custom_exams
       set name = ${exam.name}, college_id = ${exam.collegeId}, section_id = ${exam.sectionId}, year = ${exam.year},
           duration_minutes = ${exam.durationMinutes}, version = version + 1, changed_by = ${changedBy}, changed_at = now()
     where id = ${id}`;
  const seriesIds = [...exam.seriesIds];
  await tx`delete from custom_exam_series where custom_exam_id = ${id} and series_id <> all(${seriesIds}::int[])`;
  await tx`insert into custom_exam_series (custom_exam_id, series_id)
    select ${id}, unnest(${seriesIds}::int[]) on conflict do nothing`;
  const { matched, added, removed } = matchParts(stored, exam.parts);
  await deleteTemplatesWith(
    tx,
    removed.map((part) => part.id),
  );
  await tx`delete from custom_exam_parts where id = any(${removed.map((part) => part.id)}::int[])`;
  const moved = matched.filter((one) => one.stored.position !== one.position);
  await tx`update custom_exam_parts set position = position + ${positionOffset}
    where id = any(${moved.map((one) => one.stored.id)}::int[])`;
  for (const one of moved)
    await tx`update custom_exam_parts set position = ${one.position} where id = ${one.stored.id}`;
  for (const one of matched) await updatePart(tx, id, one);
  for (const { part, position } of added) await insertPart(tx, id, position, part);
}
