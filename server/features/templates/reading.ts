import type { QueryOfCall } from '#contract/call.ts';
import type {
  listTemplates,
  Template,
  TemplateOverview,
  TemplateQuestion,
  TemplateRun,
  WholeTemplate,
} from '#contract/templates.ts';
import { refuse } from '#domain/errors.ts';
import { overlapOf, type TemplateQuestions } from '#domain/exam-structure/template-papers.ts';
import type { KindLetter } from '#domain/question-bank/question-kind.ts';
import { paperQuestion } from '#server/bank/paper-question.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { matchesExam } from '#server/exams/conditions.ts';
import { printedKey } from '#server/exams/printed-key.ts';
import { templateOverlays } from '#server/exams/settlements.ts';
import type { Page } from '#server/http/route.ts';
import { runColumns } from './generating.ts';

type TemplateRow = Omit<Template, 'nearest'>;

const sittingCounts = (sql: Queryable) => sql`
  (select count(*)::int from exam_groups g where g.template_group_id = t.id and g.started_at is not null) as begun,
  (select count(*)::int from exam_groups g where g.template_group_id = t.id and g.started_at is null) as waiting,
  (select count(*)::int from exam_groups g
    where g.template_group_id = t.id and g.started_at is null and g.printed_at is not null) as printed,
  t.printed_at is not null as "isPrinted"`;

type ExamInSession = { readonly examCustomId: number; readonly sessionId: number };

/** The names of an exam and a session that exist. */
export async function selectNames(sql: Queryable, { examCustomId, sessionId }: ExamInSession) {
  const [named] = await sql<Pick<TemplateOverview, 'examName' | 'sessionName' | 'pregenerated'>[]>`
    select c.name as "examName", s.description as "sessionName", s.pregenerated
      from custom_exams c, exam_sessions s where c.id = ${examCustomId} and s.id = ${sessionId}`;
  return named ?? refuse('resource.notFound');
}

/** The templates that no longer match what the exam asks; students get none of them. */
async function countObsolete(sql: Queryable, { examCustomId, sessionId }: ExamInSession): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from template_groups t
     where t.custom_exam_id = ${examCustomId} and t.exam_session_id = ${sessionId} and not ${matchesExam(sql)}`;
  return counted?.count ?? 0;
}

/** What all templates of a custom exam in a session have in common; there are few. */
async function selectOverlap(sql: Queryable, { examCustomId, sessionId }: ExamInSession) {
  const all = await sql<TemplateQuestions[]>`
    select t.number, coalesce(array_agg(v.question_id) filter (where v.question_id is not null), '{}') as "questionIds"
      from template_groups t left join template_exams e on e.template_group_id = t.id
      left join template_questions q on q.template_exam_id = e.id
      left join question_versions v on v.id = q.question_version_id
     where t.custom_exam_id = ${examCustomId} and t.exam_session_id = ${sessionId} group by t.number order by t.number`;
  return { templates: all.length, ...overlapOf(all) };
}

/** How many templates that can still be changed ask questions that the bank has changed or removed since. */
async function countOutdated(sql: Queryable, { examCustomId, sessionId }: ExamInSession): Promise<number> {
  const [counted] = await sql<{ outdated: number }[]>`
    select count(*)::int as outdated from template_groups t
     where t.custom_exam_id = ${examCustomId} and t.exam_session_id = ${sessionId} and t.printed_at is null
       and exists (
         select from template_exams e join template_questions q on q.template_exam_id = e.id
           join question_versions v on v.id = q.question_version_id join questions x on x.id = v.question_id
          where e.template_group_id = t.id and (x.version <> v.number or x.removed_at is not null))
       and not exists (
         select from exam_groups g where g.template_group_id = t.id and (g.started_at is not null or g.printed_at is not null))`;
  return counted?.outdated ?? 0;
}

/** The latest generation of templates, and how much all of them overlap (TMPL-1). */
export async function overviewOf(sql: Queryable, examInSession: ExamInSession): Promise<TemplateOverview> {
  const named = await selectNames(sql, examInSession);
  const [[run], { templates, mean, worst }, outdated, obsolete] = await Promise.all([
    sql<TemplateRun[]>`
      select ${runColumns(sql)} from template_runs
       where custom_exam_id = ${examInSession.examCustomId} and exam_session_id = ${examInSession.sessionId} order by id desc limit 1`,
    selectOverlap(sql, examInSession),
    countOutdated(sql, examInSession),
    countObsolete(sql, examInSession),
  ]);
  return {
    ...named,
    run: run ?? null,
    templates,
    outdated,
    obsolete,
    overlap: { mean, worst: worst ?? null },
  };
}

/** A page of the templates of a custom exam in a session (TMPL-1). */
export async function templatesOf(
  sql: Queryable,
  { sort = 'number', desc, skip, take, ...examInSession }: QueryOfCall<typeof listTemplates>,
): Promise<Page<Template>> {
  await selectNames(sql, examInSession);
  const direction = desc ? sql`desc` : sql`asc`;
  const [rows, { templates, worstOf }] = await Promise.all([
    sql<TemplateRow[]>`
      select * from (
        select t.id as "groupId", t.number, t.randomized as randomize, t.made_at as "madeAt", ${sittingCounts(sql)},
               counts.questions, counts.outdated, ${matchesExam(sql)} as "matchesExam"
          from template_groups t
          cross join lateral (
            select count(*)::int as questions,
                   count(*) filter (where x.version <> v.number or x.removed_at is not null)::int as outdated
              from template_exams e join template_questions q on q.template_exam_id = e.id
              join question_versions v on v.id = q.question_version_id join questions x on x.id = v.question_id
             where e.template_group_id = t.id) counts
         where t.custom_exam_id = ${examInSession.examCustomId} and t.exam_session_id = ${examInSession.sessionId}) t
       order by ${sql(sort)} ${direction}, number ${direction} offset ${skip} limit ${take}`,
    selectOverlap(sql, examInSession),
  ]);
  return {
    items: rows.map((template) => ({ ...template, nearest: worstOf.get(template.number) ?? null })),
    total: templates,
  };
}

/** A question of a template with its position in the bank. */
export type StoredTemplateQuestion = Pick<
  TemplateQuestion,
  | 'position'
  | 'questionId'
  | 'version'
  | 'isCurrent'
  | 'canRenew'
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
           x.version <> v.number and x.removed_at is null as "canRenew", c.id as "chapterId", c.code as "chapterCode", c.description as "chapterDescription",
           d.description as "disciplineDescription"
      from template_exams e join template_questions q on q.template_exam_id = e.id
      join custom_exam_parts p on p.id = e.part_id
      join custom_exam_disciplines a on a.part_id = p.id and a.position = 1
      join disciplines first on first.id = a.discipline_id
      join question_versions v on v.id = q.question_version_id join questions x on x.id = v.question_id
      join chapters c on c.id = x.chapter_id join disciplines d on d.id = c.discipline_id
     where e.template_group_id = ${templateGroupId} order by e.position, q.position`;

