import type { ExamResults, ScoredExam, ScoredQuestion } from '#contract/exam-results.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { type Seen, seenByTaker } from '#domain/exam-taking/disclosure.ts';
import type { ExamState } from '#domain/exam-taking/sitting.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { pointsOf, scoreExam } from '#domain/scoring/score-exam.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { selectScorable } from '#server/exams/scoring.ts';
import { servedQuestion } from '#server/exams/serving.ts';
import { partlySeen, watchedExam } from '#server/scopes/watched-exams.ts';
import type { Services } from '#server/services.ts';

type Finished = Omit<ScoredExam, 'status'> & {
  readonly student: ExamResults['student'];
  readonly annulled: boolean;
  readonly deadline: number;
  readonly userId: number;
  readonly finished: boolean;
  readonly finishedAt: number;
  readonly groupExams: number[];
  readonly lastSlotEnd: number | null;
  readonly now: number;
};

/**
 * When the last person who may get the questions of exam `e` in sitting `g` finishes: anyone who sits a custom exam
 * with one of its disciplines that day. Templates are reused until their session ends. Null without an appointment.
 */
const lastSlotEnd = (sql: Queryable) => sql`
  (select extract(epoch from greatest(
            max(a.ends_at + make_interval(mins => a.extra_minutes)),
            (select max(o.deadline) from exams o where o.group_id = g.id and o.finished_at is null),
            -- Time may still be credited to those who sat when the server was away.
            (select max(o.decide_by) from outages o where o.state = 'open' and o.decide_by > now()
                and o.began_at < max(a.ends_at + make_interval(mins => a.extra_minutes))),
            (select (s.end_date + 1)::timestamptz from exam_sessions s
              where s.id = g.exam_session_id and g.template_group_id is not null)))::float8 * 1000
     from appointments own
     join lateral (
       select own.custom_exam_id union
       select d.custom_exam_id from custom_exam_disciplines d where d.discipline_id in (
         select c.discipline_id from exam_questions x join question_versions v on v.id = x.question_version_id
           join questions q on q.id = v.question_id join chapters c on c.id = q.chapter_id
          where x.exam_id = e.id)) asking on true
     join appointments a on a.custom_exam_id = asking.custom_exam_id and a.exam_date = own.exam_date
    where own.id = g.appointment_id)`;

/** An exam with what decides about its visibility. */
export async function selectExam(sql: Queryable, examId: number): Promise<Finished | undefined> {
  const [row] = await sql<Finished[]>`
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
           ${lastSlotEnd(sql)} as "lastSlotEnd",
           extract(epoch from now())::float8 * 1000 as now
      from exams e join exam_groups g on g.id = e.group_id where e.id = ${examId}`;
  return row;
}

/** The questions as shown, with ticks, key and earned points; only those at some positions, if given. */
export async function scoredQuestions(
  sql: Queryable,
  exam: Pick<Finished, 'id' | 'scoringMode'>,
  positions?: ReadonlySet<number>,
): Promise<ScoredQuestion[]> {
  const all = (await selectScorable(sql, [exam.id])).get(exam.id) ?? [];
  const questions = positions ? all.filter(({ position }) => positions.has(position)) : all;
  const contents = await fullContents(
    sql,
    questions.map(({ versionId }) => versionId),
  );
  return questions.map((question) => {
    const content = contents.get(question.versionId);
    const { answerExams, ...served } = servedQuestion(exam.id, question, content);
    return {
      ...served,
      haveAnyAnswer: question.ticks !== 0,
      points: pointsOf(question, exam.scoringMode),
      answerExams: answerExams.map((shown, index) => {
        const slot = question.slots[index] ?? -1;
        const answer = content?.answers[slot];
        return {
          ...shown,
          answer: {
            ...shown.answer,
            isCorrect: isCorrectAt(question.key, slot),
            referenceTitle: answer?.referenceTitle ?? null,
            referencePage: answer?.referencePage ?? null,
          },
        };
      }),
    };
  });
}

/** Score and grade of the questions at some positions alone. */
export async function scoreOfSome(
  sql: Queryable,
  { id, scoringMode }: Pick<Finished, 'id' | 'scoringMode'>,
  positions: ReadonlySet<number>,
) {
  const all = (await selectScorable(sql, [id])).get(id) ?? [];
  const own = all.filter(({ position }) => positions.has(position));
  return {
    ...scoreExam(own, scoringMode),
    questionDisplayCount: own.length,
    answered: own.filter(({ ticks }) => ticks !== 0).length,
  };
}

async function resultsOf(
  sql: Queryable,
  exam: Finished,
  seen: Seen,
  positions?: ReadonlySet<number>,
): Promise<ExamResults> {
  const {
    student,
    annulled: _______,
    deadline: ______,
    userId: _,
    finished: __,
    finishedAt: ___,
    groupExams,
    lastSlotEnd: ____,
    now: _____,
    ...told
  } = exam;
  const keyFrom = seen.see === 'score' ? seen.keyFrom : undefined;
  return {
    exam: { ...told, ...(positions && (await scoreOfSome(sql, exam, positions))), status: 'Finished' },
    student,
    questionExams: seen.see === 'key' ? await scoredQuestions(sql, exam, positions) : [],
    groupExams,
    keyFrom: keyFrom === undefined ? null : new Date(keyFrom).toISOString(),
  };
}

/** How much of a finished exam its taker may see now. */
async function seenByOwner({ settings }: Services, exam: Finished): Promise<Seen> {
  const { allowExamPreview } = await settings.current();
  const state: ExamState = { is: 'finished', finishedAt: exam.finishedAt, cause: exam.finishCause };
  const { kind, now, lastSlotEnd } = exam;
  return seenByTaker({ kind, state, allowExamPreview, lastSlotEnd: lastSlotEnd ?? undefined }, now);
}

/** The score of the caller's finished exam, with as much of the key as they may see now (RESU-1). */
export async function examScore(services: Services, actor: Actor, examId: number): Promise<ExamResults> {
  const { sql } = services.database;
  const exam = await selectExam(sql, examId);
  if (!exam || exam.userId !== actor.userId) refuse('resource.notFound');
  if (!exam.finished) refuse('exam.notFinished');
  return resultsOf(sql, exam, await seenByOwner(services, exam));
}

/** A finished exam with its key, for its taker as far as allowed and for staff who may see it. */
export async function previewExam(services: Services, actor: Actor, examId: number): Promise<ExamResults> {
  const { sql } = services.database;
  const exam = await selectExam(sql, examId);
  if (!exam) refuse('resource.notFound');
  const own = exam.userId === actor.userId;
  if (!own && !(await watchedExam(sql, actor, examId))) refuse('resource.notFound');
  if (!exam.finished) refuse('exam.notFinished');
  const seen: Seen = own ? await seenByOwner(services, exam) : { see: 'key' };
  if (seen.see !== 'key') refuse('exam.previewClosed');
  const positions = own ? undefined : (await partlySeen(sql, actor, [examId])).get(examId);
  return resultsOf(sql, exam, seen, positions);
}
