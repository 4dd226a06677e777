import { refuse } from '#domain/errors.ts';
import { enteredInChapter } from '#server/bank/question-counts.ts';
import { entityHooks } from '#server/crud/entity-hooks.ts';
import type { Transaction } from '#server/db/database.ts';
import { chapterScope, chaptersAreEditable } from '#server/scopes/chapter-scope.ts';

/** Removes a chapter from the saved structure; refuses while the structure draws questions from it. */
async function removeFromStructure(tx: Transaction, id: number): Promise<void> {
  const [drawn] = await tx<{ questions: number }[]>`
    select questions from chapter_structures where chapter_id = ${id} and questions > 0`;
  if (drawn) refuse('chapter.inStructure', { questions: drawn.questions });
  await tx`delete from chapter_structures where chapter_id = ${id}`;
}

/** Soft-deletes a chapter with its questions, since exams reference their versions; deletes an empty chapter. */
async function removeChapter({ tx, id }: { tx: Transaction; id: number }): Promise<void> {
  await removeFromStructure(tx, id);
  const [question] = await tx`select from questions where chapter_id = ${id} limit 1`;
  if (!question) {
    await tx`delete from chapters where id = ${id}`;
    return;
  }
  await tx`update questions set removed_at = now(), changed_at = now() where chapter_id = ${id} and removed_at is null`;
  await tx`update chapters set removed_at = now() where id = ${id}`;
}

/** Chapters divide the bank of a discipline; its holders may change them. */
export const chapterHooks = entityHooks<{ readonly disciplineId: number }>({
  scope: chapterScope,
  scopeField: 'disciplineId',
  remove: removeChapter,
  computed: {
    totalQuestionCount: (sql, _viewer, row) => enteredInChapter(sql, sql`${sql(`${row}.id`)}`),
    mayEdit: (sql, { actor }, row) => chaptersAreEditable(sql, actor, sql`${sql(`${row}.discipline_id`)}`),
  },
});
