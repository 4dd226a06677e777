import { randomUUID } from 'node:crypto';
import type { BodyOfCall, QueryOfCall } from '#contract/call.ts';
import type { editTemplate, templateReplacements, WholeTemplate } from '#contract/templates.ts';
import { problem, Refusal, refuse } from '#domain/errors.ts';
import { type AnswerLimits, canServe, drawAnswers } from '#domain/exam-structure/draw.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { isReordering } from '#domain/exam-structure/template-papers.ts';
import { questionKindOf } from '#domain/question-bank/question-kind.ts';
import { answerLimits, loadPools } from '#server/bank/pools.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import type { PaperQuestion } from '#server/exams/paper.ts';
import type { Services } from '#server/services.ts';
import {
  type StoredTemplateQuestion,
  selectHead,
  selectTemplateQuestions,
  type TemplateIds,
  wholeTemplate,
} from './reading.ts';
import { insertTemplateQuestions } from './stored-questions.ts';
import { dropWaitingPapers, refuseFrozenPapers } from './waiting-papers.ts';

type Edited = BodyOfCall<typeof editTemplate>;

/** Locks a template; refuses one that another user has changed, that a student has begun or that is printed. */
async function lockTemplate(
  tx: Transaction,
  ids: TemplateIds,
  { change, override, version }: LockOptions,
): Promise<void> {
  const [held] = await tx<{ version: number; customExamId: number; isPrinted: boolean }[]>`
    select version, custom_exam_id as "customExamId", printed_at is not null as "isPrinted" from template_groups
     where id = ${ids.groupId} and exam_session_id = ${ids.sessionId} for update`;
  if (!held) refuse('resource.notFound');
  if (version !== undefined && held.version !== version) refuse('template.changed');
  if (held.isPrinted) refuse('template.printed');
  const changed = {
    customExamId: held.customExamId,
    examSessionId: ids.sessionId,
    groupId: ids.groupId,
    change,
  };
  const refuseBegun = async () => {
    const begun = await tx`
      select from exam_groups where template_group_id = ${ids.groupId}
         and (started_at is not null or printed_at is not null) limit 1`;
    if (begun.count > 0) refuse('template.begun');
  };
  await refuseBegun();
  await refuseFrozenPapers(tx, changed, override);
  // Waits for a student who is beginning.
  await dropWaitingPapers(tx, changed);
  await refuseBegun();
}
type LockOptions = {
  readonly change: 'edit' | 'remove';
  readonly override: boolean;
  readonly version?: number;
};

/** Draws the current version of a replacement, which has the chapter and the kind of the question it replaces (TMPL-2). */
async function replacement(
  tx: Transaction,
  replaced: StoredTemplateQuestion,
  questionId: number,
  limits: AnswerLimits,
): Promise<PaperQuestion> {
  const pools = (await loadPools(tx, [replaced.chapterId], 'exam')).get(replaced.chapterId);
  const pool = pools?.find(({ id }) => id === questionId);
  const kind = questionKindOf(replaced.letter);
  if (!pool || !canServe(pool, kind, limits)) refuse('template.unfit', { number: replaced.position });
  return {
    versionId: pool.versionId,
    kind: replaced.letter,
    answerOrder: drawAnswers(seededRandom(randomUUID()), pool, kind, limits),
  };
}

async function editedQuestions(
  tx: Transaction,
  present: readonly StoredTemplateQuestion[],
  edited: Edited['exams'][number]['questions'],
  limits: AnswerLimits,
): Promise<PaperQuestion[]> {
  const questions: PaperQuestion[] = [];
  for (const { from, questionId } of edited) {
    const current = present.find(({ position }) => position === from);
    if (!current) throw new Error('the order names a position that does not exist');
    questions.push(
      questionId === undefined || (questionId === current.questionId && current.isCurrent)
        ? { versionId: current.versionId, kind: current.letter, answerOrder: current.answerOrder }
        : await replacement(tx, current, questionId, limits),
    );
  }
  return questions;
}

