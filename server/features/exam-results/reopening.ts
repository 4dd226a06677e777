import type { BodyOfCall } from '#contract/call.ts';
import type { reopenExam as reopenCall } from '#contract/students-exams.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { creditedMinutes, mayReopen } from '#domain/exam-taking/reopening.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { addExtraTime } from './extra-time.ts';
import { selectExam } from './results.ts';

type Clock = {
  readonly appointmentId: number;
  /** The deadline of the sitting: that of its running exams, or of this one. */
  readonly deadline: number;
  /** When the first exam of that day with a discipline of this one can show its key. */
  readonly firstKey: number | null;
};

/**
 * The clock of the sitting of an exam, locked. The key of a part opens after the last slot of every custom
 * exam with one of its disciplines, so a part with fewer disciplines can open before this exam does.
 */
async function lockClock(tx: Transaction, examId: number): Promise<Clock | undefined> {
  await tx`
    select from appointments a join exam_groups g on g.appointment_id = a.id
     where g.id = (select group_id from exams where id = ${examId}) for no key update of a`;
  const [clock] = await tx<Clock[]>`
    with day as (
      select a.custom_exam_id, max(a.ends_at + make_interval(mins => a.extra_minutes)) as ends
        from appointments a where a.exam_date = (
          select own.exam_date from exams e join exam_groups g on g.id = e.group_id
            join appointments own on own.id = g.appointment_id where e.id = ${examId})
       group by a.custom_exam_id),
    asked as (
      select d.part_id, d.discipline_id, day.ends from custom_exam_disciplines d join day using (custom_exam_id)),
    opening as (
      select p.part_id, max(other.ends) as at from asked p join asked other using (discipline_id)
       where p.part_id in (
         select near.part_id from asked near join custom_exam_disciplines mine using (discipline_id)
          where mine.part_id = (select e.part_id from exams e where e.id = ${examId}))
       group by p.part_id)
    select a.id as "appointmentId",
           extract(epoch from coalesce((select max(o.deadline) from exams o
             where o.group_id = g.id and o.finished_at is null), e.deadline))::float8 * 1000 as deadline,
           extract(epoch from (select min(at) from opening))::float8 * 1000 as "firstKey"
      from exams e join exam_groups g on g.id = e.group_id join appointments a on a.id = g.appointment_id
     where e.id = ${examId}`;
  return clock;
}

/**
 * Reopens a finished exam until the key of one of its disciplines can open. The minutes become extra time of
 * the appointment, so the key stays closed for all students until this one is done. A sitting has one clock,
 * so the exam gets the deadline of the running ones. The result and its seals stay in the history.
 */
export async function reopenExam(
  services: Services,
  actor: Actor,
  author: Author,
  examId: number,
  { reason, minutes }: BodyOfCall<typeof reopenCall>,
): Promise<undefined> {
  await services.database.transaction(author, async (tx) => {
    const clock = await lockClock(tx, examId);
    const exam = await selectExam(tx, examId);
    if (!exam || !clock || exam.kind !== 'official') refuse('resource.notFound');
    if (exam.annulled) refuse('sitting.annulled');
    if (!exam.finished) refuse('exam.notFinished');
    const keys = [exam.questionsUsedUntil, clock.firstKey].flatMap((at) => at ?? []);
    if (!mayReopen(keys, exam.now)) refuse('exam.keyOpen');
    const credited = creditedMinutes(clock.deadline, exam.now, minutes);
    await tx`
      with reopened as (
        update exams set finished_at = null, finish_cause = null, score = null, grade = null,
               deadline = to_timestamp(${clock.deadline / 1000}::float8)
         where id = ${examId} and finished_at is not null returning id
      )
      insert into exam_events (exam_id, save_id, kind, client)
      select id, gen_random_uuid(), ${eventLetters.reopened}::"char",
             ${tx.json({ reason, minutes: credited, by: actor.userId })} from reopened`;
    await nameChanges(tx, 'reopened');
    await addExtraTime(tx, clock.appointmentId, { reason, minutes, credited });
  });
}
