import type { QueryOfCall } from '#contract/call.ts';
import type { DisciplineListRow, disciplineList } from '#contract/structure.ts';
import type { Actor } from '#domain/access/actor.ts';
import { mayEditStructure } from '#domain/access/discipline-rights.ts';
import { enteredInDiscipline } from '#server/bank/question-counts.ts';
import { bankIsReadable, partIn, type StoredPart } from '#server/bank/teaching.ts';
import type { Fragment, Sql } from '#server/db/database.ts';
import { chaptersAreEditable } from '#server/scopes/chapter-scope.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { disciplineScope } from '#server/scopes/discipline-scope.ts';
import { viewerOf } from '#server/scopes/viewer.ts';

type Query = QueryOfCall<typeof disciplineList>;
type Row = Omit<DisciplineListRow, 'mayEdit'> & { readonly part: StoredPart };

function orderOf(sql: Sql, sort: Query['sort']): Fragment {
  const keys: Record<Query['sort'], Fragment> = {
    disciplineDescription: sql`d.description collate natural_ro`,
    disciplineCode: sql`d.code collate natural_ro`,
    collegeDescription: sql`c.name collate natural_ro`,
    sectionDescription: sql`s.name collate natural_ro`,
    universityYear: sql`y.start_year`,
    year: sql`d.year`,
    semester: sql`d.semester`,
    examQuestions: sql`coalesce(st.questions, 0)`,
    questionCount: enteredInDiscipline(sql, sql`d.id`),
  };
  return keys[sort];
}

/** A page of the disciplines in the actor's scope, with the entered and asked question counts. */
export async function listDisciplines(sql: Sql, actor: Actor, query: Query) {
  const scope = disciplineScope(sql, await viewerOf(sql, actor), 'd', 'read');
  const filters: readonly (readonly [number | undefined, Fragment])[] = [
    [query.id, sql`d.id`],
    [query.pkCollege, sql`d.college_id`],
    [query.pkSection, sql`d.section_id`],
    [query.year, sql`d.year`],
  ];
  const filter = allOf(sql, [
    ...(scope ? [scope] : []),
    ...filters.flatMap(([value, column]) => (value === undefined ? [] : [sql`${column} = ${value}`])),
    ...(query.held ? [chaptersAreEditable(sql, actor, sql`d.id`)] : []),
    ...(query.ownBank ? [bankIsReadable(sql, actor, sql`d.id`)] : []),
    ...(query.search ? [sql`d.search like search_pattern(${query.search})`] : []),
  ]);
  const direction = query.desc ? sql`desc` : sql`asc`;
  const [rows, [count]] = await Promise.all([
    sql<Row[]>`
      select d.id, d.description as "disciplineDescription", d.code as "disciplineCode", d.year, d.semester,
        concat_ws('–', y.start_year, y.end_year) as "universityYear", c.name as "collegeDescription",
        s.name as "sectionDescription", d.college_id as "pkCollege", d.section_id as "pkSection",
        coalesce((select string_agg(sr.name, ', ' order by sr.code) from discipline_series ds
                    join series sr on sr.id = ds.series_id where ds.discipline_id = d.id), '') as "calculatedSeriesNames",
        ${enteredInDiscipline(sql, sql`d.id`)} as "questionCount", st.questions as "examQuestions", ${partIn(sql, actor, sql`d.id`)} as part
        from disciplines d join university_years y on y.id = d.university_year_id
        join colleges c on c.id = d.college_id join sections s on s.id = d.section_id
        left join discipline_structures st on st.discipline_id = d.id
       where ${filter} order by ${orderOf(sql, query.sort)} ${direction}, d.id ${direction}
       offset ${query.skip} limit ${query.take}`,
    sql<{ total: number }[]>`select count(*)::int as total from disciplines d where ${filter}`,
  ]);
  const items = rows.map(({ part, ...row }) => ({
    ...row,
    mayEdit: mayEditStructure(actor, part ?? undefined),
  }));
  return { items, total: count?.total ?? 0 };
}
