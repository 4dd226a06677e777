import { refuse } from '#domain/errors.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { highestSeq } from '#domain/exam-taking/save.ts';
import type { Transaction } from '#server/db/database.ts';
import { finishByStaff } from './finishing.ts';

type EnteredPaper = { readonly examId: number; readonly ticks: readonly number[] };
type People = { readonly by: number; readonly with: number };

/** Refuses a question whose sequence is at the maximum, because no later save of it can count. */
async function refuseUsedUp(tx: Transaction, groupId: number): Promise<void> {
  const [full] = await tx<{ position: number }[]>`
    select q.position from exams e join exam_questions q on q.exam_id = e.id
     where e.group_id = ${groupId} and q.seq >= ${highestSeq} order by e.position, q.position limit 1`;
  if (full) refuse('paper.seqUsedUp', { question: full.position });
}

/**
 * Stores ticks that two people read from a paper as saves of the sitting, then ends its exams. A sitting that
 * was never begun begins now, and an exam that ended meanwhile is reopened, so that its events are complete.
 * The caller has locked the appointment.
 */
export async function storePaper(
  tx: Transaction,
  groupId: number,
  exams: readonly EnteredPaper[],
  people: People,
): Promise<void> {
  await refuseUsedUp(tx, groupId);
  const client = tx.json({ paper: true, ...people });
  await tx`
    with begun as (
      update exam_groups set started_at = now() where id = ${groupId} and started_at is null returning id
    ), opened as (
      update exams e set started_at = now(), deadline = now(), writer = gen_random_uuid()
        from begun where e.group_id = begun.id returning e.id
    )
    insert into exam_events (exam_id, save_id, kind, client)
    select id, gen_random_uuid(), ${eventLetters.begun}::"char", ${client} from opened`;
  await tx`
    with reopened as (
      update exams set finished_at = null, finish_cause = null, score = null, grade = null
       where group_id = ${groupId} and finished_at is not null returning id
    )
    insert into exam_events (exam_id, save_id, kind, client)
    select id, gen_random_uuid(), ${eventLetters.reopened}::"char", ${client} || '{"minutes": 0}' from reopened`;
  for (const { examId, ticks } of exams)
    await tx`
      with entered as (
        select t.ticks, t.position, q.seq + 1 as seq
          from unnest(${[...ticks]}::int[]) with ordinality as t (ticks, position)
          join exam_questions q on q.exam_id = ${examId} and q.position = t.position
      ), answer as (
        update exam_questions q set ticks = n.ticks, seq = n.seq, marks = q.marks & -2
          from entered n where q.exam_id = ${examId} and q.position = n.position
      )
      insert into exam_events (exam_id, save_id, kind, position, ticks, seq, client)
      select ${examId}, gen_random_uuid(), ${eventLetters.saved}::"char", position, ticks, seq, ${client} from entered`;
  await finishByStaff(
    tx,
    exams.map(({ examId }) => examId),
    { reason: '', paper: true, ...people },
  );
}
