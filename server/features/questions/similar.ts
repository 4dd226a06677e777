import type { ResponseOfCall } from '#contract/call.ts';
import type { similarQuestions } from '#contract/questions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { Database } from '#server/db/database.ts';
import { disciplineOfChapter } from './found-question.ts';

/** The similarity above which a teacher should compare two texts: a sentence with a word or two replaced. */
const minSimilarity = 0.45;
const shown = 5;

type SimilarQuery = {
  readonly chapterId: number;
  readonly text: string;
  readonly except?: number | undefined;
};

/** Questions of the same discipline with almost the same text, most similar first. */
export async function similarTo(
  { sql }: Database,
  actor: Actor,
  { chapterId, text, except }: SimilarQuery,
): Promise<ResponseOfCall<typeof similarQuestions>> {
  const disciplineId = await disciplineOfChapter(sql, actor, chapterId);
  const chapters = await sql<{ id: number }[]>`
    select id from chapters where discipline_id = ${disciplineId} and removed_at is null`;
  const chapterIds = chapters.map(({ id }) => id);
  const plain = plainTextOf(text);
  // The index serves `%`, whose threshold is a transaction setting.
  return sql.begin('read only', async (tx) => {
    await tx`select set_config('pg_trgm.similarity_threshold', ${String(minSimilarity)}, true)`;
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
