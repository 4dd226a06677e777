import type { QueryOfCall } from '#contract/call.ts';
import type {
  ExamTotals,
  StudentExam,
  StudentExamColumn,
  studentsExams,
  studentsExamsTotals,
} from '#contract/students-exams.ts';
import { type Actor, isOfAny } from '#domain/access/actor.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { scoreExam } from '#domain/scoring/score-exam.ts';
import { customExamPartName } from '#server/appointments/custom-exam-part-name.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { type ScorableExam, selectScorable } from '#server/exams/scoring.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { contestsOfExam } from '#server/scopes/contest-scope.ts';
import { examScope, partlyVisible, resultScope, wholeExamScope } from '#server/scopes/exam-scope.ts';
import { isStudentFound } from '#server/scopes/student-search.ts';
import { type Viewer, viewerOf } from '#server/scopes/viewer.ts';

/**
 * One row for each part of each appointment that has begun or is over: `a`, its part `cp`, its student `p`, its exam
 * `e`, which an absent student does not have.
 */
const tables = (sql: Queryable): Fragment => countedTables(sql, true);

/** The same rows for counting, which is faster without tables that no filter needs. */
const countedTables = (sql: Queryable, needsStudents: boolean): Fragment => sql`
  appointments a join custom_exam_parts cp on cp.custom_exam_id = a.custom_exam_id
  left join exam_groups g on g.appointment_id = a.id and g.started_at is not null
  left join exams e on e.group_id = g.id and e.part_id = cp.id
  ${needsStudents ? sql`join students p on p.id = a.student_id join custom_exams c on c.id = a.custom_exam_id` : sql``}`;

const hasCome = (sql: Queryable): Fragment => sql`
  (e.id is not null or g.id is null and now() >= a.ends_at + make_interval(mins => a.extra_minutes))`;

const stateOf = (sql: Queryable): Fragment => sql`
  case when a.annulled_at is not null then 'annulled' when e.id is null then 'absent'
       when e.finished_at is null then 'running' else 'finished' end`;

/** Selected one by one: with two more tables to join, planning takes longer than the whole page. */
const seriesName = (sql: Queryable): Fragment => sql`(select l.name from series l where l.id = p.series_id)`;
const ofSession = (sql: Queryable, column: Fragment): Fragment =>
  sql`(select ${column} from exam_sessions s where s.id = a.exam_session_id)`;

const disciplineName = (sql: Queryable): Fragment => sql`coalesce(e.name, ${customExamPartName(sql)})`;

type Filters = QueryOfCall<typeof studentsExamsTotals>;
type Order = Pick<QueryOfCall<typeof studentsExams>, 'sort' | 'desc'>;

function filterOf(sql: Queryable, viewer: Viewer, wanted: Filters): Fragment {
  const { search } = wanted;
  return allOf(sql, [
    hasCome(sql),
    resultScope(sql, viewer, sql`cp.id`),
    ...(wanted.sessionId ? [sql`a.exam_session_id = ${wanted.sessionId}`] : []),
    ...(wanted.examCustomId ? [sql`a.custom_exam_id = ${wanted.examCustomId}`] : []),
    ...(wanted.seriesId ? [sql`p.series_id = ${wanted.seriesId}`] : []),
    ...(wanted.pkDiscipline
      ? [
          sql`exists (select from custom_exam_disciplines examined
                       where examined.part_id = cp.id and examined.discipline_id = ${wanted.pkDiscipline})`,
        ]
      : []),
    ...(wanted.state ? [sql`${stateOf(sql)} = ${wanted.state}`] : []),
    ...(search
      ? [sql`(${isStudentFound(sql, viewer, search)} or c.search like search_pattern(${search}))`]
      : []),
  ]);
}

/** Whether a filter reads the student or the name of the exam; a secretary's scope does. */
const needsStudents = ({ actor }: Viewer, { search, seriesId }: Filters): boolean =>
  !isOfAny(actor, ['admin', 'dean']) || Boolean(search || seriesId);

