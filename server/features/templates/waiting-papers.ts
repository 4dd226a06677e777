import type { TemplateChange, TemplatePapers } from '#contract/templates.ts';
import { refuse } from '#domain/errors.ts';
import { freezeOfSittings } from '#server/appointments/freezes.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { matchesExam } from '#server/exams/conditions.ts';

/** A change of templates: of one of an exam in a session, or new ones. */
type Changed = {
  readonly customExamId: number;
  readonly examSessionId: number;
  readonly change: TemplateChange;
  readonly groupId?: number | undefined;
};

/**
 * The waiting papers `g` that a change concerns. Another content concerns those made from the template. More or fewer
 * templates concern all of the exam and session, because seats choose among all templates so that neighbours differ.
 */
function concerned(sql: Queryable, { customExamId, examSessionId, change, groupId }: Changed) {
  const madeFrom = sql`g.template_group_id is not distinct from ${groupId ?? null} and ${groupId !== undefined}`;
  const served = sql`exists (select from exam_sessions s where s.id = g.exam_session_id and s.pregenerated)`;
  const byNumber = {
    edit: sql`false`,
    remove: sql`${served} and exists (select from template_groups t where t.id = ${groupId ?? 0} and ${matchesExam(sql)})`,
    generate: served,
  };
  return sql`g.kind = 'official' and g.started_at is null and g.custom_exam_id = ${customExamId}
    and g.exam_session_id = ${examSessionId} and ((${madeFrom}) or (${byNumber[change]}))`;
}

const maxNamed = 50;

/** The papers that a change of templates draws again, and whether they are frozen (CUST-2). */
export async function papersOfChange(sql: Queryable, changed: Changed): Promise<TemplatePapers> {
  const freeze = await freezeOfSittings(sql, changed);
  const waiting = await sql<(TemplatePapers['students'][number] & { readonly isPrinted: boolean })[]>`
    select g.printed_at is not null as "isPrinted", p.last_name || ' ' || p.first_name as "studentName",
           to_char(a.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt"
      from exam_groups g join appointments a on a.id = g.appointment_id join students p on p.id = a.student_id
     where ${concerned(sql, changed)} order by a.starts_at, p.last_name collate natural_ro, a.id`;
  const students = waiting.flatMap(({ isPrinted, ...student }) => (isPrinted ? [] : [student]));
  return {
    frozen: freeze ? { session: freeze.session, until: freeze.until } : null,
    papers: students.length,
    printed: waiting.length - students.length,
    students: students.slice(0, maxNamed),
  };
}

/** Refuses to draw papers again shortly before and during the exams, unless an administrator has confirmed it (CUST-2). */
export async function refuseFrozenPapers(
  tx: Transaction,
  changed: Changed,
  override: boolean,
): Promise<void> {
  if (override) return;
  const { frozen, papers } = await papersOfChange(tx, changed);
  if (frozen && papers > 0) refuse('template.frozen', { ...frozen, count: papers });
}

/** Drops the waiting papers that a change concerns, so that they are made again; printed ones stay. */
export async function dropWaitingPapers(tx: Transaction, changed: Changed): Promise<void> {
  await tx`delete from exam_groups g where g.printed_at is null and ${concerned(tx, changed)}`;
}
