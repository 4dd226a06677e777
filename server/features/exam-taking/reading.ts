import type { ExamQuestion } from '#contract/exam-taking.ts';
import { refuse } from '#domain/errors.ts';
import { firstOpen } from '#domain/exam-taking/next-question.ts';
import { isWriter } from '#domain/exam-taking/sitting.ts';
import type { Queryable } from '#server/db/database.ts';
import { remainingSeconds } from '#server/exams/conditions.ts';
import { isLive } from '#server/exams/live-sign-in.ts';
import { selectQuestion, selectQuestions } from '#server/exams/questions.ts';
import { type ExamContext, examQuestion, isSkipped } from '#server/exams/serving.ts';
import { officialSittingsOf } from '#server/exams/sitting.ts';
import type { SignedIn } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';

type FoundExam = ExamContext & {
  readonly signedIn: boolean;
  readonly writer: string;
  readonly writerSignIn: string | null;
  readonly begun: boolean;
  readonly finished: boolean;
};

type RequestedExam = { readonly signedIn: boolean; readonly sat: readonly number[] | null } & (
  | FoundExam
  | { readonly groupId: null }
);

/**
 * The caller's running exam. Checks the sign-in here, since only the token was checked before. Refuses a page that is
 * no longer the writer even when it only reads (EXAM-9).
 */
async function runningExam(
  sql: Queryable,
  { actor: { userId }, signInId, tokenEnds }: SignedIn,
  examId: number,
  writer: string | undefined,
): Promise<ExamContext> {
  const [exam] = await sql<RequestedExam[]>`
    select ${isLive(sql, { userId, signInId, tokenEnds })} as "signedIn", ${officialSittingsOf(sql, sql`${userId}`)} as sat,
           e.started_at is not null as begun, e.finished_at is not null as finished, e.group_id as "groupId",
           e.position as "examIndex", e.questions, e.writer, e.writer_sign_in as "writerSignIn",
           ${sql.unsafe(remainingSeconds('e'))} as remaining
      from (values (1)) here left join exams e on e.id = ${examId} and e.user_id = ${userId}`;
  if (!exam?.signedIn) refuse('auth.expired');
  if (exam.groupId === null) refuse('resource.notFound');
  if (exam.sat && !exam.sat.includes(exam.groupId)) refuse('exam.sitting', { groupId: exam.sat[0] ?? 0 });
  if (exam.finished) refuse('exam.finished');
  if (!exam.begun) refuse('exam.notRunning');
  if (!isWriter(exam, { writer, signInId })) refuse('exam.takenOver');
  return exam;
}

/** The question at an index; 0 means the first open one. */
async function questionAt(sql: Queryable, examId: number, index: number) {
  if (index > 0) return selectQuestion(sql, examId, index);
  const all = await selectQuestions(sql, [examId]);
  const states = all.map((question) => ({
    position: question.position,
    answered: question.ticks !== 0,
    skipped: isSkipped(question),
  }));
  const open = firstOpen(states);
  return all.find(({ position }) => position === open);
}

/** Reads a question of a running exam without saving; undefined when there is none at the index. */
export async function readQuestion(
  { database: { sql }, exams }: Services,
  caller: SignedIn,
  examId: number,
  index: number,
  writer: string | undefined,
): Promise<ExamQuestion | undefined> {
  return exams.personal.oneByOne(caller.actor.userId, async () => {
    const context = await runningExam(sql, caller, examId, writer);
    const question = await questionAt(sql, examId, index);
    if (!question) return undefined;
    const contents = await exams.contents.of([question.versionId]);
    return examQuestion(examId, question, contents.get(question.versionId), context);
  });
}