function orderOf(sql: Queryable, viewer: Viewer, { sort, desc }: Order): Fragment {
  const direction = desc ? sql`desc nulls last` : sql`asc nulls last`;
  if (!sort) return sql`a.starts_at desc, a.id desc, cp.position`;
  // The sort order must not reveal a score that is shown only in part.
  const ifVisible = (column: Fragment) =>
    sql`case when ${wholeExamScope(sql, viewer, sql`cp.id`)} then ${column} end`;
  const keys: Record<StudentExamColumn, Fragment> = {
    examId: sql`e.id`,
    lastName: sql`p.last_name collate "ro-x-icu"`,
    firstName: sql`p.first_name collate "ro-x-icu"`,
    numarMatricol: sql`p.matricol collate natural_ro`,
    year: sql`p.year`,
    series: sql`${seriesName(sql)} collate natural_ro`,
    examName: sql`c.name collate natural_ro`,
    disciplineName: sql`${disciplineName(sql)} collate natural_ro`,
    examSession: ofSession(sql, sql`s.start_date`),
    date: sql`a.exam_date`,
    serverStartTime: sql`e.started_at`,
    serverStopTime: sql`e.finished_at`,
    state: stateOf(sql),
    score: ifVisible(sql`e.score`),
    maxPoints: ifVisible(sql`e.max_points`),
    grade: ifVisible(sql`e.grade`),
  };
  return sql`${keys[sort]} ${direction}, a.starts_at desc, a.id desc, cp.position`;
}

/** Replaces the scores of exams that a holder sees in part by those of their own disciplines, without a grade. */
async function withOwnScores(
  sql: Queryable,
  actor: Actor,
  rows: readonly StudentExam[],
): Promise<StudentExam[]> {
  const partial = rows.filter(({ isPartial }) => isPartial);
  const seen = await partlyVisible(
    sql,
    actor,
    partial.flatMap(({ examId }) => (examId === null ? [] : [examId])),
  );
  const finished = partial.flatMap(({ examId, score }) =>
    examId === null || score === null ? [] : [examId],
  );
  const exams: ReadonlyMap<number, ScorableExam> =
    finished.length > 0 ? await selectScorable(sql, finished) : new Map();
  return rows.map((row) => {
    if (!row.isPartial) return row;
    const exam = exams.get(row.examId ?? 0);
    if (!exam) return { ...row, score: null, maxPoints: null, grade: null };
    const own = exam.questions.filter(({ position }) => seen.get(row.examId ?? 0)?.has(position));
    const { score, maxPoints } = scoreExam(own, exam.scoringMode);
    return { ...row, score, maxPoints, grade: null };
  });
}

async function rowsOf(
  sql: Queryable,
  viewer: Viewer,
  query: Filters & Order,
  { only = sql`true`, page = sql`` }: { readonly only?: Fragment; readonly page?: Fragment },
): Promise<StudentExam[]> {
  const rows = await sql<StudentExam[]>`
    select a.id::float8 * 100 + cp.position as id, e.id as "examId", g.id as "groupId",
           p.first_name as "firstName", p.last_name as "lastName", p.matricol as "numarMatricol", p.year, ${seriesName(sql)} as series,
           c.name as "examName", ${disciplineName(sql)} as "disciplineName", ${ofSession(sql, sql`s.description`)} as "examSession",
           a.exam_date as date, e.started_at as "serverStartTime", e.finished_at as "serverStopTime",
           ${stateOf(sql)} as state, e.score::float8 as score, e.max_points::float8 as "maxPoints", e.grade::float8 as grade,
           not ${wholeExamScope(sql, viewer, sql`cp.id`)} as "isPartial",
           g.id is not null and ${examScope(sql, viewer, sql`cp.id`)} as "mayOpen",
           ${contestsOfExam(sql, viewer.actor)} as contests
      from ${tables(sql)} where ${filterOf(sql, viewer, query)} and ${only} order by ${orderOf(sql, viewer, query)} ${page}`;
  return withOwnScores(sql, viewer.actor, rows);
}

