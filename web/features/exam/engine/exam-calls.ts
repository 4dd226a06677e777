import type { ResponseOfCall } from '#contract/call.ts';
import type {
  ExamQuestion,
  examBack,
  examFinish,
  examGroup,
  examNext,
  examQuestionAt,
  examReviewMarks,
  examSave,
  fullExam,
  getExamById,
  LoadedExam,
  SaveBody,
} from '#contract/exam-taking.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { call } from '#web/api/client.ts';
import { ApiError } from '#web/base/api-error.ts';
import { signedIn } from '#web/base/sign-in-state.ts';
import type { SendOutcome } from '#web/features/exam/storage/outbox.ts';
import type { UnsentSave } from '#web/features/exam/storage/unsent-save.ts';
import type { ServerTiming } from './exam-clock.ts';

/** A request that hangs is aborted and retried; the save key makes retries idempotent. */
const requestTimeout = 10_000;

/** The exam handles every failure itself. */
const requestOptions = () => ({ handled: 'entirely', signal: AbortSignal.timeout(requestTimeout) }) as const;

/** A response with the remaining time it reports, and when it was requested and received. */
export type TimedResponse<T> = { readonly response: T; readonly timing: ServerTiming | undefined };

async function timed<T>(work: () => Promise<T>): Promise<TimedResponse<T>> {
  const sentAt = performance.now();
  const response = await work();
  const receivedAt = performance.now();
  const remainingSeconds = (response as { remainingSeconds?: number } | undefined)?.remainingSeconds;
  return {
    response,
    timing: remainingSeconds === undefined ? undefined : { remainingSeconds, sentAt, receivedAt },
  };
}

/**
 * Loads a sitting and becomes its writer. Includes all questions where they are shown on one page. An empty response
 * means that the exam has ended (EXAM-5).
 */
export const loadSitting = (
  groupId: number,
  whole: boolean,
): Promise<TimedResponse<LoadedExam | undefined>> =>
  timed<LoadedExam | undefined>(() =>
    whole
      ? call<typeof fullExam>('GET fullExam', { ...requestOptions(), query: { groupId } })
      : call<typeof getExamById>('GET getExamById', { ...requestOptions(), query: { groupId } }),
  );

/** Reads the status of a sitting without becoming its writer. */
export const readSitting = (groupId: number): Promise<TimedResponse<ResponseOfCall<typeof examGroup>>> =>
  timed(() => call<typeof examGroup>('GET examGroups/:id', { ...requestOptions(), params: { id: groupId } }));

/** An exam and the writer token of this page. */
type WritableExam = { readonly examId: number; readonly writer: string };

/** Reads a question without saving anything. */
export const readQuestion = (
  { examId, writer }: WritableExam,
  questionIndex: number,
): Promise<TimedResponse<ExamQuestion | undefined>> =>
  timed(() =>
    call<typeof examQuestionAt>('PUT examQuestion', {
      ...requestOptions(),
      query: { questionIndex },
      body: { examId, prevQuestId: 0, writer },
    }),
  );

const saveBodyOf = (save: UnsentSave, writer: string) => ({
  examId: save.examId,
  prevQuestId: save.questionId,
  currentAnswerChekedIds: save.answers && [...save.answers],
  index: save.index,
  user: save.userId,
  isSkiped: save.skip,
  haveAnyAnswer: save.answered ?? (save.answers?.length ?? 0) > 0,
  clientTime: save.clientTime,
  timeElapsed: save.timeElapsed,
  saveId: save.saveId,
  seq: save.seq,
  writer,
});

/**
 * Sends one save with the current writer token: a tick stays on its question, a skip moves on. A save is sent only by
 * the user who made it; any other user at the computer counts as signed out.
 */
export async function sendSave(save: UnsentSave, writer: string): Promise<TimedResponse<unknown>> {
  if (signedIn()?.actor.userId !== save.userId) throw new ApiError('auth.expired');
  const body = saveBodyOf(save, writer);
  return timed<unknown>(() =>
    save.skip
      ? call<typeof examNext>('PUT examNext', { ...requestOptions(), body })
      : call<typeof examSave>('PUT examSave', { ...requestOptions(), body }),
  );
}

/** How a student moved from one question to another. */
export type Move = 'next' | 'back' | 'jump';

export type MoveReport = {
  readonly move: Move;
  /** The index on screen now; undefined after the last question. */
  readonly to: number | undefined;
  readonly body: SaveBody;
};

/** Reports the question on screen, so that another computer can resume there (EXAM-5, EXAM-9). */
export const reportMove = (report: MoveReport): Promise<TimedResponse<ExamQuestion | undefined>> => {
  const sent = {
    ...requestOptions(),
    query: report.to === undefined ? {} : { questionIndex: report.to },
    body: report.body,
  };
  const calls = {
    next: () => call<typeof examNext>('PUT examNext', sent),
    back: () => call<typeof examBack>('PUT examBack', sent),
    jump: () => call<typeof examQuestionAt>('PUT examQuestion', sent),
  };
  return timed(calls[report.move]);
};

/** Replaces the marks for review as the exam's writer. */
export const sendReviewMarks = (
  { examId, writer }: WritableExam,
  indexes: readonly number[],
  seq: number,
): Promise<unknown> =>
  call<typeof examReviewMarks>('PUT examReviewMarks', {
    ...requestOptions(),
    query: { examId },
    body: { indexes: [...indexes], seq, writer },
  });

/** Ends an exam as its writer. */
export const finishExam = ({ examId, writer }: WritableExam): Promise<unknown> =>
  call<typeof examFinish>('PUT examFinish', { ...requestOptions(), query: { examId }, body: { writer } });

/** The error code of a failure; an aborted request counts as an unreachable server. */
export const codeOf = (failure: unknown): ErrorCode =>
  failure instanceof ApiError ? failure.code : 'server.unavailable';

const lost: readonly ErrorCode[] = ['auth.expired', 'auth.forbidden'];
const tooLate: readonly ErrorCode[] = ['exam.finished', 'exam.late'];
const permanentErrors: readonly ErrorCode[] = [
  'exam.answerImpossible',
  'exam.notRunning',
  'resource.notFound',
  'validation.failed',
  'request.malformed',
];

/** Maps a failed save to its outcome. */
export function outcomeOf(failure: unknown): SendOutcome {
  const code = codeOf(failure);
  if (lost.includes(code)) return { status: 'signedOut' };
  if (tooLate.includes(code)) return { status: 'late' };
  if (code === 'exam.takenOver') return { status: 'takenOver' };
  if (code === 'exam.sitting') return { status: 'sitting' };
  if (code === 'exam.outage') return { status: 'unreachable', isHeld: true };
  return { status: permanentErrors.includes(code) ? 'refused' : 'unreachable' };
}
