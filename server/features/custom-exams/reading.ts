import type { CustomExamItem, CustomExamQuery } from '#contract/custom-exams.ts';
import { type Actor, isOfAny } from '#domain/access/actor.ts';
import { creditsOf, questionsOf, totalsOf } from '#domain/custom-exams/custom-exam.ts';
import { refuse } from '#domain/errors.ts';
import { freezesOfExams } from '#server/appointments/freezes.ts';
import { type StoredPart, selectParts } from '#server/appointments/stored-custom-exams.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { customExamScope } from '#server/scopes/custom-exam-scope.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

type Head = Omit<
  CustomExamItem,
  'questions' | 'credits' | 'integrativeGroups' | 'sumativeDisciplines' | 'frozen'
>;

const shareOf = ({ percentSimple, position }: StoredPart) => ({
  percentSimple: percentSimple ?? null,
  percentComplex: percentSimple == null ? null : 100 - percentSimple,
  position,
});
const disciplinesOf = ({ disciplines }: StoredPart) =>
  disciplines.map(({ disciplineId, code, name, questions, credits }) => ({
    pkDiscipline: disciplineId,
    disciplineCode: code,
    disciplineName: name,
    questions,
    credits,
  }));

function present(head: Head, parts: readonly StoredPart[], frozen: CustomExamItem['frozen']): CustomExamItem {
  return {
    ...head,
    ...totalsOf(parts),
    integrativeGroups: parts.flatMap((part) =>
      part.groupName === undefined
        ? []
        : [
            {
              groupName: part.groupName,
              questions: questionsOf(part),
              credits: creditsOf(part),
              ownCredits: part.credits ?? null,
              ...shareOf(part),
              disciplines: disciplinesOf(part),
            },
          ],
    ),
    sumativeDisciplines: parts.flatMap((part) =>
      part.groupName === undefined
        ? disciplinesOf(part).map((discipline) => ({ ...discipline, ...shareOf(part) }))
        : [],
    ),
    frozen,
  };
}

const questionSum = (sql: Queryable) =>
  sql`(select coalesce(sum(a.questions), 0)::int from custom_exam_disciplines a where a.custom_exam_id = x.id)`;
const futureAppointments = (sql: Queryable) =>
  sql`(select count(*)::int from appointments a where a.custom_exam_id = x.id and a.ends_at > now() and a.annulled_at is null)`;

const heads = (sql: Queryable) => sql`
  select x.id, x.version, x.name as "examName", x.college_id as "collegeId", c.name as "collegeName", x.section_id as "sectionId",
         s.name as "sectionName", x.year, x.duration_minutes as "examDuration",
         array(select cs.series_id from custom_exam_series cs join series sr on sr.id = cs.series_id
                where cs.custom_exam_id = x.id order by sr.code) as "seriesIds",
         array(select sr.name from custom_exam_series cs join series sr on sr.id = cs.series_id
                where cs.custom_exam_id = x.id order by sr.code) as "seriesNames",
         ${futureAppointments(sql)} as "futureAppointmentsCount",
         to_char(x.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt", u.name as "changedBy"
    from custom_exams x join colleges c on c.id = x.college_id join sections s on s.id = x.section_id
    left join users u on u.id = x.changed_by`;

function orderOf(sql: Queryable, sort: CustomExamQuery['sort']): Fragment {
  const keys: Record<CustomExamQuery['sort'], Fragment> = {
    id: sql`x.id`,
    examName: sql`x.name collate natural_ro`,
    collegeName: sql`c.name collate natural_ro`,
    sectionName: sql`s.name collate natural_ro`,
    year: sql`x.year`,
    questions: questionSum(sql),
    examDuration: sql`x.duration_minutes`,
    futureAppointmentsCount: futureAppointments(sql),
    changedAt: sql`x.changed_at`,
  };
  return keys[sort];
}

/** Students do not see who changed an exam. */
async function withParts(sql: Queryable, actor: Actor, rows: readonly Head[]): Promise<CustomExamItem[]> {
  const isOffice = isOfAny(actor, ['admin', 'secretary']);
  const ids = rows.map(({ id }) => id);
  const parts = await selectParts(sql, ids);
  const freezes = await freezesOfExams(sql, ids);
  return rows.map((row) => {
    const freeze = freezes.get(row.id);
    return present(
      isOffice ? row : { ...row, changedBy: null },
      parts.get(row.id) ?? [],
      freeze ? { session: freeze.session, until: freeze.until } : null,
    );
  });
}

/** The condition on `x` of the custom exams that an actor may read. */
async function reachOf(services: Services, sql: Queryable, actor: Actor): Promise<{ condition: Fragment }> {
  const { allowExams } = await services.settings.current();
  const scope = customExamScope(sql, await viewerOf(sql, actor), 'x', 'read', allowExams);
  // Wrapped, because a bare fragment would run when awaited.
  return { condition: sql`(x.removed_at is null and ${scope})` };
}

/** The condition on `x` of the custom exams of a list. */
async function filterOf(
  services: Services,
  actor: Actor,
  query: CustomExamQuery,
): Promise<{ condition: Fragment }> {
  const { sql } = services.database;
  const reach = await reachOf(services, sql, actor);
  const filters: readonly (readonly [number | undefined, Fragment])[] = [
    [query.collegeId, sql`x.college_id`],
    [query.sectionId, sql`x.section_id`],
    [query.year, sql`x.year`],
  ];
  const condition = allOf(sql, [
    reach.condition,
    ...filters.flatMap(([value, column]) => (value === undefined ? [] : [sql`${column} = ${value}`])),
    ...(query.seriesId === undefined
      ? []
      : [
          sql`exists (select from custom_exam_series cs where cs.custom_exam_id = x.id and cs.series_id = ${query.seriesId})`,
        ]),
    ...(query.search ? [sql`x.search like search_pattern(${query.search})`] : []),
  ]);
  return { condition };
}

/** The custom exams of one page that the actor may read. */
export async function selectCustomExams(
  services: Services,
  actor: Actor,
  query: CustomExamQuery,
): Promise<CustomExamItem[]> {
  const { sql } = services.database;
  const { condition } = await filterOf(services, actor, query);
  const direction = query.desc ? sql`desc` : sql`asc`;
  const rows = await sql<Head[]>`
    ${heads(sql)} where ${condition} order by ${orderOf(sql, query.sort)} ${direction}, x.id ${direction}
    offset ${query.skip} limit ${query.take}`;
  return withParts(sql, actor, rows);
}

/** A page of the custom exams that the actor may read, with their number. */
export async function listCustomExams(services: Services, actor: Actor, query: CustomExamQuery) {
  const { sql } = services.database;
  const { condition } = await filterOf(services, actor, query);
  const [items, [count]] = await Promise.all([
    selectCustomExams(services, actor, query),
    sql<{ total: number }[]>`select count(*)::int as total from custom_exams x where ${condition}`,
  ]);
  return { items, total: count?.total ?? 0 };
}

/** One custom exam that the actor may read. */
export async function readCustomExam(
  services: Services,
  sql: Queryable,
  actor: Actor,
  id: number,
): Promise<CustomExamItem> {
  const { condition } = await reachOf(services, sql, actor);
  const rows = await sql<Head[]>`${heads(sql)} where x.id = ${id} and ${condition}`;
  const [item] = await withParts(sql, actor, rows);
  return item ?? refuse('customExam.notFound');
}