/** Refuses a template with a duplicate question. */
async function refuseRepeated(tx: Transaction, groupId: number): Promise<void> {
  const [repeated] = await tx<{ number: number }[]>`
    select max(q.position) as number
      from template_exams e join template_questions q on q.template_exam_id = e.id
      join question_versions v on v.id = q.question_version_id
     where e.template_group_id = ${groupId} group by v.question_id having count(*) > 1 limit 1`;
  if (repeated) refuse('template.unfit', { number: repeated.number });
}

/** Reorders and replaces questions of a template that no student has begun; waiting copies are redrawn. */
export async function changeTemplate(
  { database, settings }: Services,
  author: Author,
  ids: TemplateIds,
  { version, exams }: Edited,
  override: boolean,
): Promise<WholeTemplate> {
  const limits = answerLimits(await settings.current());
  return database.transaction(author, async (tx) => {
    await lockTemplate(tx, ids, { change: 'edit', override, version });
    const stored = await selectTemplateQuestions(tx, ids.groupId);
    for (const { index, questions } of exams) {
      const present = stored.filter((question) => question.index === index);
      const [first] = present;
      if (!first || !isReordering(questions, present.length))
        throw new Refusal('validation.failed', {}, [problem('exams', 'validation.reference')]);
      const edited = await editedQuestions(tx, present, questions, limits);
      await tx`delete from template_questions where template_exam_id = ${first.templateExamId}`;
      await insertTemplateQuestions(tx, first.templateExamId, edited);
    }
    await refuseRepeated(tx, ids.groupId);
    await tx`update template_groups set version = version + 1 where id = ${ids.groupId}`;
    return wholeTemplate(tx, ids);
  });
}

/** Deletes a template that no student has begun. The others keep their numbers. */
export async function deleteTemplate(
  { database }: Services,
  author: Author,
  ids: TemplateIds,
  override: boolean,
): Promise<void> {
  await database.transaction(author, async (tx) => {
    await lockTemplate(tx, ids, { change: 'remove', override });
    await tx`delete from template_groups where id = ${ids.groupId}`;
  });
}

type ReplacementQuery = TemplateIds & QueryOfCall<typeof templateReplacements>;

/**
 * Questions that can replace one of a template: of its chapter, servable in its kind, not in the template yet; an outdated
 * question also by its own current version.
 */
export async function replacementsFor(
  { database: { sql }, settings }: Services,
  { index, position, search, skip, take, ...ids }: ReplacementQuery,
): Promise<{ items: { id: number; text: string; uses: number }[]; total: number }> {
  const { examCustomId } = await selectHead(sql, ids);
  const stored = await selectTemplateQuestions(sql, ids.groupId);
  const replaced = stored.find((question) => question.index === index && question.position === position);
  if (!replaced) refuse('resource.notFound');
  const limits = answerLimits(await settings.current());
  const pools = (await loadPools(sql, [replaced.chapterId], 'exam')).get(replaced.chapterId) ?? [];
  const taken = new Set(
    stored.flatMap((one) => (one === replaced && !one.isCurrent ? [] : [one.questionId])),
  );
  const fit = pools
    .filter((pool) => !taken.has(pool.id) && canServe(pool, questionKindOf(replaced.letter), limits))
    .map(({ id }) => id);
  const filter = sql`q.id = any(${fit}::int[])
    ${search ? sql`and q.search like search_pattern(${search})` : sql``}`;
  const [items, [counted]] = await Promise.all([
    sql<{ id: number; text: string; uses: number }[]>`
      select q.id, q.text, (select count(*)::int from template_groups t join template_exams e on e.template_group_id = t.id
               join template_questions x on x.template_exam_id = e.id join question_versions v on v.id = x.question_version_id
              where t.custom_exam_id = ${examCustomId} and t.exam_session_id = ${ids.sessionId}
                and v.question_id = q.id) as uses
        from questions q where ${filter} order by uses, q.id offset ${skip} limit ${take}`,
    sql<{ total: number }[]>`select count(*)::int as total from questions q where ${filter}`,
  ]);
  return { items, total: counted?.total ?? 0 };
}
