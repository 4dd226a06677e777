import type { SatExam, SittingDetails } from '#contract/students-exams.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { nameOfPart } from '#domain/exam-taking/recording-name.ts';
import type { Queryable } from '#server/db/database.ts';
import { type Histories, historiesOf } from '#server/exams/history.ts';
import { scoredQuestions } from '#server/exams/scored-questions.ts';
import { modeInForce } from '#server/exams/settlements.ts';
import {
  examScope,
  fullyVisibleExams,
  isFellowTaker,
  isStudentToo,
  partlyVisible,
} from '#server/scopes/exam-scope.ts';
import { concernedSittings } from '#server/scopes/relatives.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { scoreOfSome, selectOptionalExam, visibleNow } from './results.ts';

type Head = Omit<SittingDetails, 'recordings' | 'recordingsClosed' | 'exams' | 'computers' | 'examRow'> & {
  readonly row: number;
  readonly isOwn: boolean;
  /** Whether the staff member is or was a student too. */
  readonly enrolled: boolean;
  readonly parts: number[];
  readonly examIds: number[];
};

/**
 * The sitting with the exams that the staff member may see; without any it does not exist for them. Only the student's office sees
 * the reason for extra time.
 */
async function selectHead(sql: Queryable, actor: Actor, groupId: number): Promise<Head | undefined> {
  const viewer = await viewerOf(sql, actor);
  const [head] = await sql<Head[]>`
    select g.id as "groupId", g.name as "examName", a.custom_exam_id as "examCustomId", a.exam_session_id as "sessionId",
           s.description as "examSession", p.first_name as "firstName", p.last_name as "lastName",
           p.matricol as "numarMatricol", p.year, l.name as series, p.group_number as "groupNumber",
           r.name as "examRoom", r.building, a.row_number as row, a.seat_number as "seatNumber", a.exam_date as date,
           a.starts_at as "startsAt", a.ends_at as "endsAt", a.extra_minutes as "extraTime",
           case when ${studentScope(sql, viewer, 'p', 'write') ?? sql`true`} then a.extra_reason end as "extraTimeReason",
           g.started_at as "serverStartTime", g.user_id = ${actor.userId} as "isOwn",
           ${isStudentToo(sql, actor.userId)} as enrolled,
           g.id in (${concernedSittings(sql, actor.userId)}) as "isConcerned",
           case when a.annulled_at is not null then json_build_object('at', a.annulled_at, 'reason', a.annulled_reason,
             'by', (select u.name from users u where u.id = a.annulled_by)) end as annulled,
           array(select m.part from recordings m where m.exam_group_id = g.id order by m.part) as parts,
           array(select e.id from exams e where e.group_id = g.id and ${examScope(sql, viewer, sql`e.part_id`)}
                  order by e.position) as "examIds"
      from exam_groups g join appointments a on a.id = g.appointment_id join students p on p.id = a.student_id
      join series l on l.id = p.series_id join exam_sessions s on s.id = a.exam_session_id join rooms r on r.id = a.room_id
     where g.id = ${groupId} and g.kind = 'official' and g.started_at is not null`;
  return head && head.examIds.length > 0 ? head : undefined;
}

type ExamRow = Omit<SatExam, 'status' | 'isPartial' | 'isHidden' | 'questionExams' | 'history'>;

/** Whether texts, ticks and key are still hidden from a viewer who takes this exam too: they open as for any taker (RESU-1). */
async function isHiddenNow(services: Services, { id }: ExamRow, isTaker: boolean): Promise<boolean> {
  if (!isTaker) return false;
  const exam = await selectOptionalExam(services.database.sql, id);
  return !exam?.finished || (await visibleNow(services, exam)).see !== 'key';
}

type Visible = { readonly positions: ReadonlySet<number> | undefined; readonly isHidden: boolean };

async function withQuestions(
  sql: Queryable,
  exam: ExamRow,
  histories: Histories,
  { positions, isHidden }: Visible,
): Promise<SatExam> {
  const isFinished = exam.serverStopTime !== null;
  const history = histories
    .of(exam.id)
    .filter(({ questionIndex }) => questionIndex === null || (positions?.has(questionIndex) ?? true))
    .map((entry) => ({
      ...entry,
      // Ticks beside the score are a key to somebody who still gets the same questions.
      answers: isHidden ? null : entry.answers,
      score: positions || isHidden ? null : entry.score,
    }));
  const own = positions && (await scoreOfSome(sql, exam, positions));
  return {
    ...exam,
    ...(own && { ...own, score: isFinished ? own.score : null, grade: null }),
    status: isFinished ? 'Finished' : 'Started',
    isPartial: positions !== undefined,
    isHidden,
    questionExams: isFinished && !isHidden ? await scoredQuestions(sql, exam, positions) : [],
    history,
  };
}

/**
 * One official sitting for staff in scope. A running exam shows its history, but neither questions nor key
 * (RESU-7).
 */
export async function sittingDetails(
  services: Services,
  actor: Actor,
  groupId: number,
): Promise<SittingDetails> {
  const { sql } = services.database;
  const head = await selectHead(sql, actor, groupId);
  if (!head) refuse('resource.notFound');
  const { row, parts, examIds, isOwn, enrolled, ...shown } = head;
  const viewed = { part: sql`e.part_id`, session: sql`g.exam_session_id` };
  const [exams, histories, seen, whole] = await Promise.all([
    sql<(ExamRow & { readonly isTaker: boolean })[]>`
      select ${enrolled ? isFellowTaker(sql, actor.userId, viewed) : sql`false`} as "isTaker", e.id, e.position as index, e.name, e.deadline, e.finished_at as "serverStopTime", e.finish_cause as "finishCause",
             ${modeInForce(sql)} as "scoringMode", e.questions as "questionDisplayCount",
             (select count(*)::int from exam_questions q where q.exam_id = e.id and q.ticks <> 0) as answered,
             e.score::float8 as score, e.max_points::float8 as "maxPoints", e.grade::float8 as grade
        from exams e join exam_groups g on g.id = e.group_id where e.id = any(${examIds}::int[]) order by e.position`,
    historiesOf(sql, examIds),
    partlyVisible(sql, actor, examIds),
    fullyVisibleExams(services, actor, groupId, enrolled),
  ]);
  return {
    ...shown,
    examRow: row === 0 ? '-' : row,
    computers: histories.computers,
    // Users who see only part of the sitting cannot play its recording.
    recordings: whole.length === 0 ? [] : parts.map((part) => nameOfPart({ groupId, part })),
    recordingsClosed:
      whole.length > 0 || parts.length === 0
        ? null
        : isOwn || exams.some(({ isTaker }) => isTaker)
          ? 'taker'
          : 'part',
    exams: await Promise.all(
      exams.map(async ({ isTaker, ...exam }) => {
        const isHidden = await isHiddenNow(services, exam, isOwn || isTaker);
        return withQuestions(sql, exam, histories, { positions: seen.get(exam.id), isHidden });
      }),
    ),
  };
}
