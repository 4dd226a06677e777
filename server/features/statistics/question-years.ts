import type { ResponseOfCall } from '#contract/call.ts';
import type { QuestionYear, questionYears as questionYearsCall } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { analyseItem, minServed } from '#domain/statistics/item-analysis.ts';
import { ItemResponses } from '#domain/statistics/item-responses.ts';
import { shownFigures } from '#domain/statistics/shown-figures.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { measured } from '#server/exams/measured-exams.ts';
import { statisticsDisciplines } from '#server/scopes/exam-scope.ts';
import { examsWithVersions } from './cohort.ts';

type Relative = {
  readonly questionId: number;
  readonly year: string;
  readonly versionIds: number[];
  readonly exposure: number;
  readonly lastServed: string | null;
};

/** The ids of a question and of those it was copied from and to. */
export const familyIds = (sql: Queryable, questionId: number): Fragment => sql`(
  with recursive above as (
    select id, copied_from from questions where id = ${questionId}
    union select q.id, q.copied_from from questions q join above on q.id = above.copied_from),
  family as (
    select id from above
    union select q.id from questions q join family on q.copied_from = family.id)
  select id from family)`;

/**
 * A question with those it was copied from and to, by university year; of the given disciplines, or of all.
 */
const familyOf = (sql: Queryable, questionId: number, disciplines: readonly number[] | undefined) => sql<
  Relative[]
>`
  select q.id as "questionId", y.start_year || '/' || y.end_year as year,
         array(select v.id from question_versions v where v.question_id = q.id) as "versionIds",
         coalesce(used.exposure, 0) as exposure, used."lastServed"
    from ${familyIds(sql, questionId)} family join questions q on q.id = family.id join chapters c on c.id = q.chapter_id
    join disciplines d on d.id = c.discipline_id join university_years y on y.id = d.university_year_id
    left join lateral (
      select count(*)::int as exposure, max(e.started_at) as "lastServed"
        from exam_questions x join exams e on e.id = x.exam_id and e.started_at is not null
       where x.question_version_id in (select v.id from question_versions v where v.question_id = q.id)) used on true
   where ${disciplines ? sql`c.discipline_id = any(${[...disciplines]}::int[])` : sql`true`}
   order by y.start_year, q.id`;

/**
 * The figures of a question in each university year (RESU-5). A holder sees only the years whose discipline
 * they hold (ROLE-5).
 */
export async function questionYears(
  sql: Queryable,
  actor: Actor,
  questionId: number,
): Promise<ResponseOfCall<typeof questionYearsCall>> {
  const family = await familyOf(sql, questionId, await statisticsDisciplines(sql, actor));
  if (!family.some((one) => one.questionId === questionId)) refuse('resource.notFound');
  const exams = await examsWithVersions(
    sql,
    family.flatMap(({ versionIds }) => versionIds),
  );
  const { responses } = await measured({ exams, isPartial: false });
  return {
    fewest: minServed,
    years: family.map(({ versionIds, ...one }): QuestionYear => {
      const all = new ItemResponses();
      for (const id of versionIds) {
        const ofVersion = responses.get(id);
        if (ofVersion) all.addAll(ofVersion);
      }
      const item = analyseItem(all, 0);
      return {
        ...one,
        served: item.served,
        omitted: item.omitted,
        ...shownFigures(item),
      };
    }),
  };
}
