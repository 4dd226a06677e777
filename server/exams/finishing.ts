import { refuse } from '#domain/errors.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import {
  causeOfFinish,
  type FinishCause,
  isWriter,
  type RequestSender,
} from '#domain/exam-taking/sitting.ts';
import { closingSlackSeconds, graceSeconds } from '#domain/exam-taking/time.ts';
import { scoreExam } from '#domain/scoring/score-exam.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { insertReasons } from './event-reasons.ts';
import { heldByOutage } from './outages.ts';
import { selectScorable } from './scoring.ts';
import { passGate } from './settlements.ts';

/** An exam whose row this transaction has locked, so no save can commit. */
type LockedExam = {
  readonly id: number;
  readonly cause: FinishCause;
  readonly signInId: string | null;
  /** The staff member who ended it, and the reason. */
  readonly note?: StaffNote;
};

/** The staff member who changed an exam, and the reason. */
export type StaffNote = {
  readonly reason?: string;
  readonly by: number;
  readonly with?: number;
  readonly paper?: true;
};

/**
 * Scores and ends locked exams. Ticks and settlements are read in separate statements after the lock and the gate: read
 * together with them, they could predate a save or a settlement that was waited for.
 */
async function scoreHeld(tx: Transaction, held: readonly LockedExam[]): Promise<void> {
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await passGate(tx, ids);
  const exams = await selectScorable(tx, ids);
  const results = held.flatMap(({ id, cause, signInId, note }) => {
    const exam = exams.get(id);
    const { reason: _, ...by } = note ?? {};
    return exam ? [{ id, cause, signInId, note: by, ...scoreExam(exam.questions, exam.scoringMode) }] : [];
  });
  const events = await tx<{ examId: number; saveId: string }[]>`
    with result as (
      select * from jsonb_to_recordset(${tx.json(results)}) as r (id int, cause text, "signInId" uuid, note jsonb, score numeric, grade numeric)
    ), done as (
      update exams e set finished_at = now(), finish_cause = r.cause, score = r.score, grade = r.grade
        from result r where e.id = r.id and e.finished_at is null returning e.id, e.max_points
    )
    insert into exam_events (exam_id, save_id, kind, sign_in, client)
    select r.id, gen_random_uuid(), ${eventLetters.finished}::"char", r."signInId",
           jsonb_build_object('cause', r.cause, 'score', r.score, 'grade', r.grade, 'maxPoints', done.max_points) || r.note
      from result r join done on done.id = r.id returning exam_id as "examId", save_id as "saveId"`;
  await insertReasons(
    tx,
    events.flatMap((event) => {
      const reason = held.find(({ id }) => id === event.examId)?.note?.reason;
      return reason ? [{ ...event, reason }] : [];
    }),
  );
}

type LockedRow = Pick<LockedExam, 'id'> & {
  readonly deadline: number;
  readonly now: number;
  readonly writer: string;
  readonly writerSignIn: string | null;
  /** Whether it is past its deadline but open until an outage is decided. */
  readonly held: boolean;
};

/** Ends a running exam of its owner; false when it is not running. Exactly one of many callers ends it. */
export async function finishExam(
  { sql }: Database,
  examId: number,
  userId: number,
  sender: RequestSender,
): Promise<boolean> {
  return sql.begin(async (tx) => {
    const [row] = await tx<LockedRow[]>`
      select id, extract(epoch from deadline)::float8 * 1000 as deadline,
             extract(epoch from now())::float8 * 1000 as now, writer, writer_sign_in as "writerSignIn",
             deadline <= now() and ${heldByOutage(tx)} as held
        from exams e where id = ${examId} and user_id = ${userId} and started_at is not null and finished_at is null
         for no key update of e`;
    if (!row) return false;
    if (!isWriter(row, sender)) refuse('exam.takenOver');
    if (row.held) refuse('exam.outage');
    const cause = causeOfFinish(row.deadline, row.now);
    await scoreHeld(tx, [{ ...row, cause, signInId: sender.signInId }]);
    return true;
  });
}

/** Ends running exams for the staff, with a reason; returns the ids of those it ended. */
export async function finishByStaff(
  tx: Transaction,
  examIds: readonly number[],
  note: StaffNote,
): Promise<number[]> {
  const running = await tx<Pick<LockedExam, 'id'>[]>`
    select id from exams
     where id = any(${[...examIds]}::int[]) and started_at is not null and finished_at is null
     order by id for no key update`;
  await scoreHeld(
    tx,
    running.map((exam) => ({ ...exam, cause: 'staff', signInId: null, note })),
  );
  return running.map(({ id }) => id);
}

type Practice = {
  readonly userId: number;
  readonly kind: 'simulation' | 'trial';
  readonly customExamId: number | null;
  readonly disciplineId: number | null;
};

/** Ends an expired practice exam without waiting for the grace, so its owner can start again. */
export async function finishOverdue({ sql }: Database, practice: Practice): Promise<void> {
  const { userId, kind, customExamId, disciplineId } = practice;
  await sql.begin(async (tx) => {
    const overdue = await tx<Pick<LockedExam, 'id'>[]>`
      select id from exams
       where user_id = ${userId} and practice = practice_of(${kind}, ${customExamId}::int, ${disciplineId}::int)
         and finished_at is null and started_at is not null and deadline <= now()
       order by id for no key update`;
    await scoreHeld(
      tx,
      overdue.map((exam) => ({ ...exam, cause: 'deadline', signInId: null })),
    );
  });
}

const examsPerTransaction = 50;

/**
 * Ends and scores exams past deadline and grace that no outage keeps open; returns how many. Processes share
 * the work without waiting for each other.
 */
export async function closeOverdue({ sql }: Database): Promise<number> {
  let closed = 0;
  for (;;) {
    const count = await sql.begin(async (tx) => {
      const overdue = await tx<Pick<LockedExam, 'id'>[]>`
        select id from exams e
         where finished_at is null and started_at is not null
           and deadline < now() - make_interval(secs => ${graceSeconds + closingSlackSeconds})
           and not ${heldByOutage(tx)}
         order by deadline limit ${examsPerTransaction} for no key update of e skip locked`;
      await scoreHeld(
        tx,
        overdue.map((exam) => ({ ...exam, cause: 'deadline', signInId: null })),
      );
      return overdue.length;
    });
    closed += count;
    if (count < examsPerTransaction) return closed;
  }
}

/** Runs every few seconds and right after a restart, outside the job queue so that it waits for no other job. */
export const closingOverdue: RepeatedJob = {
  use: 'exam',
  start: ({ database }, log) =>
    repeat(5_000, log, async () => {
      await closeOverdue(database);
    }),
};
