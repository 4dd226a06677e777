import type { Actor } from '#domain/access/actor.ts';
import type { Part } from '#domain/access/discipline-rights.ts';
import { refuse } from '#domain/errors.ts';
import { defaultPercentSimple, mayEditPercents } from '#domain/exam-structure/structure.ts';
import { enteredInChapter } from '#server/bank/question-counts.ts';
import { partIn, type StoredPart } from '#server/bank/teaching.ts';
import type { Queryable } from '#server/db/database.ts';
import { disciplineScope } from '#server/scopes/discipline-scope.ts';
import { viewerOf } from '#server/scopes/viewer.ts';

/** A chapter with its entered questions and what the saved structure asks of it. */
export type StoredChapter = {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly examOnly: boolean;
  readonly entered: number;
  readonly questions: number;
  readonly percentSimple: number;
};

/** A discipline with its chapters and its saved structure, if it has one. */
export type StoredStructure = {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly pkCollege: number;
  readonly pkSection: number;
  readonly year: number;
  readonly part: Part;
  readonly questions: number | null;
  readonly duration: number | null;
  readonly automatic: boolean;
  readonly mayEditPercent: boolean;
  readonly chapters: readonly StoredChapter[];
};

type DisciplineRow = Omit<StoredStructure, 'part' | 'mayEditPercent' | 'chapters'> & {
  readonly part: StoredPart;
  readonly sectionSimple: number | null;
  readonly sectionMultiple: number | null;
  readonly sectionAllows: boolean | null;
  readonly collegeSimple: number | null;
  readonly collegeMultiple: number | null;
  readonly collegeAllows: boolean | null;
};

/**
 * The discipline if it is in the actor's scope; one that is out of scope or missing gets the same refusal.
 */
async function selectDiscipline(sql: Queryable, actor: Actor, id: number): Promise<DisciplineRow> {
  const scope = disciplineScope(sql, await viewerOf(sql, actor), 'd', 'read') ?? sql`true`;
  const [row] = await sql<DisciplineRow[]>`
    select d.id, d.code, d.description, d.college_id as "pkCollege", d.section_id as "pkSection", d.year,
      ${partIn(sql, actor, sql`d.id`)} as part,
      st.questions, st.duration_minutes as duration, coalesce(st.automatic, true) as automatic,
      s.default_p_simple_questions as "sectionSimple", s.default_p_multiple_questions as "sectionMultiple",
      s.allow_edit_percent as "sectionAllows", c.default_p_simple_questions as "collegeSimple",
      c.default_p_multiple_questions as "collegeMultiple", c.allow_edit_percent as "collegeAllows"
      from disciplines d join sections s on s.id = d.section_id join colleges c on c.id = d.college_id
      left join discipline_structures st on st.discipline_id = d.id
     where d.id = ${id} and ${scope}`;
  return row ?? refuse('resource.notFound');
}

async function selectChapters(sql: Queryable, id: number, percentSimple: number): Promise<StoredChapter[]> {
  return sql<StoredChapter[]>`
    select ch.id, ch.code, ch.description, ch.exam_only as "examOnly",
      ${enteredInChapter(sql, sql`ch.id`)} as entered,
      coalesce(st.questions, 0) as questions, coalesce(st.percent_simple, ${percentSimple}::int) as "percentSimple"
      from chapters ch left join chapter_structures st on st.chapter_id = ch.id
     where ch.discipline_id = ${id} and ch.removed_at is null
     order by ch.code collate natural_ro, ch.id`;
}

/**
 * The structure of a discipline in the actor's scope; chapters not in the structure start with the default percents.
 */
export async function selectStructure(sql: Queryable, actor: Actor, id: number): Promise<StoredStructure> {
  const row = await selectDiscipline(sql, actor, id);
  const percentSimple = defaultPercentSimple(
    { simple: row.sectionSimple, multiple: row.sectionMultiple },
    { simple: row.collegeSimple, multiple: row.collegeMultiple },
  );
  return {
    id: row.id,
    code: row.code,
    description: row.description,
    pkCollege: row.pkCollege,
    pkSection: row.pkSection,
    year: row.year,
    part: row.part ?? undefined,
    questions: row.questions,
    duration: row.duration,
    automatic: row.automatic,
    mayEditPercent: mayEditPercents(row.sectionAllows, row.collegeAllows),
    chapters: await selectChapters(sql, id, percentSimple),
  };
}
