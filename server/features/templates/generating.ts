import { randomUUID } from 'node:crypto';
import type { BodyOfCall } from '#contract/call.ts';
import type { generateTemplates, TemplateRun } from '#contract/templates.ts';
import { Refusal, refuse } from '#domain/errors.ts';
import { maxTemplates, overused } from '#domain/exam-structure/template-papers.ts';
import { freezeOfSittings } from '#server/appointments/freezes.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { type Author, type Queryable, systemAuthor, type Transaction } from '#server/db/database.ts';
import { matchesExam } from '#server/exams/conditions.ts';
import { type DrawnExam, drawSitting } from '#server/exams/paper.ts';
import type { QueuedJob } from '#server/jobs/queue.ts';
import type { Services } from '#server/services.ts';
import { insertTemplateQuestions } from './stored-questions.ts';
import { dropWaitingPapers, refuseFrozenPapers } from './waiting-papers.ts';

type GenerateRequest = BodyOfCall<typeof generateTemplates>;

export const runColumns = (sql: Queryable) => sql`
  id, wanted, made, state, problem, made_at as "madeAt", finished_at as "finishedAt"`;

/** Starts a generation in the background (TMPL-1); refuses what the bank cannot serve right away. */
export async function startRun(
  { database, queue, exams, settings }: Services,
  author: Author,
  userId: number,
  { examCustomId, sessionId, count, randomize }: GenerateRequest,
  override: boolean,
): Promise<TemplateRun> {
  const { sql } = database;
  const [found] = await sql<{ made: number }[]>`
    select (select count(*)::int from template_groups t
             where t.custom_exam_id = c.id and t.exam_session_id = s.id and ${matchesExam(sql)}) as made
      from custom_exams c, exam_sessions s where c.id = ${examCustomId} and s.id = ${sessionId} and c.removed_at is null`;
  if (!found) refuse('resource.notFound');
  if (found.made + count > maxTemplates) refuse('template.tooMany', { most: maxTemplates });
  await exams.drawables.of(
    { of: 'customExam', id: examCustomId },
    'exam',
    answerLimits(await settings.current()),
  );
  return database.transaction(author, async (tx) => {
    await refuseFrozenPapers(
      tx,
      { customExamId: examCustomId, examSessionId: sessionId, change: 'generate' },
      override,
    );
    const [run] = await tx<TemplateRun[]>`
      insert into template_runs (custom_exam_id, exam_session_id, wanted, randomized, made_by, overrides)
      values (${examCustomId}, ${sessionId}, ${count}, ${randomize}, ${userId}, ${override}) returning ${runColumns(tx)}`;
    if (!run) throw new Error('the generation was not stored');
    await queue.send(tx, generatingTemplates, { runId: run.id }, String(run.id));
    return run;
  });
}

/** Stops a generation; one that has ended stays unchanged. */
export async function cancelRun({ database }: Services, author: Author, id: number): Promise<TemplateRun> {
  return database.transaction(author, async (tx) => {
    const [held] = await tx<LockedRun[]>`${lockRun(tx, id)}`;
    if (!held) refuse('resource.notFound');
    if (held.state === 'running') await endRun(tx, held, 'cancelled');
    const [run] = await tx<TemplateRun[]>`select ${runColumns(tx)} from template_runs where id = ${id}`;
    return run ?? refuse('resource.notFound');
  });
}

type LockedRun = {
  readonly id: number;
  readonly customExamId: number;
  readonly examSessionId: number;
  readonly wanted: number;
  readonly made: number;
  readonly randomized: boolean;
  readonly state: string;
  readonly madeBy: number | null;
  readonly overrides: boolean;
  /** What the exam asks now. */
  readonly composition: string;
};

const lockRun = (tx: Transaction, id: number) => tx`
  select id, custom_exam_id as "customExamId", exam_session_id as "examSessionId", wanted, made, randomized, state,
         made_by as "madeBy", overrides, custom_exam_asked(custom_exam_id) as composition from template_runs where id = ${id} for update`;

