import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** The student's view of a version, without the key. */
export type ShownContent = {
  readonly text: string;
  readonly image: string | null;
  readonly points: number;
  readonly answers: readonly { readonly text: string; readonly image: string | null }[];
};

type WithId<T> = T & { readonly id: number };
type Reference = { readonly referenceTitle: string | null; readonly referencePage: string | null };

const byId = <T>(rows: readonly WithId<T>[]): ReadonlyMap<number, T> =>
  new Map(rows.map(({ id, ...content }) => [id, content as unknown as T]));

/** The student's view of versions by id. This statement never selects a key. */
export async function shownContents(
  sql: Queryable,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, ShownContent>> {
  return byId(
    await sql<WithId<ShownContent>[]>`
      select v.id, v.text, v.image, v.points::float8 as points,
        (select json_agg(json_build_object('text', a.text, 'image', a.image) order by a.position)
           from answer_options a where a.question_version_id = v.id) as answers
        from question_versions v where v.id = any(${[...versionIds]}::int[])`,
  );
}

type FullRow = Omit<ShownContent, 'answers'> & {
  readonly key: number;
  readonly answers: readonly (ShownContent['answers'][number] & Reference)[];
};

async function selectFull(sql: Queryable, which: Fragment): Promise<ReadonlyMap<number, QuestionContent>> {
  const rows = await sql<WithId<FullRow>[]>`
    select v.id, v.text, v.image, v.points::float8 as points, k.correct as key,
      (select json_agg(json_build_object('text', a.text, 'image', a.image,
                'referenceTitle', a.reference_title, 'referencePage', a.reference_page) order by a.position)
         from answer_options a where a.question_version_id = v.id) as answers
      from question_versions v join question_keys k on k.question_version_id = v.id
     where ${which}`;
  return byId(
    rows.map(({ key, answers, ...row }) => ({
      ...row,
      answers: answers.map((answer, index) => ({ ...answer, isCorrect: isCorrectAt(key, index) })),
    })),
  );
}

/** The full content of versions by id, with key and references, for authors. */
export const fullContents = (sql: Queryable, versionIds: readonly number[]) =>
  selectFull(sql, sql`v.id = any(${[...versionIds]}::int[])`);

/** The same of all versions that an exam serves. */
export const fullContentsOf = (sql: Queryable, examId: number) =>
  selectFull(sql, sql`v.id in (select question_version_id from exam_questions where exam_id = ${examId})`);
