import { type CustomExamDraft, customExamOf } from '#contract/custom-exam-draft.ts';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import { type Actor, isOf } from '#domain/access/actor.ts';
import { changesOf, type ExamChange } from '#domain/custom-exams/changes.ts';
import type { CustomExam } from '#domain/custom-exams/custom-exam.ts';
import { refuse } from '#domain/errors.ts';
import { updateCustomExam } from '#server/appointments/custom-exam-changes.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { freezesOfExams } from '#server/appointments/freezes.ts';
import { endWaiting, noteChanges } from '#server/appointments/mails.ts';
import { refuseOpenKeysOf } from '#server/appointments/opened-keys.ts';
import { type StoredPart, selectParts } from '#server/appointments/stored-custom-exams.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { customExamScope } from '#server/scopes/custom-exam-scope.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import {
  refuseLeftCohort,
  refuseSatParts,
  refuseShortSlots,
  refuseWithAppointments,
  refuseWrongCohort,
  refuseWrongParts,
} from './checks.ts';
import { readCustomExam } from './reading.ts';

type ExistingExam = {
  readonly name: string;
  readonly durationMinutes: number;
  readonly version: number;
  readonly changedBy: string | null;
  readonly seriesIds: readonly number[];
  readonly sectionId: number;
  readonly year: number;
};

/** A custom exam that the actor may write. */
export async function findWritable(
  sql: Queryable,
  actor: Actor,
  id: number,
): Promise<ExistingExam & { readonly parts: readonly StoredPart[] }> {
  const scope = customExamScope(sql, await viewerOf(sql, actor), 'x', 'write', false);
  const [found] = await sql<ExistingExam[]>`
    select x.name, x.duration_minutes as "durationMinutes", x.version, u.name as "changedBy", x.year, x.section_id as "sectionId",
           array(select series_id from custom_exam_series where custom_exam_id = x.id) as "seriesIds"
      from custom_exams x left join users u on u.id = x.changed_by
     where x.id = ${id} and x.removed_at is null and ${scope}`;
  if (!found) refuse('customExam.notFound');
  return { ...found, parts: (await selectParts(sql, [id])).get(id) ?? [] };
}

/**
 * The same, locked: new appointments for it wait until this transaction ends, and it waits for those in
 * progress.
 */
async function lockWritable(tx: Transaction, actor: Actor, id: number) {
  await tx`select from custom_exams where id = ${id} for update`;
  return findWritable(tx, actor, id);
}

export async function createCustomExam(
  services: Services,
  tx: Transaction,
  actor: Actor,
  draft: CustomExamDraft,
): Promise<CustomExamItem> {
  await refuseWrongCohort(tx, actor, draft);
  await refuseWrongParts(services, tx, actor, draft, []);
  const id = await insertCustomExam(tx, customExamOf(draft), actor.userId);
  return readCustomExam(services, tx, actor, id);
}

async function refuseFrozen(
  tx: Transaction,
  id: number,
  changes: readonly ExamChange[],
  mayOverride: boolean,
): Promise<void> {
  if (changes.length === 0 || mayOverride) return;
  const freeze = (await freezesOfExams(tx, [id])).get(id);
  if (freeze) refuse('customExam.frozen', { session: freeze.session, until: freeze.until });
}

const disciplinesOf = ({ parts }: Pick<CustomExam, 'parts'>): readonly number[] =>
  parts.flatMap(({ disciplines }) => disciplines.map(({ disciplineId }) => disciplineId));

const movesCohort = (existing: ExistingExam, exam: CustomExam) =>
  existing.year !== exam.year || existing.seriesIds.some((seriesId) => !exam.seriesIds.includes(seriesId));

/**
 * Saves an edited exam. The version shows whether another user saved it first; neither their change nor
 * the draft is lost. Frozen content changes only when an administrator confirms it; a discipline whose key has
 * opened is added by nobody.
 */
export async function replaceCustomExam(
  services: Services,
  tx: Transaction,
  actor: Actor,
  id: number,
  { draft, override }: { readonly draft: CustomExamDraft; readonly override: boolean },
): Promise<CustomExamItem> {
  const existing = await lockWritable(tx, actor, id);
  if (draft.version !== undefined && draft.version !== existing.version)
    refuse('customExam.changed', { by: existing.changedBy ?? '' });
  const exam = customExamOf(draft);
  await refuseWrongCohort(tx, actor, draft);
  const changes = changesOf(existing, exam);
  // A bank that shrank does not prevent renaming.
  if (changes.length > 0 || existing.sectionId !== exam.sectionId)
    await refuseWrongParts(services, tx, actor, draft, existing.parts);
  await refuseFrozen(tx, id, changes, override && isOf(actor, 'admin'));
  const asked = disciplinesOf(existing);
  const added = disciplinesOf(exam).filter((disciplineId) => !asked.includes(disciplineId));
  if (added.length > 0) await refuseOpenKeysOf(tx, id, added);
  await refuseSatParts(tx, existing.parts, exam);
  if (exam.durationMinutes > existing.durationMinutes) await refuseShortSlots(tx, id, exam);
  if (movesCohort(existing, exam)) await refuseLeftCohort(tx, id, existing, exam);
  await updateCustomExam(tx, id, existing.parts, exam, actor.userId);
  if (exam.name !== existing.name) await noteChanges(tx, tx`custom_exam_id = ${id}`);
  return readCustomExam(services, tx, actor, id);
}

/** Deletes an exam that nobody has an appointment for; those who wait for a seat get an e-mail. One that was sat or practised is only taken out of the lists. */
export async function removeCustomExam(tx: Transaction, actor: Actor, id: number): Promise<void> {
  await lockWritable(tx, actor, id);
  await refuseWithAppointments(tx, id);
  const [uses] = await tx<{ known: boolean }[]>`
    select exists (select from appointments where custom_exam_id = ${id})
             or exists (select from exam_groups where custom_exam_id = ${id})
             or exists (select from template_groups where custom_exam_id = ${id}) as known`;
  await endWaiting(tx, tx`w.custom_exam_id = ${id}`);
  if (uses?.known) await tx`update custom_exams set removed_at = now() where id = ${id}`;
  else await tx`delete from custom_exams where id = ${id}`;
}
