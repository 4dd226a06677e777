import { refuse } from '#domain/errors.ts';
import { isWriter, type RequestSender } from '#domain/exam-taking/sitting.ts';
import type { Queryable } from '#server/db/database.ts';

/** The positions an exam's student marked for review, and the sequence of the set. */
export type ReviewMarks = { readonly positions: readonly number[]; readonly seq: number };

export async function selectReviewMarks(sql: Queryable, examId: number): Promise<ReviewMarks> {
  const [marks] = await sql<ReviewMarks[]>`
    select positions, seq from exam_review_marks where exam_id = ${examId}`;
  return marks ?? { positions: [], seq: 0 };
}

type Exam = {
  readonly begun: boolean;
  readonly finished: boolean;
  readonly questions: number;
  readonly writer: string;
  readonly writerSignIn: string | null;
};

/** Replaces the marks of a running exam as its writer, unless a newer set is stored (EXAM-20). Locks no row of the exam. */
export async function storeReviewMarks(
  sql: Queryable,
  exam: { readonly id: number; readonly userId: number },
  sender: RequestSender,
  { positions, seq }: ReviewMarks,
): Promise<undefined> {
  const [found] = await sql<Exam[]>`
    select started_at is not null as begun, finished_at is not null as finished, questions, writer,
           writer_sign_in as "writerSignIn"
      from exams where id = ${exam.id} and user_id = ${exam.userId}`;
  if (!found) refuse('resource.notFound');
  if (found.finished) refuse('exam.finished');
  if (!found.begun) refuse('exam.notRunning');
  if (!isWriter(found, sender)) refuse('exam.takenOver');
  const marked = [...new Set(positions)].filter((position) => position <= found.questions);
  await sql`
    insert into exam_review_marks (exam_id, positions, seq) values (${exam.id}, ${marked}::smallint[], ${seq})
    on conflict (exam_id) do update set positions = excluded.positions, seq = excluded.seq
     where exam_review_marks.seq < excluded.seq`;
  return undefined;
}