type Head = Omit<WholeTemplate, 'exams'>;
export type TemplateIds = { readonly groupId: number; readonly sessionId: number };

/** The header of a template; not found under another session. */
export async function selectHead(sql: Queryable, { groupId, sessionId }: TemplateIds): Promise<Head> {
  const [head] = await sql<Head[]>`
    select t.id as "groupId", t.exam_session_id as "sessionId", t.custom_exam_id as "examCustomId", t.number, t.version,
           t.randomized as randomize, c.name as "examName", s.description as "sessionName", ${sittingCounts(sql)},
           ${matchesExam(sql)} as "matchesExam"
      from template_groups t join custom_exams c on c.id = t.custom_exam_id join exam_sessions s on s.id = t.exam_session_id
     where t.id = ${groupId} and t.exam_session_id = ${sessionId}`;
  return head ?? refuse('resource.notFound');
}

/** A template for its view and its print, with the key as served and as it scores now. */
export async function wholeTemplate(sql: Queryable, ids: TemplateIds): Promise<WholeTemplate> {
  const head = await selectHead(sql, ids);
  const stored = await selectTemplateQuestions(sql, ids.groupId);
  const contents = await fullContents(
    sql,
    stored.map(({ versionId }) => versionId),
  );
  const overlay = (await templateOverlays(sql, [ids.groupId])).get(ids.groupId);
  const exams = new Map<number, WholeTemplate['exams'][number]>();
  for (const { index, name, templateExamId: _, versionId, letter, answerOrder, ...question } of stored) {
    const content = contents.get(versionId);
    const key = content && overlay && printedKey(content, { versionId, letter, answerOrder }, overlay);
    const exam = exams.get(index) ?? { index, name, questions: [] };
    exam.questions.push({
      ...question,
      isSettled: (key?.settled ?? null) !== null,
      ...paperQuestion(content, { letter, answerOrder }, ({ isCorrect, bankIndex }) => ({
        isCorrect: key?.isCorrect(bankIndex) ?? isCorrect,
        wasCorrect: isCorrect,
        isRemoved: key?.isRemoved(bankIndex) ?? false,
        original: bankIndex + 1,
      })),
    });
    exams.set(index, exam);
  }
  return { ...head, exams: [...exams.values()] };
}