/** A page of the students' exams that a user may read (RESU-3). */
export async function pageOfStudentsExams(
  sql: Queryable,
  actor: Actor,
  query: QueryOfCall<typeof studentsExams>,
): Promise<{ items: StudentExam[]; total: number }> {
  const viewer = await viewerOf(sql, actor);
  const [items, [counted]] = await Promise.all([
    rowsOf(sql, viewer, query, { page: sql`offset ${query.skip} limit ${query.take}` }),
    sql<{ total: number }[]>`
      select count(*)::int as total from ${countedTables(sql, needsStudents(viewer, query))} where ${filterOf(sql, viewer, query)}`,
  ]);
  return { items, total: counted?.total ?? 0 };
}

/**
 * All of these exams, in batches. Which they are is read first, so that later changes neither repeat one nor
 * leave one out.
 */
export async function* allStudentsExams(
  sql: Queryable,
  actor: Actor,
  { sort, desc, ...filters }: Filters & Order,
  atOnce = 1000,
): AsyncGenerator<StudentExam[]> {
  const viewer = await viewerOf(sql, actor);
  const keys = await sql<{ appointment: number; part: number }[]>`
    select a.id as appointment, cp.id as part from ${tables(sql)} where ${filterOf(sql, viewer, filters)}
     order by ${orderOf(sql, viewer, { sort, desc })}`;
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce);
    const only = sql`(a.id, cp.id) in (select * from unnest(${some.map(({ appointment }) => appointment)}::int[],
                                                            ${some.map(({ part }) => part)}::int[]))`;
    yield await rowsOf(sql, viewer, { sort, desc }, { only });
  }
}

/** The totals of the filtered exams. Grades that the viewer sees only in part do not count. */
export async function totalsOfStudentsExams(
  sql: Queryable,
  actor: Actor,
  query: Filters,
): Promise<ExamTotals> {
  const viewer = await viewerOf(sql, actor);
  const [totals] = await sql<ExamTotals[]>`
    select count(*) filter (where state = 'finished')::int as sat, count(*) filter (where state = 'absent')::int as absent,
           count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'annulled')::int as annulled,
           count(*) filter (where state = 'finished' and grade >= ${passGrade})::int as passed,
           round(avg(grade) filter (where state = 'finished'), 2)::float8 as mean
      from (select ${stateOf(sql)} as state, case when ${wholeExamScope(sql, viewer, sql`cp.id`)} then e.grade end as grade
              from ${countedTables(sql, needsStudents(viewer, query))} where ${filterOf(sql, viewer, query)}) x`;
  if (!totals) throw new Error('there are no totals');
  return totals;
}

type Choice = { readonly id: number; readonly name: string };

/** The filter values of the list: everything that occurs in it. */
export async function choicesOfStudentsExams(sql: Queryable, actor: Actor) {
  const viewer = await viewerOf(sql, actor);
  const occurring = sql`${tables(sql)} where ${filterOf(sql, viewer, {})}`;
  const [sessions, customExams, disciplines, series] = await Promise.all([
    sql<Choice[]>`
      select id, description as name from exam_sessions
       where id in (select a.exam_session_id from ${occurring}) order by start_date desc, id desc`,
    sql<Choice[]>`
      select id, name from custom_exams where id in (select a.custom_exam_id from ${occurring})
       order by name collate natural_ro, id`,
    sql<Choice[]>`
      select id, description as name from disciplines where id in (
        select examined.discipline_id from custom_exam_disciplines examined where examined.part_id in (select cp.id from ${occurring}))
       order by description collate natural_ro, id`,
    sql<Choice[]>`
      select id, name from series where id in (select p.series_id from ${occurring}) order by year, name collate natural_ro, id`,
  ]);
  return { sessions, customExams, disciplines, series };
}
