import type { StructurePapers } from '#contract/structure.ts';
import { type Actor, isOf } from '#domain/access/actor.ts';
import { freezeOfDiscipline } from '#server/appointments/freezes.ts';
import { countServed } from '#server/appointments/templates.ts';
import type { Queryable } from '#server/db/database.ts';
import { selectStructure } from './stored-structure.ts';

const maxNamed = 50;

/** The papers that wait and ask the discipline: another structure draws them again, except those already printed. */
export async function papersOfStructure(sql: Queryable, actor: Actor, id: number): Promise<StructurePapers> {
  await selectStructure(sql, actor, id);
  const freeze = await freezeOfDiscipline(sql, id);
  const waiting = await sql<(StructurePapers['students'][number] & { readonly isPrinted: boolean })[]>`
    select g.printed_at is not null as "isPrinted", p.last_name || ' ' || p.first_name as "studentName",
           to_char(a.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt"
      from exam_groups g join appointments a on a.id = g.appointment_id join students p on p.id = a.student_id
     where g.kind = 'official' and g.started_at is null
       and g.custom_exam_id in (select custom_exam_id from custom_exam_disciplines where discipline_id = ${id})
     order by a.starts_at, p.last_name collate natural_ro, a.id`;
  const students = waiting.flatMap(({ isPrinted, ...student }) => (isPrinted ? [] : [student]));
  return {
    frozen: freeze ? { exam: freeze.exam, until: freeze.until } : null,
    papers: students.length,
    templates: await countServed(
      sql,
      sql`t.custom_exam_id in (select custom_exam_id from custom_exam_disciplines where discipline_id = ${id})`,
    ),
    printed: waiting.length - students.length,
    students: isOf(actor, 'admin') ? students.slice(0, maxNamed) : [],
  };
}
