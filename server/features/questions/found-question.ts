import type { Actor } from '#domain/access/actor.ts';
import { mayAddQuestions, mayEditQuestion, mayReadQuestions } from '#domain/access/discipline-rights.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { partIn, type StoredPart } from '#server/bank/teaching.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';

/** A question of the bank with the data that decides on rights to it. */
export type FoundQuestion = {
  readonly id: number;
  readonly chapterId: number;
  readonly chapterDescription: string;
  readonly disciplineId: number;
  readonly disciplineDescription: string;
  readonly version: number;
  readonly versionId: number;
  readonly incomplete: boolean;
  readonly examOnly: boolean;
  readonly addedBy: number | null;
  readonly part: StoredPart;
  readonly isRemoved: boolean;
};

/** A question the actor may read, including removed ones; any other is not found. */
export async function findEvenRemoved(sql: Queryable, actor: Actor, id: number): Promise<FoundQuestion> {
  const [found] = await sql<FoundQuestion[]>`
    select q.id, q.chapter_id as "chapterId", c.description as "chapterDescription", d.id as "disciplineId",
           d.description as "disciplineDescription", q.version, v.id as "versionId", v.incomplete,
           q.exam_only as "examOnly", q.added_by as "addedBy", ${partIn(sql, actor, sql`d.id`)} as part,
           (q.removed_at is not null or c.removed_at is not null) as "isRemoved"
      from questions q join chapters c on c.id = q.chapter_id join disciplines d on d.id = c.discipline_id
      join question_versions v on v.question_id = q.id and v.number = q.version
     where q.id = ${id}`;
  if (!found || !mayReadQuestions(actor, found.part ?? undefined)) refuse('resource.notFound');
  return found;
}

export async function findQuestion(sql: Queryable, actor: Actor, id: number): Promise<FoundQuestion> {
  const found = await findEvenRemoved(sql, actor, id);
  return found.isRemoved ? refuse('resource.notFound') : found;
}

export const mayEdit = (actor: Actor, { part, addedBy }: Pick<FoundQuestion, 'part' | 'addedBy'>): boolean =>
  mayEditQuestion(actor, part ?? undefined, addedBy);

/** A question the actor may edit, locked until the transaction ends. */
export async function lockQuestion(tx: Transaction, actor: Actor, id: number): Promise<FoundQuestion> {
  await tx`select from questions where id = ${id} for update`;
  const found = await findQuestion(tx, actor, id);
  return mayEdit(actor, found) ? found : refuse('resource.notFound');
}

type FoundChapter = { readonly disciplineId: number; readonly part: StoredPart };

async function reachableChapter(sql: Queryable, actor: Actor, id: number): Promise<FoundChapter | undefined> {
  const [chapter] = await sql<FoundChapter[]>`
    select c.discipline_id as "disciplineId", ${partIn(sql, actor, sql`c.discipline_id`)} as part
      from chapters c where c.id = ${id} and c.removed_at is null`;
  return chapter && mayAddQuestions(actor, chapter.part ?? undefined) ? chapter : undefined;
}

/** The discipline of a chapter whose questions the actor may read. */
export async function disciplineOfChapter(sql: Queryable, actor: Actor, chapterId: number): Promise<number> {
  const chapter = await reachableChapter(sql, actor, chapterId);
  return chapter?.disciplineId ?? refuse('resource.notFound');
}

/** Refuses a draft whose chapter its writer cannot use; otherwise locks the chapter until the transaction ends. */
export async function lockChapter(tx: Transaction, actor: Actor, chapterId: number): Promise<void> {
  await tx`select from chapters where id = ${chapterId} for share`;
  if (!(await reachableChapter(tx, actor, chapterId)))
    refuseProblems([problem('chapterId', 'validation.reference')]);
}
