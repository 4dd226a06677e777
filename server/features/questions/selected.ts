import type { BodyOfCall } from '#contract/call.ts';
import type { SelectionOutcome } from '#contract/common.ts';
import type { changeSelected as changeCall } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type ErrorCode, refuse } from '#domain/errors.ts';
import { partIn } from '#server/bank/teaching.ts';
import type { Transaction } from '#server/db/database.ts';
import { type FoundQuestion, lockChapter, mayEdit } from './found-question.ts';

/**
 * Moves questions to a chapter or changes their exam reservation, which makes no new version. Questions that the actor
 * may not edit stay as they are and are listed.
 */
export async function changeSelected(
  tx: Transaction,
  actor: Actor,
  { ids, chapterId, examOnly }: BodyOfCall<typeof changeCall>,
): Promise<SelectionOutcome> {
  const uniqueIds = [...new Set(ids)];
  await tx`select from questions where id = any(${uniqueIds}::int[]) order by id for update`;
  const found = await tx<Pick<FoundQuestion, 'id' | 'addedBy' | 'part'>[]>`
    select q.id, q.added_by as "addedBy", ${partIn(tx, actor, tx`c.discipline_id`)} as part
      from questions q join chapters c on c.id = q.chapter_id
     where q.id = any(${uniqueIds}::int[]) and q.removed_at is null and c.removed_at is null`;
  const editable = found.filter((question) => mayEdit(actor, question)).map(({ id }) => id);
  if (editable.length === 0) refuse('resource.notFound');
  if (chapterId !== undefined) await lockChapter(tx, actor, chapterId);
  await tx`
    update questions q set chapter_id = n.chapter_id, exam_only = n.exam_only, changed_at = now()
      from (select id, coalesce(${chapterId ?? null}::int, chapter_id) as chapter_id,
                   coalesce(${examOnly ?? null}::boolean, exam_only) as exam_only
              from questions where id = any(${editable}::int[])) n
     where q.id = n.id and (q.chapter_id, q.exam_only) is distinct from (n.chapter_id, n.exam_only)`;
  const failed = uniqueIds
    .filter((id) => !editable.includes(id))
    .map((id) => ({ id, error: 'resource.notFound' satisfies ErrorCode, params: {} }));
  return { changed: editable.length, failed };
}
