import type { BodyOfCall } from '#contract/call.ts';
import type { creditTime as creditCall } from '#contract/sitting-actions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { lockPersonOf } from '#server/appointments/locks.ts';
import { examsWithKeyOpenOnDay } from '#server/appointments/opened-keys.ts';
import { lockSlotsAfter } from '#server/appointments/seat-taken-next.ts';
import { nameChanges, writeAuditEntry } from '#server/db/audit-entry.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import { noteGradesChangedWhileAnnulled } from '#server/exams/changed-grades.ts';
import { finishByStaff } from '#server/exams/finishing.ts';
import { lockExamSessions } from '#server/exams/settlements.ts';
import { canSeeExam, examScope } from '#server/scopes/exam-scope.ts';
import { refuseConcerned } from '#server/scopes/relatives.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { addExtraTime } from './extra-time.ts';

/** Ends a running exam for its student; what was saved counts (EXAM-7). */
export async function endExam(
  services: Services,
  actor: Actor,
  author: Author,
  examId: number,
  reason: string,
): Promise<undefined> {
  const { sql } = services.database;
  if (!(await canSeeExam(sql, actor, examId))) refuse('resource.notFound');
  const [exam] = await sql<
    { groupId: number }[]
  >`select group_id as "groupId" from exams where id = ${examId}`;
  await refuseConcerned(sql, actor.userId, exam?.groupId ?? 0);
  // Earlier saves in this process must be committed first.
  await services.exams.saver.settled(examId);
  await services.database.transaction(author, async (tx) => {
    const ended = await finishByStaff(tx, [examId], { reason, by: actor.userId });
    if (ended.length === 0) refuse('sitting.notRunning');
  });
}

/** The appointment and the exams of a begun sitting in the actor's scope, locked; refused for those it concerns. */
async function lockSitting(tx: Transaction, actor: Actor, groupId: number) {
  const viewer = await viewerOf(tx, actor);
  await lockPersonOf(tx, groupId);
  const [sitting] = await tx<
    {
      appointmentId: number;
      userId: number;
      annulled: boolean;
      customExamId: number;
      examDate: string;
      examIds: number[];
    }[]
  >`
    select a.id as "appointmentId", g.user_id as "userId", a.annulled_at is not null as annulled,
           a.custom_exam_id as "customExamId", a.exam_date as "examDate",
           array(select e.id from exams e where e.group_id = g.id order by e.id) as "examIds"
      from exam_groups g join appointments a on a.id = g.appointment_id join students p on p.id = a.student_id
     where g.id = ${groupId} and g.kind = 'official' and g.started_at is not null
       and exists (select from exams e where e.group_id = g.id and ${examScope(tx, viewer, tx`e.part_id`)})
       for no key update of a`;
  if (!sitting) refuse('resource.notFound');
  await refuseConcerned(tx, actor.userId, groupId);
  return sitting;
}

/** Lets the settlements of a sitting's session wait, before the sitting is locked: they tell students unless it is annulled. */
async function lockSettlementsOf(tx: Transaction, groupId: number): Promise<void> {
  const sessions = await tx<{ id: number }[]>`
    select exam_session_id as id from exam_groups where id = ${groupId} and exam_session_id is not null`;
  await lockExamSessions(
    tx,
    sessions.map(({ id }) => id),
  );
}

async function isRunning(tx: Transaction, examIds: readonly number[]): Promise<boolean> {
  const running = await tx`select from exams where id = any(${[...examIds]}::int[]) and finished_at is null`;
  return running.count > 0;
}

/** Adds minutes to the running exams of a sitting; their pages learn of it with their next call. */
export async function creditTime(
  services: Services,
  actor: Actor,
  author: Author,
  groupId: number,
  { reason, minutes, seatTakenNext }: BodyOfCall<typeof creditCall>,
): Promise<undefined> {
  await services.database.transaction(author, async (tx) => {
    await lockSlotsAfter(tx, groupId);
    const { appointmentId, customExamId, examDate, examIds } = await lockSitting(tx, actor, groupId);
    if (!(await isRunning(tx, examIds))) refuse('sitting.notRunning');
    if ((await examsWithKeyOpenOnDay(tx, [customExamId], examDate)).size > 0) refuse('exam.keyOpen');
    await nameChanges(tx, 'timeCredited');
    const extra = { reason, minutes, credited: minutes, seatTakenNext };
    await addExtraTime(tx, await viewerOf(tx, actor), appointmentId, extra);
  });
}

/** Annuls a sitting: it ends, keeps its history and no longer counts, and the student may book again. */
export async function annulSitting(
  services: Services,
  actor: Actor,
  author: Author,
  groupId: number,
  reason: string,
): Promise<undefined> {
  const exams = await services.database.sql<{ id: number }[]>`
    select id from exams where group_id = ${groupId}`;
  // Earlier saves in this process must be committed first.
  await Promise.all(exams.map(({ id }) => services.exams.saver.settled(id)));
  await services.database.transaction(author, async (tx) => {
    await lockSettlementsOf(tx, groupId);
    const { appointmentId, annulled, examIds } = await lockSitting(tx, actor, groupId);
    if (annulled) refuse('sitting.annulled');
    await finishByStaff(tx, examIds, { reason, by: actor.userId });
    await nameChanges(tx, 'annulled');
    await tx`
      update appointments set annulled_at = clock_timestamp(), annulled_by = ${actor.userId}, annulled_reason = ${reason}
       where id = ${appointmentId}`;
  });
}

/** Makes an annulled sitting count again and tells its student of changed grades (CONT-10); refused when they have a second one. */
export async function restoreSitting(
  services: Services,
  actor: Actor,
  author: Author,
  groupId: number,
): Promise<undefined> {
  await services.database.transaction(author, async (tx) => {
    await lockSettlementsOf(tx, groupId);
    const { appointmentId, annulled } = await lockSitting(tx, actor, groupId);
    if (!annulled) refuse('sitting.notAnnulled');
    await noteGradesChangedWhileAnnulled(tx, appointmentId);
    await nameChanges(tx, 'restored');
    await tx`
      update appointments set annulled_at = null, annulled_by = null, annulled_reason = null where id = ${appointmentId}`;
  });
}

/** Ends the sign-ins of a student whose exam runs, so that only a computer where they sign in again can continue. */
export async function freeComputer(
  services: Services,
  actor: Actor,
  author: Author,
  groupId: number,
  reason: string,
): Promise<undefined> {
  await services.database.transaction(author, async (tx) => {
    const { userId, examIds } = await lockSitting(tx, actor, groupId);
    if (!(await isRunning(tx, examIds))) refuse('sitting.notRunning');
    const ended = await tx`
      update sign_ins set revoked_at = now() where user_id = ${userId} and revoked_at is null and expires_at > now()`;
    await writeAuditEntry(tx, {
      action: 'computerFreed',
      entity: 'exam_groups',
      entityId: String(groupId),
      after: { reason, signIns: ended.count },
    });
  });
}
