import type { BodyOfCall } from '#contract/call.ts';
import type { reopenExam as reopenCall } from '#contract/sitting-actions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { creditedMinutes, mayReopen } from '#domain/exam-taking/reopening.ts';
import { lockPersonOf } from '#server/appointments/locks.ts';
import { examsWithKeyOpenOnDay, slackSeconds } from '#server/appointments/opened-keys.ts';
import { lockSlotsAfter } from '#server/appointments/seat-taken-next.ts';
import { examOf, hasToSitElsewhere, isToBeSat } from '#server/appointments/to-be-sat.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import { insertReasons } from '#server/exams/event-reasons.ts';
import { refuseConcerned } from '#server/scopes/relatives.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { addExtraTime } from './extra-time.ts';
import { selectOptionalExam } from './results.ts';

type Clock = {
  readonly appointmentId: number;
  readonly customExamId: number;
  readonly examDate: string;
  /** The deadline of the sitting: that of its running exams, or of this one; never after its appointment. */
  readonly deadline: number;
  /** After the locks, not when the transaction began. */
  readonly now: number;
  /** Whether the sitting is finished and the student has the exam to sit in another session. */
  readonly isTwice: boolean;
};

/** The clock of the sitting of an exam, locked. */
async function lockClock(tx: Transaction, examId: number, groupId: number): Promise<Clock | undefined> {
  await lockSlotsAfter(tx, groupId);
  await lockPersonOf(tx, groupId);
  await tx`
    select from appointments a join exam_groups g on g.appointment_id = a.id where g.id = ${groupId} for no key update of a`;
  const [clock] = await tx<Clock[]>`
    select a.id as "appointmentId", a.custom_exam_id as "customExamId", a.exam_date as "examDate",
           extract(epoch from least(a.ends_at + make_interval(mins => a.extra_minutes), coalesce((select max(o.deadline) from exams o
             where o.group_id = g.id and o.finished_at is null), e.deadline)))::float8 * 1000 as deadline,
           extract(epoch from clock_timestamp())::float8 * 1000 as now,
           not ${isToBeSat(tx, tx`a`)} and ${hasToSitElsewhere(tx, examOf(tx, tx`a`))} as "isTwice"
      from exams e join exam_groups g on g.id = e.group_id join appointments a on a.id = g.appointment_id
     where e.id = ${examId}`;
  return clock;
}

/**
 * Refuses once the key of this exam, or of another one of that day with one of its disciplines, has opened or is about to: a key
 * that was seen never closes again (RESU-1).
 */
async function refuseAfterKeyOpened(
  tx: Transaction,
  { customExamId, examDate, now }: Clock,
  questionsUsedUntil: number | null,
): Promise<void> {
  const ownIsClosed = mayReopen(questionsUsedUntil ?? undefined, now + slackSeconds * 1000);
  if (!ownIsClosed || (await examsWithKeyOpenOnDay(tx, [customExamId], examDate)).size > 0)
    refuse('exam.keyOpen');
}

/**
 * Reopens a finished exam until the key of one of its disciplines can open. The minutes become extra time of
 * the appointment, so the key stays closed for all students until this one is done. A sitting has one clock,
 * so the exam gets the deadline of the running ones. A deadline after the appointment, as of an exam that lost its extra time when
 * it was finished, or of a paper entered after its slot, does not count. The result and its seals stay in the history.
 */
export async function reopenExam(
  services: Services,
  actor: Actor,
  author: Author,
  examId: number,
  { reason, minutes, seatTakenNext }: BodyOfCall<typeof reopenCall>,
): Promise<undefined> {
  await services.database.transaction(author, async (tx) => {
    const found = await selectOptionalExam(tx, examId);
    if (found?.kind !== 'official') refuse('resource.notFound');
    const clock = await lockClock(tx, examId, found.groupId);
    const exam = await selectOptionalExam(tx, examId);
    if (!exam || !clock) refuse('resource.notFound');
    await refuseConcerned(tx, actor.userId, exam.groupId);
    if (exam.annulled) refuse('sitting.annulled');
    if (!exam.finished) refuse('exam.notFinished');
    if (clock.isTwice) refuse('appointment.examTwice');
    await refuseAfterKeyOpened(tx, clock, exam.questionsUsedUntil);
    const credited = creditedMinutes(clock.deadline, clock.now, minutes);
    const [event] = await tx<{ saveId: string }[]>`
      with reopened as (
        update exams set finished_at = null, finish_cause = null, score = null, grade = null,
               deadline = to_timestamp(${clock.deadline / 1000}::float8)
         where id = ${examId} and finished_at is not null returning id
      )
      insert into exam_events (exam_id, save_id, kind, client)
      select id, gen_random_uuid(), ${eventLetters.reopened}::"char",
             ${tx.json({ minutes: credited, by: actor.userId })} from reopened returning save_id as "saveId"`;
    if (event) await insertReasons(tx, [{ examId, saveId: event.saveId, reason }]);
    await nameChanges(tx, 'reopened');
    const extra = { reason, minutes, credited, seatTakenNext };
    await addExtraTime(tx, await viewerOf(tx, actor), clock.appointmentId, extra);
  });
}
