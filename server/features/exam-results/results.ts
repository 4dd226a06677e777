import type { ExamResults, ScoredExam } from '#contract/exam-results.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { type ResultVisibility, visibleToTaker } from '#domain/exam-taking/result-visibility.ts';
import type { StoredExamState } from '#domain/exam-taking/sitting.ts';
import { scoreExam } from '#domain/scoring/score-exam.ts';
import { bankIsReadable } from '#server/bank/teaching.ts';
import type { Queryable } from '#server/db/database.ts';
import { noteSeenGrade } from '#server/exams/changed-grades.ts';
import { questionsUsedUntil } from '#server/exams/questions-used-until.ts';
import { scorableExam, scoredQuestions } from '#server/exams/scored-questions.ts';
import { overlaysOf } from '#server/exams/settlements.ts';
import { canSeeExam, isKeyHiddenFrom, partlyVisible } from '#server/scopes/exam-scope.ts';
import type { Services } from '#server/services.ts';

type ExamForResult = Omit<ScoredExam, 'status' | 'annulled'> & {
  readonly student: ExamResults['student'];
  readonly annulled: boolean;
  readonly deadline: number;
  readonly userId: number;
  readonly finished: boolean;
  readonly finishedAt: number;
  readonly groupExams: number[];
  readonly questionsUsedUntil: number | null;
  readonly now: number;
};

/** An exam with the data that decides what is visible. */
export async function selectOptionalExam(sql: Queryable, examId: number): Promise<ExamForResult | undefined> {
  const [row] = await sql<ExamForResult[]>`
    select e.id, e.group_id as "groupId", e.position as index, e.name, g.name as "examName", g.kind, g.user_id as "userId",
           e.finished_at is not null as finished, extract(epoch from e.finished_at)::float8 * 1000 as "finishedAt",
           to_char(e.started_at, 'YYYY-MM-DD') as date, e.started_at as "serverStartTime", e.finished_at as "serverStopTime",
           e.finish_cause as "finishCause", e.scoring_mode as "scoringMode", e.questions as "questionDisplayCount",
           e.score::float8 as score, e.max_points::float8 as "maxPoints", e.grade::float8 as grade,
           (select count(*)::int from exam_questions q where q.exam_id = e.id and q.ticks <> 0) as answered,
           array(select o.id from exams o where o.group_id = g.id order by o.position) as "groupExams",
           (select json_build_object('firstName', p.first_name, 'lastName', p.last_name, 'numarMatricol', p.matricol)
              from students p where p.id = g.student_id) as student,
           coalesce((select a.annulled_at is not null from appointments a where a.id = g.appointment_id), false) as annulled,
           extract(epoch from e.deadline)::float8 * 1000 as deadline,
           ${questionsUsedUntil(sql)} as "questionsUsedUntil",
           extract(epoch from now())::float8 * 1000 as now
      from exams e join exam_groups g on g.id = e.group_id where e.id = ${examId}`;
  return row;
}

/** Score and grade of only the questions at the given positions. */
export async function scoreOfSome(
  sql: Queryable,
  { id }: Pick<ExamForResult, 'id'>,
  positions: ReadonlySet<number>,
) {
  const { scoringMode, questions } = await scorableExam(sql, id);
  const own = questions.filter(({ position }) => positions.has(position));
  return {
    ...scoreExam(own, scoringMode),
    questionDisplayCount: own.length,
    answered: own.filter(({ ticks }) => ticks !== 0).length,
  };
}

async function resultsOf(
  sql: Queryable,
  exam: ExamForResult,
  seen: ResultVisibility,
  positions?: ReadonlySet<number>,
): Promise<ExamResults> {
  const { student, annulled, groupExams } = exam;
  const keyFrom = seen.see === 'score' ? seen.keyFrom : undefined;
  const scoringMode = (await overlaysOf(sql, [exam.id])).get(exam.id)?.scoringMode ?? exam.scoringMode;
  return {
    exam: {
      id: exam.id,
      groupId: exam.groupId,
      index: exam.index,
      name: exam.name,
      examName: exam.examName,
      kind: exam.kind,
      date: exam.date,
      serverStartTime: exam.serverStartTime,
      serverStopTime: exam.serverStopTime,
      finishCause: exam.finishCause,
      scoringMode,
      questionDisplayCount: exam.questionDisplayCount,
      answered: exam.answered,
      score: exam.score,
      maxPoints: exam.maxPoints,
      grade: exam.grade,
      ...(positions && { ...(await scoreOfSome(sql, exam, positions)), grade: null }),
      status: 'Finished',
      ...(annulled && { annulled }),
    },
    student,
    questionExams: seen.see === 'key' ? await scoredQuestions(sql, exam, positions) : [],
    groupExams,
    keyFrom: keyFrom === undefined ? null : new Date(keyFrom).toISOString(),
  };
}

/** How much of a finished exam its taker may see now. */
export async function visibleNow({ settings }: Services, exam: ExamForResult): Promise<ResultVisibility> {
  const { allowExamPreview } = await settings.current();
  const state: StoredExamState = { status: 'finished', finishedAt: exam.finishedAt, cause: exam.finishCause };
  const { kind, now, questionsUsedUntil } = exam;
  return visibleToTaker(
    { kind, state, allowExamPreview, questionsUsedUntil: questionsUsedUntil ?? undefined },
    now,
  );
}

/** A trial shows its key only as long as its taker may read the bank: they may sit the exam later (RESU-4). */
async function refuseFormerTeacher(sql: Queryable, actor: Actor, exam: ExamForResult): Promise<void> {
  if (exam.kind !== 'trial') return;
  const readable = await sql`
    select from exam_groups g where g.id = ${exam.groupId} and ${bankIsReadable(sql, actor, sql`g.discipline_id`)}`;
  if (readable.count === 0) refuse('resource.notFound');
}

/** The score of the caller's finished exam, with as much of the key as they may see now (RESU-1). */
export async function examScore(services: Services, actor: Actor, examId: number): Promise<ExamResults> {
  const { sql } = services.database;
  const exam = await selectOptionalExam(sql, examId);
  if (!exam || exam.userId !== actor.userId) refuse('resource.notFound');
  if (!exam.finished) refuse('exam.notFinished');
  await refuseFormerTeacher(sql, actor, exam);
  await noteSeenGrade(sql, examId);
  return resultsOf(sql, exam, await visibleNow(services, exam));
}

/** A finished exam with its key, for its taker as far as allowed, and for staff who may see it. */
export async function previewExam(services: Services, actor: Actor, examId: number): Promise<ExamResults> {
  const { sql } = services.database;
  const exam = await selectOptionalExam(sql, examId);
  if (!exam) refuse('resource.notFound');
  const own = exam.userId === actor.userId;
  if (!own && !(await canSeeExam(sql, actor, examId))) refuse('resource.notFound');
  if (!exam.finished) refuse('exam.notFinished');
  await refuseFormerTeacher(sql, actor, exam);
  const seen: ResultVisibility = own ? await visibleNow(services, exam) : { see: 'key' };
  if (seen.see !== 'key' || (await isKeyHiddenFrom(services, actor, examId))) refuse('exam.previewClosed');
  if (own) await noteSeenGrade(sql, examId);
  const positions = own ? undefined : (await partlyVisible(sql, actor, [examId])).get(examId);
  return resultsOf(sql, exam, seen, positions);
}
