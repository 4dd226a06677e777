import { randomUUID } from 'node:crypto';
import type { ResponseOfCall } from '#contract/call.ts';
import type { ExamQuestion, examSave, SaveBody } from '#contract/exam-taking.ts';
import { type ErrorCode, Refusal, refuse } from '#domain/errors.ts';
import { storedReport } from '#domain/exam-taking/browser-report.ts';
import { examPositionOf, ticksOf } from '#domain/exam-taking/exam-ids.ts';
import { intendedTicks } from '#domain/exam-taking/save.ts';
import { maxAnswers } from '#domain/question-bank/question-draft.ts';
import { remainingSeconds } from '#server/exams/conditions.ts';
import { type SaveRequest, showNext, showNothing, type WrittenSave } from '#server/exams/save-statement.ts';
import { examQuestionText } from '#server/exams/serving.ts';
import { explainUnapplied } from '#server/exams/unapplied-save.ts';
import { PreserializedResponse } from '#server/http/preserialized-response.ts';
import type { SignedIn } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { readQuestion } from './reading.ts';

/** The stored part of the browser's report. */
function clientOf(body: SaveBody): string | undefined {
  const report = storedReport(body);
  return report && JSON.stringify(report);
}

/** The save requested by a body; undefined when there is none. Refuses ids of other exams. */
function requestOf(
  { actor, signInId, tokenEnds }: SignedIn,
  body: SaveBody,
  to: number,
  arrivedAt: number,
): SaveRequest | undefined {
  const { prevQuestId, examId } = body;
  if (!prevQuestId) return undefined;
  const question = examPositionOf(prevQuestId);
  if (question.examId !== examId) refuse('resource.notFound');
  const skip = body.isSkiped === true;
  const seq = body.seq ?? undefined;
  const ids = body.currentAnswerChekedIds;
  const given = ids ? (ticksOf(prevQuestId, ids, maxAnswers) ?? refuse('exam.answerImpossible')) : undefined;
  return {
    examId,
    userId: actor.userId,
    signInId,
    tokenEnds,
    writer: body.writer ?? undefined,
    position: question.position,
    to: to === previous ? Math.max(1, question.position - 1) : to,
    seq,
    ticks: intendedTicks({ ticks: given, seq, skip }),
    skip,
    saveId: body.saveId ?? randomUUID(),
    arrivedAt,
    client: clientOf(body),
  };
}

/** The question before the saved one. */
const previous = -2;
export const moves = { next: showNext, previous } as const;

/** A failed save may be retried whatever the cause; the cause is logged. */
function notSaved(cause: unknown): never {
  throw Object.assign(new Refusal('server.unavailable', {}), { cause });
}

type Saved = { readonly row: WrittenSave } | { readonly sentBefore: { shown: number | null; seq: number } };

async function saved({ exams, database }: Services, request: SaveRequest): Promise<Saved> {
  await exams.personal.paceSave(request.userId);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const row = await exams.saver.save(request).catch(notSaved);
    // A move repeats the sequence of the last tick, and the statement has seen that tick, so nothing is read
    // again. A save superseded by a concurrent one saw the question before that.
    if (row.outcome === 'applied') return { row };
    if (row.outcome === 'superseded' && row.savedSeq >= (request.seq ?? 0)) return { row };
    const explained = await exams.personal.oneByOne(request.userId, () =>
      explainUnapplied(database.sql, request),
    );
    if (explained.status === 'sentBefore') return { sentBefore: explained };
  }
  return refuse('server.unavailable');
}

type ShownQuestion = ExamQuestion | PreserializedResponse<ExamQuestion> | undefined;

/** The next question as returned by the statement; undefined when there is none. */
async function shownNext({ exams }: Services, examId: number, row: WrittenSave): Promise<ShownQuestion> {
  if (row.versionId === null) return undefined;
  const written = await exams.contents.written(row.versionId);
  return new PreserializedResponse(examQuestionText(examId, row, written, row));
}

/** Why a page whose save is stored is shown no question any more. */
const closedSince: readonly ErrorCode[] = ['exam.finished', 'exam.sitting', 'exam.takenOver'];

type MoveRequest = {
  readonly body: SaveBody;
  readonly questionIndex: number;
  readonly fallbackIndex: number;
};

/** Saves if the body has a save, and returns the question to show; undefined when none is left (EXAM-5). */
export async function saveAndMove(
  services: Services,
  caller: SignedIn,
  { body, questionIndex, fallbackIndex }: MoveRequest,
): Promise<ShownQuestion> {
  const arrivedAt = performance.now();
  const to = questionIndex > 0 ? questionIndex : fallbackIndex;
  const request = requestOf(caller, body, to, arrivedAt);
  const read = (index: number) =>
    readQuestion(services, caller, body.examId, index, body.writer ?? undefined);
  if (!request) return read(questionIndex);
  const result = await saved(services, request);
  if ('row' in result) return shownNext(services, body.examId, result.row);
  const { shown } = result.sentBefore;
  if (shown === null) return undefined;
  return read(shown).catch((error: unknown) => {
    // The save is stored, so an exam that has finished or was taken over since, or another one now, must not look like
    // a refusal. The page is shown nothing of what others ticked.
    if (error instanceof Refusal && closedSince.includes(error.code)) return undefined;
    throw error;
  });
}

/** Saves without moving. */
export async function saveAndStay(
  services: Services,
  caller: SignedIn,
  body: SaveBody,
): Promise<ResponseOfCall<typeof examSave>> {
  const request = requestOf(caller, body, showNothing, performance.now());
  if (!request) refuse('resource.notFound');
  const result = await saved(services, request);
  if ('row' in result) return { seq: result.row.savedSeq, remainingSeconds: result.row.remaining };
  const { sql } = services.database;
  const [exam] = await sql<{ remaining: number }[]>`
    select ${sql.unsafe(remainingSeconds('e'))} as remaining from exams e where e.id = ${request.examId}`;
  return { seq: result.sentBefore.seq, remainingSeconds: exam?.remaining ?? 0 };
}