/** Ends a generation. Papers are made again from more templates, but not those that have frozen. */
async function endRun(
  tx: Transaction,
  run: LockedRun,
  state: 'done' | 'cancelled' | 'failed',
  problem: string | null = null,
): Promise<void> {
  await tx`update template_runs set state = ${state}, problem = ${problem}, finished_at = now() where id = ${run.id}`;
  const changed = { ...run, change: 'generate' as const };
  if (run.made > 0 && (run.overrides || !(await freezeOfSittings(tx, run))))
    await dropWaitingPapers(tx, changed);
}

/** How often each question is in the templates of the exam and session. */
async function usesOf(
  sql: Queryable,
  { customExamId, examSessionId }: LockedRun,
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ id: number; uses: number }[]>`
    select v.question_id as id, count(*)::int as uses
      from template_groups t join template_exams e on e.template_group_id = t.id
      join template_questions q on q.template_exam_id = e.id join question_versions v on v.id = q.question_version_id
     where t.custom_exam_id = ${customExamId} and t.exam_session_id = ${examSessionId} group by v.question_id`;
  return new Map(rows.map(({ id, uses }) => [id, uses]));
}

async function storeTemplate(
  tx: Transaction,
  run: LockedRun,
  composition: string,
  drawn: readonly DrawnExam[],
): Promise<void> {
  const [group] = await tx<{ id: number }[]>`
    insert into template_groups (custom_exam_id, exam_session_id, number, randomized, made_by, asked)
    select ${run.customExamId}, ${run.examSessionId}, coalesce(max(number), 0) + 1, ${run.randomized}, ${run.madeBy}, ${composition}
      from template_groups where custom_exam_id = ${run.customExamId} and exam_session_id = ${run.examSessionId}
    returning id`;
  for (const [index, { partId, questions }] of drawn.entries()) {
    const [exam] = await tx<{ id: number }[]>`
      insert into template_exams (template_group_id, part_id, position)
      values (${group?.id ?? 0}, ${partId}, ${index + 1}) returning id`;
    await insertTemplateQuestions(tx, exam?.id ?? 0, questions);
  }
}

/**
 * Makes the next template of a generation, or ends it. Each has its own transaction, so that cancelling takes
 * effect at once.
 */
async function makeNext(services: Services, runId: number): Promise<'more' | 'done'> {
  const { database, exams, settings } = services;
  const limits = answerLimits(await settings.current());
  return database.transaction(systemAuthor, async (tx) => {
    const [run] = await tx<LockedRun[]>`${lockRun(tx, runId)}`;
    if (run?.state !== 'running') return 'done';
    if (run.made >= run.wanted) {
      await endRun(tx, run, 'done');
      return 'done';
    }
    try {
      const { customExamId: id, composition } = run;
      const sitting = await exams.drawables.of({ of: 'customExam', id, composition }, 'exam', limits);
      const uses = await usesOf(tx, run);
      const chapters = sitting.parts.flatMap((part) => part.chapters);
      const avoid = new Set(chapters.flatMap(({ pools }) => overused(pools, uses)));
      await storeTemplate(tx, run, composition, drawSitting(sitting, limits, randomUUID(), avoid));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await endRun(tx, run, 'failed', error.code);
      return 'done';
    }
    await tx`update template_runs set made = made + 1 where id = ${runId}`;
    return 'more';
  });
}

/** Makes the templates of a generation; a process that stops leaves the rest to another. */
export const generatingTemplates: QueuedJob<Services, { readonly runId: number }> = {
  name: 'generate-templates',
  run: async (services, { runId }, stopping) => {
    while ((await makeNext(services, runId)) === 'more')
      if (stopping.aborted) throw new Error('stopped before the templates were made');
  },
  resume: ({ database, queue }) =>
    database.transaction(systemAuthor, async (tx) => {
      const running = await tx<
        { id: number }[]
      >`select id from template_runs where state = 'running' order by id`;
      for (const { id } of running) await queue.send(tx, generatingTemplates, { runId: id }, String(id));
    }),
};
