import type { LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import { currentExam, type ExamKind, type ExamStatus } from '#domain/exam-taking/sitting.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import type { ExamWriter } from './beginning.ts';
import { isSatNow, remainingSeconds } from './conditions.ts';
import { heldByOutage } from './outages.ts';
import { modeInForce } from './settlements.ts';

/** One exam of a stored sitting. */
export type StoredExam = {
  readonly id: number;
  readonly position: number;
  readonly name: string;
  readonly questions: number;
  /** The mode in which it is scored as things stand: corrections of a cohort count. */
  readonly scoringMode: ScoringMode;
  readonly finished: boolean;
  /** Whole seconds to the deadline; the full duration before it begins. */
  readonly remaining: number;
};

/** A sitting with its exams in order. */
export type Sitting = {
  readonly groupId: number;
  readonly kind: ExamKind;
  readonly name: string;
  readonly durationSeconds: number;
  readonly begun: boolean;
  readonly seat: LoadedExam['seat'];
  readonly exams: readonly StoredExam[];
};

/** The sittings matching a condition on `exam_groups g`, oldest first. */
export async function selectSittings(sql: Queryable, condition: Fragment): Promise<Sitting[]> {
  return sql<Sitting[]>`
    select g.id as "groupId", g.kind, g.name, g.duration_s as "durationSeconds", g.started_at is not null as begun,
           (select json_build_object('examRoom', r.name, 'examRow', a.row_number, 'seatNumber', a.seat_number)
              from appointments a join rooms r on r.id = a.room_id where a.id = g.appointment_id) as seat,
           (select json_agg(json_build_object('id', e.id, 'position', e.position, 'name', e.name, 'questions', e.questions,
                     'scoringMode', ${modeInForce(sql)},
                     'finished', e.finished_at is not null,
                     'remaining', case when e.deadline is null then g.duration_s else ${sql.unsafe(remainingSeconds('e'))} end)
                   order by e.position) from exams e where e.group_id = g.id) as exams
      from exam_groups g where ${condition} order by g.id`;
}

/** SQL: ids of the official sittings an account is taking now, or that an outage holds open, as an array; null if none. */
export const officialSittingsOf = (sql: Queryable, userId: Fragment): Fragment => sql`
  (select array_agg(distinct e.group_id) from exams e
    where e.user_id = ${userId} and e.practice is null and e.started_at is not null and e.finished_at is null
      and (${sql.unsafe(isSatNow('e'))} or ${heldByOutage(sql)}))`;

/** Whether an account takes an official exam now, or an outage holds one open. */
export async function sitsOfficially(sql: Queryable, userId: number): Promise<boolean> {
  const [row] = await sql<{ sits: boolean }[]>`
    select ${officialSittingsOf(sql, sql`${userId}::int`)} is not null as sits`;
  return row?.sits ?? false;
}

export const statusOfExam = (sitting: Sitting, exam: StoredExam): ExamStatus =>
  exam.finished ? 'Finished' : sitting.begun ? 'Started' : 'NotStarted';

/**
 * A sitting as a response: the exam to take now, in the spec's words. The writer is included only for the page that has
 * just become the writer.
 */
export function preparedExamOf(
  sitting: Sitting,
  taken: readonly ExamWriter[],
  exam = currentExam(sitting.exams),
): PreparedExam {
  if (!exam) throw new Error(`sitting ${sitting.groupId} has no exam`);
  return {
    error: null,
    id: exam.id,
    status: statusOfExam(sitting, exam),
    params: {},
    groupId: sitting.groupId,
    index: exam.position,
    groupExams: sitting.exams.map(({ id }) => id),
    questionDisplayCount: exam.questions,
    remainingSeconds: exam.finished ? 0 : exam.remaining,
    writer: exam.finished ? null : (taken.find(({ id }) => id === exam.id)?.writer ?? null),
    kind: sitting.kind,
    name: exam.name,
    examName: sitting.name,
    durationSeconds: sitting.durationSeconds,
  };
}

/** The response when there is nothing to take now: no exam, and the reason as status. */
export const noExam = (
  status: 'exam.tooEarly' | 'exam.tooLate' | 'exam.none',
  params: PreparedExam['params'],
): PreparedExam => ({
  error: null,
  id: 0,
  status,
  params,
  groupId: 0,
  index: 0,
  groupExams: [],
  questionDisplayCount: 0,
  remainingSeconds: 0,
  writer: null,
  kind: 'official',
  name: '',
  examName: '',
  durationSeconds: 0,
});
