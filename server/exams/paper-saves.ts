import { refuse } from '#domain/errors.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { highestSeq } from '#domain/exam-taking/save.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { noteChangedGrades } from './changed-grades.ts';
import { finishByStaff } from './finishing.ts';

type EnteredPaper = {
  readonly examId: number;
  readonly ticks: readonly number[];
  /** Questions crossed out without another answer. */
  readonly cleared: readonly number[];
};
type Result = { readonly examId: number; readonly score: number; readonly grade: number };
type People = { readonly by: number; readonly with: number };

/** Refuses a question whose sequence is at the maximum, because no later save of it can count. */
async function refuseUsedUp(tx: Transaction, examIds: readonly number[]): Promise<void> {
  const [full] = await tx<{ position: number }[]>`
    select q.position from exams e join exam_questions q on q.exam_id = e.id
     where e.id = any(${[...examIds]}::int[]) and q.seq >= ${highestSeq} order by e.position, q.position limit 1`;
  if (full) refuse('paper.seqUsedUp', { question: full.position });
}

/** The latest answers that were given at a computer, by exam and position. */
export const computerAnswers = (sql: Queryable, examIds: readonly number[]) => sql`
  select distinct on (v.exam_id, v.position) v.exam_id, v.position, v.ticks from exam_events v
   where v.exam_id = any(${[...examIds]}::int[]) and v.kind = ${eventLetters.saved}::"char"
     and not coalesce(v.client ? 'paper', false)
   order by v.exam_id, v.position, v.seq desc`;

const resultsOf = (tx: Transaction, examIds: readonly number[]) => tx<Result[]>`
  select id as "examId", score::float8, grade::float8 from exams where id = any(${[...examIds]}::int[]) and finished_at is not null`;

/** Notifies the students of exams that had ended before about their new grades (CONT-10). */
async function noteNewGrades(tx: Transaction, before: readonly Result[]): Promise<void> {
  const after = await resultsOf(
    tx,
    before.map(({ examId }) => examId),
  );
  await noteChangedGrades(
    tx,
    before.flatMap(({ examId, score, grade }) => {
      const now = after.find((one) => one.examId === examId);
      return now
        ? [{ examId, oldScore: score, newScore: now.score, oldGrade: grade, newGrade: now.grade }]
        : [];
    }),
  );
}

/**
 * Stores ticks that two people read from a paper as saves of the sitting, then ends its exams. A sitting that
 * was never begun begins now, and an exam that ended meanwhile is reopened, so that its events are complete. A question
 * left blank keeps the answer given at the computer, unless the paper crosses it out. Changed grades are notified.
 * The caller has locked the appointment.
 */
export async function storePaper(
  tx: Transaction,
  groupId: number,
  exams: readonly EnteredPaper[],
  people: People,
  reason?: string,
): Promise<void> {
  const examIds = exams.map(({ examId }) => examId);
  await refuseUsedUp(tx, examIds);
  const before = await resultsOf(tx, examIds);
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
       where id = any(${examIds}::int[]) and finished_at is not null returning id
    )
    insert into exam_events (exam_id, save_id, kind, client)
    select id, gen_random_uuid(), ${eventLetters.reopened}::"char", ${client} || '{"minutes": 0}' from reopened`;
  for (const { examId, ticks, cleared } of exams)
    await tx`
      with computer as (${computerAnswers(tx, [examId])}), read as (
        select t.ticks, t.position, t.ticks = 0 and t.position <> all(${[...cleared]}::int[]) as is_blank
          from unnest(${[...ticks]}::int[]) with ordinality as t (ticks, position)
      ), entered as (
        select case when r.is_blank then coalesce(c.ticks, 0) else r.ticks end as ticks, r.position, q.seq + 1 as seq
          from read r join exam_questions q on q.exam_id = ${examId} and q.position = r.position
          left join computer c on c.position = r.position
         where not (r.is_blank and q.ticks = coalesce(c.ticks, 0))
      ), answer as (
        update exam_questions q set ticks = n.ticks, seq = n.seq, marks = q.marks & -2
          from entered n where q.exam_id = ${examId} and q.position = n.position
      )
      insert into exam_events (exam_id, save_id, kind, position, ticks, seq, client)
      select ${examId}, gen_random_uuid(), ${eventLetters.saved}::"char", position, ticks, seq, ${client} from entered`;
  await finishByStaff(tx, examIds, { paper: true, ...people, ...(reason !== undefined && { reason }) });
  await noteNewGrades(tx, before);
}
