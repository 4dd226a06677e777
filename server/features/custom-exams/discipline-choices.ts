import type { DisciplineOffer, ExamDisciplines } from '#contract/custom-exams.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { mayEditPercents } from '#domain/exam-structure/structure.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { selectSupplies } from '#server/bank/supply.ts';
import type { Queryable } from '#server/db/database.ts';
import { disciplineScope } from '#server/scopes/discipline-scope.ts';
import { sectionScope } from '#server/scopes/row-scopes.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

type Row = Omit<DisciplineOffer, 'chapters'>;

/** The disciplines of a section in the actor's scope, with what their banks can serve. */
export async function selectDisciplineChoices(
  { settings }: Pick<Services, 'settings'>,
  sql: Queryable,
  actor: Actor,
  sectionId: number,
): Promise<DisciplineOffer[]> {
  const scope = disciplineScope(sql, await viewerOf(sql, actor), 'd', 'read') ?? sql`true`;
  const rows = await sql<Row[]>`
    select d.id as "pkDiscipline", d.code as "disciplineCode", d.description as "disciplineName", d.year, d.semester,
           concat_ws('–', y.start_year, y.end_year) as "universityYear", st.questions, st.duration_minutes as "examDuration"
      from disciplines d join university_years y on y.id = d.university_year_id
      left join discipline_structures st on st.discipline_id = d.id
     where d.section_id = ${sectionId} and ${scope}
     order by d.year, y.start_year desc, d.semester, d.description collate natural_ro, d.id`;
  const supplies = await selectSupplies(
    sql,
    rows.map((row) => row.pkDiscipline),
    answerLimits(await settings.current()),
  );
  return rows.map((row) => ({ ...row, chapters: [...(supplies.get(row.pkDiscipline) ?? [])] }));
}

/** Whether percents may be set in exams of a section: the section's setting, else its college's, else yes. */
export async function maySetPercents(sql: Queryable, sectionId: number): Promise<boolean> {
  const [row] = await sql<{ section: boolean | null; college: boolean | null }[]>`
    select s.allow_edit_percent as section, c.allow_edit_percent as college
      from sections s join colleges c on c.id = s.college_id where s.id = ${sectionId}`;
  return mayEditPercents(row?.section ?? null, row?.college ?? null);
}

/** Everything an exam of a section can be composed from. */
export async function readDisciplineChoices(
  services: Services,
  actor: Actor,
  sectionId: number,
): Promise<ExamDisciplines> {
  const { sql } = services.database;
  const scope = sectionScope(sql, await viewerOf(sql, actor), 's', 'read') ?? sql`true`;
  const [section] = await sql`select from sections s where s.id = ${sectionId} and ${scope}`;
  if (!section) refuse('resource.notFound');
  return {
    mayEditPercent: await maySetPercents(sql, sectionId),
    disciplines: await selectDisciplineChoices(services, sql, actor, sectionId),
  };
}
