import type { ResponseOfCall } from '#contract/call.ts';
import type { similarQuestions } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { plainText, readRichText } from '#domain/question-bank/rich-text.ts';
import type { Database } from '#server/db/database.ts';
import { disciplineOfChapter } from './found-question.ts';

/** From here on two texts are so alike that a teacher should look: a word or two exchanged in a sentence. */
const alike = 0.45;
const shown = 5;

type Asked = { readonly chapterId: number; readonly text: string; readonly except?: number | undefined };

/** The questions of the same discipline that read almost the same, most alike first. */
export async function similarTo(
  { sql }: Database,
  actor: Actor,
  { chapterId, text, except }: Asked,
): Promise<ResponseOfCall<typeof similarQuestions>> {
  const disciplineId = await disciplineOfChapter(sql, actor, chapterId);
  const chapters = await sql<{ id: number }[]>`
    select id from chapters where discipline_id = ${disciplineId} and removed_at is null`;
  const chapterIds = chapters.map(({ id }) => id);
  const plain = plainText(readRichText(text));
  // The index answers `%`, whose threshold is a setting of the transaction.
  return sql.begin('read only', async (tx) => {
    await tx`select set_config('pg_trgm.similarity_threshold', ${String(alike)}, true)`;
    const rows = await tx<{ id: number; text: string; similarity: number }[]>`
      with typed as materialized (select fold(${plain}) as text)
      select q.id, q.text, similarity(q.search_text, (select text from typed))::float8 as similarity
        from questions q
       where q.chapter_id = any(${chapterIds}::int[]) and q.removed_at is null
         and q.search_text % (select text from typed) and q.id <> ${except ?? 0}
       order by similarity desc, q.id limit ${shown}`;
    return [...rows];
  });
}
