import { type Actor, isOf } from '#domain/access/actor.ts';
import { type FieldProblem, problem, refuseProblems } from '#domain/errors.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { bankIsReadable } from '#server/bank/teaching.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import type { SignedIn } from '#server/http/route.ts';
import { anyOf } from '#server/scopes/conditions.ts';
import { placesInScope } from '#server/scopes/secretary-places.ts';
import { type Viewer, viewerOf } from '#server/scopes/viewer.ts';
import type { ImageKind } from './image-store.ts';
import { isUsedInBank } from './image-use.ts';

type ImageViewer = Pick<SignedIn, 'actor' | 'sitting'>;

/** Every version counts, because the history shows its images. */
const inReadableBank = (sql: Queryable, actor: Actor): Fragment => sql`exists (
  select from (select v.question_id from question_versions v where v.image = f.id
               union all
               select v.question_id from answer_options a join question_versions v on v.id = a.question_version_id
                where a.image = f.id) used
    join questions q on q.id = used.question_id join chapters c on c.id = q.chapter_id
   where ${bankIsReadable(sql, actor, sql`c.discipline_id`)})`;

/**
 * Images of the actor's own begun exams: those of the questions and of the drawn answers.
 * The query starts from the user, who has few exams. An image may be in the exams of a whole year of students.
 */
const inOwnExam = (sql: Queryable, { actor, sitting }: ImageViewer): Fragment => {
  const served = sql`exam_groups g join exams e on e.group_id = g.id join exam_questions q on q.exam_id = e.id`;
  const own = sql`g.user_id = ${actor.userId} and e.started_at is not null
    ${sitting ? sql`and g.id = any(${[...sitting.groupIds]}::int[])` : sql``}`;
  return sql`(
    exists (select from ${served} join question_versions v on v.id = q.question_version_id
             where ${own} and v.image = f.id)
    or exists (select from ${served} join answer_options a on a.question_version_id = q.question_version_id
                  and a.position = any(q.slots)
                where ${own} and a.image = f.id))`;
};

/**
 * Images of finished official exams of students in a secretary's scope, which they read with their questions (RESU-7).
 */
const inReadExam = (sql: Queryable, { actor, assignments }: Viewer): Fragment => {
  const read = sql`exam_questions q join exams e on e.id = q.exam_id and e.finished_at is not null
    join exam_groups g on g.id = e.group_id and g.kind = 'official' and g.user_id <> ${actor.userId}
    join students p on p.id = g.student_id and ${placesInScope(sql, assignments, 'p')}`;
  return sql`(
    exists (select from question_versions v join ${read} on q.question_version_id = v.id where v.image = f.id)
    or exists (select from answer_options a join ${read} on q.question_version_id = a.question_version_id
                  and a.position = any(q.slots)
                where a.image = f.id))`;
};

/**
 * An image is visible to administrators, to its uploader until a question uses it, then to readers of that
 * question, to students who had it in an exam, and to their secretaries once that exam is finished. During an official exam
 * only the images of its own questions are visible (SAFE-16).
 */
async function reasons(sql: Queryable, viewer: ImageViewer): Promise<Fragment[]> {
  const { actor, sitting } = viewer;
  if (sitting) return [inOwnExam(sql, viewer)];
  return [
    ...(isOf(actor, 'admin') ? [sql`true`] : []),
    sql`(f.made_by = ${actor.userId} and not ${isUsedInBank(sql)})`,
    ...(isOf(actor, 'teacher') ? [inReadableBank(sql, actor)] : []),
    ...(isOf(actor, 'secretary') ? [inReadExam(sql, await viewerOf(sql, actor))] : []),
    inOwnExam(sql, viewer),
  ];
}

/** The kinds of the images that the actor may see, by name. */
export async function visibleImages(
  sql: Queryable,
  viewer: ImageViewer,
  names: readonly string[],
): Promise<ReadonlyMap<string, ImageKind>> {
  if (names.length === 0) return new Map();
  const rows = await sql<{ id: string; kind: ImageKind }[]>`
    select f.id, f.kind from files f where f.id = any(${[...names]}::uuid[]) and ${anyOf(sql, await reasons(sql, viewer))}`;
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Refuses a question with images its author may not see or of the wrong kind. */
export async function refuseUnseenImages(
  sql: Queryable,
  actor: Actor,
  content: QuestionContent,
): Promise<void> {
  const used: (readonly [path: string, name: string | null, kind: ImageKind])[] = [
    ['image', content.image, 'question'],
    ...content.answers.map(({ image }, index) => [`answers.${index}.image`, image, 'answer'] as const),
  ];
  const seen = await visibleImages(
    sql,
    { actor, sitting: undefined },
    used.flatMap(([, name]) => name ?? []),
  );
  refuseProblems(
    used.flatMap(([path, name, kind]): FieldProblem[] =>
      name === null || seen.get(name) === kind ? [] : [problem(path, 'validation.reference')],
    ),
  );
}
