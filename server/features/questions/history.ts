import type { QuestionVersion } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { findEvenRemoved } from './found-question.ts';

type Row = Pick<QuestionVersion, 'number' | 'writtenAt' | 'writtenBy'> & { readonly id: number };

/** All versions of a question, newest first; a removed question keeps its history. */
export async function questionHistory(
  sql: Queryable,
  actor: Actor,
  questionId: number,
): Promise<QuestionVersion[]> {
  await findEvenRemoved(sql, actor, questionId);
  const rows = await sql<Row[]>`
    select v.id, v.number, v.written_at as "writtenAt", u.name as "writtenBy"
      from question_versions v left join users u on u.id = v.written_by
     where v.question_id = ${questionId} order by v.number desc`;
  const contents = await fullContents(
    sql,
    rows.map((row) => row.id),
  );
  return rows.map(({ id, ...row }) => {
    const content = contents.get(id);
    if (!content) throw new Error(`version ${id} of a question has no content`);
    return { ...row, ...content, answers: [...content.answers] };
  });
}
