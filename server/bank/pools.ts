import type { AnswerLimits, Pool } from '#domain/exam-structure/draw.ts';
import { indicesOf, type KeyBits } from '#domain/question-bank/answer-key.ts';
import type { ProductSettings } from '#domain/settings.ts';
import type { Queryable } from '#server/db/database.ts';

/** The purpose of a draw; exam-only questions are never drawn for a simulation (QUES-9). */
export type DrawPurpose = 'exam' | 'simulation';

/** A question for drawing, with its current version. */
export type BankPool = Pool & { readonly versionId: number };

type Row = {
  readonly id: number;
  readonly versionId: number;
  readonly chapterId: number;
  readonly key: KeyBits;
  readonly answers: number;
  readonly incomplete: boolean;
};

/** Most questions share a handful of keys, so their indices are computed once. */
function indicesByKey() {
  const known = new Map<number, ReturnType<typeof indicesOf>>();
  return (key: KeyBits, count: number) => {
    const name = key * 32 + count;
    const indices = known.get(name) ?? indicesOf(key, count);
    known.set(name, indices);
    return indices;
  };
}

/** The drawable questions by chapter: ids and keys only, in a stable order. */
export async function loadPools(
  sql: Queryable,
  chapterIds: readonly number[],
  purpose: DrawPurpose,
): Promise<ReadonlyMap<number, readonly BankPool[]>> {
  const open = purpose === 'simulation' ? sql`and not q.exam_only and not c.exam_only` : sql``;
  const rows = await sql<Row[]>`
    select q.id, v.id as "versionId", q.chapter_id as "chapterId", k.correct as key, v.answer_count as answers, v.incomplete
      from questions q
      join chapters c on c.id = q.chapter_id and c.removed_at is null
      join question_versions v on v.question_id = q.id and v.number = q.version
      join question_keys k on k.question_version_id = v.id
     where q.chapter_id = any(${[...chapterIds]}::int[]) and q.removed_at is null ${open}
     order by q.id`;
  const indices = indicesByKey();
  const pools = new Map<number, BankPool[]>(chapterIds.map((id) => [id, []]));
  for (const { id, versionId, chapterId, key, answers, incomplete } of rows)
    pools.get(chapterId)?.push({ id, versionId, ...indices(key, answers), incomplete });
  return pools;
}

/** The settings for the number of answers shown. */
export function answerLimits(settings: ProductSettings): AnswerLimits {
  return {
    maxAnswers: settings.questionMaxAnswers,
    minComplex: settings.questionMinComplexAnswers,
    maxComplex: settings.questionMaxComplexAnswers,
  };
}
