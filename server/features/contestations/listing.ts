import type { QueryOfCall } from '#contract/call.ts';
import type { ContestColumn, ContestRow, listContests } from '#contract/contestation-list.ts';
import { isOf } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import {
  type ContestViewer,
  contestListScope,
  contestQuestionScope,
  isOwn,
  resolvableQuestion,
} from '#server/scopes/contest-scope.ts';
import { wholeExamScope } from '#server/scopes/exam-scope.ts';
import { isStudentFound } from '#server/scopes/student-search.ts';

/** Contestations `k` with their session `s`; exam `e`, sitting `g` and student `p` are null for a case. */
const tables = (sql: Queryable): Fragment => sql`
  exam_contests k join exam_sessions s on s.id = k.exam_session_id
  left join exams e on e.id = k.exam_id left join exam_groups g on g.id = e.group_id
  left join students p on p.id = k.student_id`;

export type ContestFilters = Omit<QueryOfCall<typeof listContests>, 'skip' | 'take'>;

function filterOf(sql: Queryable, { actor }: ContestViewer, wanted: ContestFilters): Fragment {
  const { search } = wanted;
  return allOf(sql, [
    contestListScope(sql, actor),
    ...(wanted.status ? [sql`k.status = ${wanted.status}`] : []),
    ...(wanted.type ? [sql`k.type = ${wanted.type}`] : []),
    ...(wanted.sessionId ? [sql`k.exam_session_id = ${wanted.sessionId}`] : []),
    ...(wanted.examId ? [sql`k.exam_id = ${wanted.examId}`] : []),
    ...(wanted.pkDiscipline
      ? [
          sql`exists (select from exam_contest_questions q where q.contest_id = k.id and q.discipline_id = ${wanted.pkDiscipline})`,
        ]
      : []),
    ...(wanted.dueWithin === undefined
      ? []
      : [
          sql`k.status = 'DP' and s.contest_resolve_end_date <= now() + make_interval(days => ${wanted.dueWithin}::int)`,
        ]),
    ...(search
      ? [
          sql`(${isStudentFound(sql, { actor, assignments: [] }, search)} or fold(coalesce(g.name, '') || ' ' || coalesce(e.name, '')) like search_pattern(${search})
               or exists (select from exam_contest_questions q join question_versions v on v.id = q.question_version_id
                            join questions b on b.id = v.question_id
                           where q.contest_id = k.id and ${contestQuestionScope(sql, actor)}
                             and b.search_text like search_pattern(${search})))`,
        ]
      : []),
  ]);
}

/** A score or grade of exam `e` now, once contestation `k` is decided: other settlements may have changed it since. */
export const onceResolved = (sql: Queryable, value: Fragment): Fragment =>
  sql`case when k.status <> 'DP' then ${value}::float8 end`;

/** Only the student and those who see the whole exam see scores. */
export const ifSeesScore = (sql: Queryable, { actor }: ContestViewer, column: Fragment): Fragment => sql`
  case when ${isOwn(sql, actor)} or ${wholeExamScope(sql, { actor, assignments: [] }, sql`e.part_id`)} then ${column} end`;

function orderOf(sql: Queryable, viewer: ContestViewer, { sort, desc }: ContestFilters): Fragment {
  const direction = desc ? sql`desc nulls last` : sql`asc nulls last`;
  // Open ones come first, by nearest deadline.
  if (!sort)
    return sql`k.status <> 'DP', case when k.status = 'DP' then s.contest_resolve_end_date end, k.id desc`;
  const keys: Record<ContestColumn, Fragment> = {
    id: sql`k.id`,
    examId: sql`k.exam_id`,
    examDate: sql`e.started_at`,
    status: sql`k.status`,
    lastName: sql`p.last_name collate "ro-x-icu"`,
    examSession: sql`s.start_date`,
    filedAt: sql`k.filed_at`,
    resolveUntil: sql`s.contest_resolve_end_date`,
    scoreBefore: ifSeesScore(sql, viewer, sql`k.score_before`),
    scoreAfter: ifSeesScore(sql, viewer, onceResolved(sql, sql`e.score`)),
  };
  return sql`${keys[sort]} ${direction}, k.id desc`;
}

/** The rows of a list, or of one contestation. */
export async function contestRows(
  sql: Queryable,
  viewer: ContestViewer,
  condition: Fragment,
  rest: Fragment,
): Promise<ContestRow[]> {
  return sql<ContestRow[]>`
    select k.id, k.type, k.status,
           case when e.id is not null then json_build_object('id', e.id, 'groupId', e.group_id,
             'date', to_char(e.started_at, 'YYYY-MM-DD'), 'name', e.name) end as exam,
           g.name as "examName",
           case when p.id is not null then json_build_object('firstName', p.first_name, 'lastName', p.last_name,
             'numarMatricol', p.matricol) end as student,
           k.exam_session_id as "sessionId", s.description as "examSession",
           array(select d.description from disciplines d where d.id in (
                   select q.discipline_id from exam_contest_questions q where q.contest_id = k.id)
                  order by d.description collate natural_ro) as disciplines,
           (select count(*)::int from exam_contest_questions q where q.contest_id = k.id and q.position > 0) as questions,
           (select count(*)::int from exam_contest_questions q where q.contest_id = k.id and q.accepted is null) as waiting,
           (select count(*)::int from exam_contest_questions q where q.contest_id = k.id and q.accepted is null
               and ${resolvableQuestion(sql, viewer)}) as mine,
           k.filed_at as "filedAt", s.contest_resolve_end_date as "resolveUntil", k.resolved_at as "resolvedAt",
           ${ifSeesScore(sql, viewer, sql`k.score_before::float8`)} as "scoreBefore",
           ${ifSeesScore(sql, viewer, onceResolved(sql, sql`e.score`))} as "scoreAfter"
      from ${tables(sql)} where ${condition} ${rest}`;
}

/** A page of the contestations a user may see (CONT-6). */
export async function pageOfContests(
  sql: Queryable,
  viewer: ContestViewer,
  query: QueryOfCall<typeof listContests>,
): Promise<{ items: ContestRow[]; total: number }> {
  const filter = filterOf(sql, viewer, query);
  const [items, [counted]] = await Promise.all([
    contestRows(
      sql,
      viewer,
      filter,
      sql`order by ${orderOf(sql, viewer, query)} offset ${query.skip} limit ${query.take}`,
    ),
    sql<{ total: number }[]>`select count(*)::int as total from ${tables(sql)} where ${filter}`,
  ]);
  return { items, total: counted?.total ?? 0 };
}

type Choice = { readonly id: number; readonly name: string };

/** The filter values of the list; the sessions also of the numbers, which the dean's office sees of all. */
export async function choicesOfContests(sql: Queryable, { actor }: ContestViewer) {
  const listed = sql`select k.id from exam_contests k where ${contestListScope(sql, actor)}`;
  const counted = isOf(actor, 'dean') ? sql`select k.id from exam_contests k` : listed;
  const [sessions, disciplines] = await Promise.all([
    sql<Choice[]>`
      select id, description as name from exam_sessions
       where id in (select o.exam_session_id from exam_contests o where o.id in (${counted})) order by start_date desc, id desc`,
    sql<Choice[]>`
      select id, description as name from disciplines
       where id in (select o.discipline_id from exam_contest_questions o where o.contest_id in (${listed}))
       order by description collate natural_ro, id`,
  ]);
  return { sessions, disciplines };
}
