import { type CustomExamDraft, type DraftPart, partsOf } from '#contract/custom-exam-draft.ts';
import { type Actor, isOf } from '#domain/access/actor.ts';
import { managesDiscipline } from '#domain/access/secretary-scope.ts';
import type { CustomExam, CustomExamPart } from '#domain/custom-exams/custom-exam.ts';
import { lineProblems, percentProblems } from '#domain/custom-exams/custom-exam-draft.ts';
import { type FieldProblem, problem, refuse, refuseProblems } from '#domain/errors.ts';
import { matchParts } from '#server/appointments/custom-exam-changes.ts';
import { countSatExams, type StoredPart } from '#server/appointments/stored-custom-exams.ts';
import { isToBeSat } from '#server/appointments/to-be-sat.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { maySetPercents, selectDisciplineChoices } from './discipline-choices.ts';

/**
 * The problems of an exam's cohort: series of another section or year, or a cohort out of the secretary's
 * scope.
 */
async function cohortProblems(
  sql: Queryable,
  actor: Actor,
  draft: CustomExamDraft,
): Promise<readonly FieldProblem[]> {
  const { collegeId, sectionId, year, seriesIds } = draft;
  if (!isOf(actor, 'admin')) {
    const { assignments } = await viewerOf(sql, actor);
    if (!managesDiscipline(assignments, { collegeId, sectionId, year, seriesIds }))
      return [problem('sectionId', 'validation.reference')];
  }
  const [section] = await sql`select from sections where id = ${sectionId} and college_id = ${collegeId}`;
  if (!section) return [problem('sectionId', 'validation.reference')];
  const found = await sql<{ name: string; theirs: number }[]>`
    select name, year as theirs from series where id = any(${seriesIds}::int[]) and section_id = ${sectionId} order by id`;
  if (found.length < seriesIds.length) return [problem('seriesIds', 'validation.reference')];
  const other = found.find(({ theirs }) => theirs !== year);
  return other ? [problem('seriesIds', 'validation.otherYear', { ...other, year })] : [];
}

const pathOf = (part: DraftPart, index: number) =>
  part.groupName === undefined ? part.path : `${part.path}.disciplines.${index}`;

/** Refuses a draft with an invalid cohort. */
export async function refuseWrongCohort(sql: Queryable, actor: Actor, draft: CustomExamDraft): Promise<void> {
  refuseProblems(await cohortProblems(sql, actor, draft));
}

/** Refuses a draft with invalid percents or demands; existing percents may stay. */
export async function refuseWrongParts(
  services: Services,
  sql: Queryable,
  actor: Actor,
  draft: CustomExamDraft,
  existing: readonly CustomExamPart[],
): Promise<void> {
  const parts = partsOf(draft);
  const offers = await selectDisciplineChoices(services, sql, actor, draft.sectionId);
  const lines = parts.flatMap((part) =>
    part.disciplines.map(({ disciplineId, questions }, index) => ({
      path: pathOf(part, index),
      disciplineId,
      questions,
      percentSimple: part.percentSimple ?? null,
    })),
  );
  refuseProblems([
    ...percentProblems(parts, existing, await maySetPercents(sql, draft.sectionId)),
    ...lineProblems(lines, new Map(offers.map((offer) => [offer.pkDiscipline, offer]))),
  ]);
}

const nameOf = ({ groupName, disciplines }: StoredPart) => groupName ?? disciplines[0]?.name ?? '';

/** Refuses to remove a part that a student has taken, because it is needed to show and grade their exam. */
export async function refuseSatParts(
  tx: Transaction,
  existing: readonly StoredPart[],
  exam: CustomExam,
): Promise<void> {
  const { removed } = matchParts(existing, exam.parts);
  const sat = await countSatExams(
    tx,
    removed.map(({ id }) => id),
  );
  for (const part of removed) {
    const count = sat.get(part.id);
    if (count !== undefined) refuse('customExam.partSat', { part: nameOf(part), count });
  }
}

/** The appointments `a` of an exam that are not over: with their extra time, or while their exam runs. */
const notOver = (tx: Transaction, id: number) => tx`
  a.custom_exam_id = ${id} and a.annulled_at is null
  and (a.ends_at + make_interval(mins => a.extra_minutes) > now()
       or exists (select from exam_groups g join exams e on e.group_id = g.id
                   where g.appointment_id = a.id and e.started_at is not null and e.finished_at is null))`;

/** Refuses to delete an exam while appointments for it are not over. */
export async function refuseWithAppointments(tx: Transaction, id: number): Promise<void> {
  const [appointments] = await tx<{ count: number }[]>`
    select count(*)::int as count from appointments a where ${notOver(tx, id)}`;
  if (appointments && appointments.count > 0)
    refuse('customExam.hasAppointments', { count: appointments.count });
}

/** The same without the finished ones. */
const toBeSat = (tx: Transaction, id: number) => tx`a.custom_exam_id = ${id} and ${isToBeSat(tx, tx`a`)}`;

/** Refuses a duration that does not fit the slots of upcoming appointments (CUST-2). */
export async function refuseShortSlots(tx: Transaction, id: number, exam: CustomExam): Promise<void> {
  const [short] = await tx<{ count: number }[]>`
    select count(*)::int as count from appointments a
     where ${toBeSat(tx, id)} and a.ends_at - a.starts_at < make_interval(mins => ${exam.durationMinutes})`;
  if (short && short.count > 0)
    refuse('customExam.slotTooShort', { count: short.count, minutes: exam.durationMinutes });
}

/**
 * Refuses another cohort while students of the current one have appointments; students of other series do not
 * count (CUST-2).
 */
export async function refuseLeftCohort(
  tx: Transaction,
  id: number,
  existing: Pick<CustomExam, 'year' | 'seriesIds'>,
  exam: CustomExam,
): Promise<void> {
  const [left] = await tx<{ count: number }[]>`
    select count(*)::int as count from appointments a join students p on p.id = a.student_id
     where ${toBeSat(tx, id)} and p.year = ${existing.year} and p.series_id = any(${[...existing.seriesIds]}::int[])
       and (p.year <> ${exam.year} or p.series_id <> all(${[...exam.seriesIds]}::int[]))`;
  if (left && left.count > 0) refuse('customExam.cohortBooked', { count: left.count });
}
