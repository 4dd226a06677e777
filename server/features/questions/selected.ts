import type { BodyOfCall } from '#contract/call.ts';
import type { SelectionOutcome } from '#contract/common.ts';
import type { changeSelected as changeCall } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type ErrorCode, refuse } from '#domain/errors.ts';
import { selectServed } from '#server/bank/served-questions.ts';
import { partIn } from '#server/bank/teaching.ts';
import type { Transaction } from '#server/db/database.ts';
import { disciplineOfChapter, type FoundQuestion, lockChapter, mayEdit } from './found-question.ts';

/** The questions that were asked and would leave their discipline, with its name. */
async function stayingIn(
  tx: Transaction,
  actor: Actor,
  questions: readonly Pick<FoundQuestion, 'id' | 'disciplineId' | 'disciplineDescription'>[],
  chapterId: number,
): Promise<ReadonlyMap<number, string>> {
  const target = await disciplineOfChapter(tx, actor, chapterId);
  const leaving = questions.filter(({ disciplineId }) => disciplineId !== target);
  const served = await selectServed(
    tx,
    leaving.map(({ id }) => id),
  );
  return new Map(
    leaving
      .filter(({ id }) => served.has(id))
      .map(({ id, disciplineDescription }) => [id, disciplineDescription]),
  );
}

/**
 * Moves questions to a chapter or changes their exam-only mark, which makes no new version. Questions that the actor
 * may not edit stay as they are and are listed.
 */
export async function changeSelected(
  tx: Transaction,
  actor: Actor,
  { ids, chapterId, examOnly }: BodyOfCall<typeof changeCall>,
): Promise<SelectionOutcome> {
  const uniqueIds = [...new Set(ids)];
  await tx`select from questions where id = any(${uniqueIds}::int[]) order by id for update`;
  const found = await tx<
    Pick<FoundQuestion, 'id' | 'addedBy' | 'part' | 'disciplineId' | 'disciplineDescription'>[]
  >`
    select q.id, q.added_by as "addedBy", d.id as "disciplineId", d.description as "disciplineDescription",
           ${partIn(tx, actor, tx`d.id`)} as part
      from questions q join chapters c on c.id = q.chapter_id join disciplines d on d.id = c.discipline_id
     where q.id = any(${uniqueIds}::int[]) and q.removed_at is null and c.removed_at is null`;
  const ofActor = found.filter((question) => mayEdit(actor, question));
  if (ofActor.length === 0) refuse('resource.notFound');
  if (chapterId !== undefined) await lockChapter(tx, actor, chapterId);
  const staying =
    chapterId === undefined ? new Map<number, string>() : await stayingIn(tx, actor, ofActor, chapterId);
  const editable = ofActor.map(({ id }) => id).filter((id) => !staying.has(id));
  await tx`
    update questions q set chapter_id = n.chapter_id, exam_only = n.exam_only, changed_at = now()
      from (select id, coalesce(${chapterId ?? null}::int, chapter_id) as chapter_id,
                   coalesce(${examOnly ?? null}::boolean, exam_only) as exam_only
              from questions where id = any(${editable}::int[])) n
     where q.id = n.id and (q.chapter_id, q.exam_only) is distinct from (n.chapter_id, n.exam_only)`;
  const failed = uniqueIds
    .filter((id) => !editable.includes(id))
    .map((id) => {
      const discipline = staying.get(id);
      const error: ErrorCode = discipline === undefined ? 'resource.notFound' : 'question.staysInDiscipline';
      return { id, error, params: { ...(discipline !== undefined && { discipline }) } };
    });
  return { changed: editable.length, failed };
}
