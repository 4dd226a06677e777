import type { ChapterSupply } from '#domain/custom-exams/bank-demand.ts';
import { type AnswerLimits, canServe } from '#domain/exam-structure/draw.ts';
import type { QuestionKind } from '#domain/question-bank/question-kind.ts';
import type { Queryable } from '#server/db/database.ts';

/** The number of questions of one chapter that can be served in the same ways. */
type Class = {
  readonly chapterId: number;
  readonly correct: number;
  readonly wrong: number;
  readonly incomplete: boolean;
  readonly count: number;
};
type Share = Pick<ChapterSupply, 'chapterId' | 'chapter' | 'questions' | 'percentSimple'> & {
  readonly disciplineId: number;
};

const indices = (count: number) => Array.from({ length: count }, (_, index) => index);

function suppliedBy(classes: readonly Class[], limits: AnswerLimits) {
  const sum = (kinds: readonly QuestionKind[]) =>
    classes
      .filter(({ correct, wrong, incomplete }) => {
        const pool = { id: 0, correct: indices(correct), wrong: indices(wrong), incomplete };
        return kinds.some((kind) => canServe(pool, kind, limits));
      })
      .reduce((all, { count }) => all + count, 0);
  return {
    available: classes.reduce((all, { count }) => all + count, 0),
    simple: sum(['simple']),
    multiple: sum(['multiple']),
    either: sum(['simple', 'multiple']),
  };
}

/** What the chapters of disciplines can serve in an exam, by discipline. Counts only: no question leaves the database. */
export async function selectSupplies(
  sql: Queryable,
  disciplineIds: readonly number[],
  limits: AnswerLimits,
): Promise<ReadonlyMap<number, readonly ChapterSupply[]>> {
  const ids = [...disciplineIds];
  const shares = await sql<Share[]>`
    select s.discipline_id as "disciplineId", s.chapter_id as "chapterId", c.code as chapter, s.questions, s.percent_simple as "percentSimple"
      from chapter_structures s join chapters c on c.id = s.chapter_id and c.removed_at is null
     where s.discipline_id = any(${ids}::int[]) order by s.chapter_id`;
  const classes = await sql<Class[]>`
    select q.chapter_id as "chapterId", bit_count(k.correct::bit(32))::int as correct,
           v.answer_count - bit_count(k.correct::bit(32))::int as wrong, v.incomplete, count(*)::int as count
      from chapter_structures s join chapters c on c.id = s.chapter_id and c.removed_at is null
      join questions q on q.chapter_id = s.chapter_id and q.removed_at is null
      join question_versions v on v.question_id = q.id and v.number = q.version
      join question_keys k on k.question_version_id = v.id
     where s.discipline_id = any(${ids}::int[]) group by 1, 2, 3, 4`;
  const byChapter = new Map<number, Class[]>(shares.map(({ chapterId }) => [chapterId, []]));
  for (const one of classes) byChapter.get(one.chapterId)?.push(one);
  const supplies = new Map<number, ChapterSupply[]>(ids.map((id) => [id, []]));
  for (const { disciplineId, ...share } of shares)
    supplies
      .get(disciplineId)
      ?.push({ ...share, ...suppliedBy(byChapter.get(share.chapterId) ?? [], limits) });
  return supplies;
}
