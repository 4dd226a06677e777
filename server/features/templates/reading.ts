import type { QueryOfCall } from '#contract/call.ts';
import type {
  listTemplates,
  Template,
  TemplateList,
  TemplateQuestion,
  TemplateRun,
  WholeTemplate,
} from '#contract/templates.ts';
import { refuse } from '#domain/errors.ts';
import { overlapOf } from '#domain/exam-structure/template-papers.ts';
import type { KindLetter } from '#domain/question-bank/question-kind.ts';
import { paperQuestion } from '#server/bank/paper-question.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { runColumns } from './generating.ts';

type TemplateRow = Omit<Template, 'nearest' | 'questions'> & { readonly questionIds: readonly number[] };

const sittingCounts = (sql: Queryable) => sql`
  (select count(*)::int from exam_groups g where g.template_group_id = t.id and g.started_at is not null) as begun,
  (select count(*)::int from exam_groups g where g.template_group_id = t.id and g.started_at is null) as waiting,
  (select count(*)::int from exam_groups g
    where g.template_group_id = t.id and g.started_at is null and g.printed_at is not null) as printed`;

/** The templates of a custom exam in a session, with what they have in common (TMPL-1). */
export async function templatesOf(
  sql: Queryable,
  { examCustomId, sessionId }: QueryOfCall<typeof listTemplates>,
): Promise<TemplateList> {
  const [named] = await sql<{ examName: string; sessionName: string; pregenerated: boolean }[]>`
    select c.name as "examName", s.description as "sessionName", s.pregenerated
      from custom_exams c, exam_sessions s where c.id = ${examCustomId} and s.id = ${sessionId}`;
  if (!named) refuse('resource.notFound');
  const [runs, rows] = await Promise.all([
    sql<TemplateRun[]>`
      select ${runColumns(sql)} from template_runs
       where custom_exam_id = ${examCustomId} and exam_session_id = ${sessionId} order by id desc limit 1`,
    sql<TemplateRow[]>`
      select t.id as "groupId", t.number, t.randomized as randomize, t.made_at as "madeAt", ${sittingCounts(sql)},
             asked.ids as "questionIds", asked.outdated
        from template_groups t
        cross join lateral (
          select coalesce(array_agg(v.question_id), '{}') as ids,
                 count(*) filter (where x.version <> v.number or x.removed_at is not null)::int as outdated
            from template_exams e join template_questions q on q.template_exam_id = e.id
            join question_versions v on v.id = q.question_version_id join questions x on x.id = v.question_id
           where e.template_group_id = t.id) asked
       where t.custom_exam_id = ${examCustomId} and t.exam_session_id = ${sessionId} order by t.number`,
  ]);
  const { mean, worst, worstOf } = overlapOf(rows);
  return {
    ...named,
    run: runs[0] ?? null,
    templates: rows.map(({ questionIds, ...template }) => ({
      ...template,
      questions: questionIds.length,
      nearest: worstOf.get(template.number) ?? null,
    })),
    overlap: { mean, worst: worst ?? null },
  };
}

/** A question of a template with its position in the bank. */
export type StoredTemplateQuestion = Pick<
  TemplateQuestion,
  | 'position'
  | 'questionId'
  | 'version'
  | 'isCurrent'
  | 'chapterId'
  | 'chapterCode'
  | 'chapterDescription'
  | 'disciplineDescription'
> & {
  readonly index: number;
  readonly name: string;
  readonly templateExamId: number;
  readonly versionId: number;
  readonly letter: KindLetter;
  readonly answerOrder: readonly number[];
};

export const selectTemplateQuestions = (sql: Queryable, templateGroupId: number) =>
  sql<StoredTemplateQuestion[]>`
    select e.id as "templateExamId", e.position as index, coalesce(p.group_name, first.description) as name, q.position,
           q.question_version_id as "versionId", q.kind as letter, q.slots as "answerOrder", v.question_id as "questionId",
           v.number as version, x.version = v.number and x.removed_at is null as "isCurrent",
           c.id as "chapterId", c.code as "chapterCode", c.description as "chapterDescription",
           d.description as "disciplineDescription"
      from template_exams e join template_questions q on q.template_exam_id = e.id
      join custom_exam_parts p on p.id = e.part_id
      join custom_exam_disciplines a on a.part_id = p.id and a.position = 1
      join disciplines first on first.id = a.discipline_id
      join question_versions v on v.id = q.question_version_id join questions x on x.id = v.question_id
      join chapters c on c.id = x.chapter_id join disciplines d on d.id = c.discipline_id
     where e.template_group_id = ${templateGroupId} order by e.position, q.position`;

type Head = Omit<WholeTemplate, 'exams'>;
export type TemplatePlace = { readonly groupId: number; readonly sessionId: number };

/** The header of a template; not found under another session. */
export async function selectHead(sql: Queryable, { groupId, sessionId }: TemplatePlace): Promise<Head> {
  const [head] = await sql<Head[]>`
    select t.id as "groupId", t.exam_session_id as "sessionId", t.custom_exam_id as "examCustomId", t.number, t.version,
           t.randomized as randomize, c.name as "examName", s.description as "sessionName", ${sittingCounts(sql)}
      from template_groups t join custom_exams c on c.id = t.custom_exam_id join exam_sessions s on s.id = t.exam_session_id
     where t.id = ${groupId} and t.exam_session_id = ${sessionId}`;
  return head ?? refuse('resource.notFound');
}

/** A template for its view and its print. */
export async function wholeTemplate(sql: Queryable, place: TemplatePlace): Promise<WholeTemplate> {
  const head = await selectHead(sql, place);
  const stored = await selectTemplateQuestions(sql, place.groupId);
  const contents = await fullContents(
    sql,
    stored.map(({ versionId }) => versionId),
  );
  const exams = new Map<number, WholeTemplate['exams'][number]>();
  for (const { index, name, templateExamId: _, versionId, letter, answerOrder, ...question } of stored) {
    const content = contents.get(versionId);
    const exam = exams.get(index) ?? { index, name, questions: [] };
    exam.questions.push({
      ...question,
      ...paperQuestion(content, { letter, answerOrder }, ({ isCorrect, bankIndex }) => ({
        isCorrect,
        original: bankIndex + 1,
      })),
    });
    exams.set(index, exam);
  }
  return { ...head, exams: [...exams.values()] };
}
