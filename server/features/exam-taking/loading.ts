import type { ResponseOfCall } from '#contract/call.ts';
import type { examGroup, LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import { refuse } from '#domain/errors.ts';
import { examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import { firstOpen } from '#domain/exam-taking/next-question.ts';
import { seqFloor } from '#domain/exam-taking/save.ts';
import { currentExam } from '#domain/exam-taking/sitting.ts';
import { takeOver } from '#server/exams/beginning.ts';
import { finishExam } from '#server/exams/finishing.ts';
import { lastShown, selectQuestions } from '#server/exams/questions.ts';
import { selectReviewMarks } from '#server/exams/review-marks.ts';
import { examQuestion, isSkipped } from '#server/exams/serving.ts';
import { preparedExamOf, type Sitting, selectSittings, statusOfExam } from '#server/exams/sitting.ts';
import type { SignedIn } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';

type Questions = Awaited<ReturnType<typeof selectQuestions>>;

/** The exams of a sitting with their questions; finished exams omit theirs until the results. */
async function withQuestions(
  { exams }: Services,
  sitting: Sitting,
  questions: Questions,
): Promise<LoadedExam['fullGroupExams']> {
  const contents = await exams.contents.of(questions.map(({ versionId }) => versionId));
  return sitting.exams.map((exam) => ({
    id: exam.id,
    index: exam.position,
    name: exam.name,
    status: statusOfExam(sitting, exam),
    questionDisplayCount: exam.questions,
    questionExams: questions
      .filter((question) => question.examId === exam.id && !exam.finished)
      .map((question) =>
        examQuestion(exam.id, question, contents.get(question.versionId), {
          ...exam,
          groupId: sitting.groupId,
          examIndex: exam.position,
        }),
      ),
  }));
}

async function ownSitting(
  { database: { sql } }: Services,
  { actor }: SignedIn,
  groupId: number,
): Promise<Sitting> {
  const [sitting] = await selectSittings(sql, sql`g.id = ${groupId} and g.user_id = ${actor.userId}`);
  if (!sitting) refuse('resource.notFound');
  if (!sitting.begun) refuse('exam.notRunning');
  return sitting;
}

/** Loads the caller's sitting and becomes its writer while it runs (EXAM-9). */
export async function loadExam(
  services: Services,
  caller: SignedIn,
  groupId: number,
  whole: boolean,
): Promise<LoadedExam> {
  const { sql } = services.database;
  await ownSitting(services, caller, groupId);
  await services.exams.personal.paceLoad(caller.actor.userId);
  const taken = await takeOver(sql, groupId, { userId: caller.actor.userId, signInId: caller.signInId });
  const sitting = await ownSitting(services, caller, groupId);
  const current = currentExam(sitting.exams);
  if (!current) throw new Error(`sitting ${groupId} has no exam`);
  const [questions, last, review] = await Promise.all([
    selectQuestions(sql, whole ? sitting.exams.map(({ id }) => id) : [current.id]),
    lastShown(sql, current.id),
    selectReviewMarks(sql, current.id),
  ]);
  const states = questions
    .filter(({ examId }) => examId === current.id)
    .map((question) => ({
      id: examQuestionId({ examId: current.id, position: question.position }),
      index: question.position,
      haveAnyAnswer: question.ticks !== 0,
      isSkiped: isSkipped(question),
      isForReview: review.positions.includes(question.position),
      seq: question.seq,
    }));
  const open = states.map(({ index, haveAnyAnswer, isSkiped }) => ({
    position: index,
    answered: haveAnyAnswer,
    skipped: isSkiped,
  }));
  // Another page may have loaded it since and become the writer; this page learns so from its first save.
  const own = taken.find(({ id }) => id === current.id);
  return {
    ...preparedExamOf(sitting, taken, current),
    scoringMode: current.scoringMode,
    seat: sitting.seat,
    seqFloor: seqFloor(own?.takeovers ?? 0),
    reviewSeq: review.seq,
    lastIndex: last ?? firstOpen(open),
    questions: states,
    fullGroupExams: whole ? await withQuestions(services, sitting, questions) : [],
  };
}

/** The current state of the caller's sitting, without taking it over. */
export async function currentSitting(
  services: Services,
  caller: SignedIn,
  groupId: number,
): Promise<ResponseOfCall<typeof examGroup>> {
  const sitting = await ownSitting(services, caller, groupId);
  const current = currentExam(sitting.exams);
  if (!current) throw new Error(`sitting ${groupId} has no exam`);
  return { ...preparedExamOf(sitting, [], current), scoringMode: current.scoringMode };
}

/** Finishes the caller's exam as its writer; idempotent (EXAM-7, SAFE-3). */
export async function finish(
  services: Services,
  caller: SignedIn,
  examId: number,
  writer: string | undefined,
): Promise<PreparedExam> {
  const { sql } = services.database;
  // Saves that reached this process before the finish must be committed first, also those that still wait for their pace.
  await services.exams.personal.paceSave(caller.actor.userId);
  await services.exams.saver.settled(examId);
  await finishExam(services.database, examId, caller.actor.userId, { writer, signInId: caller.signInId });
  const [sitting] = await selectSittings(
    sql,
    sql`g.user_id = ${caller.actor.userId} and g.id = (select group_id from exams where id = ${examId})`,
  );
  const exam = sitting?.exams.find(({ id }) => id === examId);
  if (!sitting || !exam) refuse('resource.notFound');
  if (!exam.finished) refuse('exam.notRunning');
  return preparedExamOf(sitting, [], exam);
}
