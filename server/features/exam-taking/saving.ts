import { randomUUID } from 'node:crypto';
import type { AnswerOfCall } from '#contract/call.ts';
import type { ExamQuestion, examSave, SaveBody } from '#contract/exams.ts';
import { refuse } from '#domain/errors.ts';
import { questionPlace, ticksOf } from '#domain/exam-taking/exam-ids.ts';
import { firstOpen } from '#domain/exam-taking/next-question.ts';
import { meantTicks } from '#domain/exam-taking/save.ts';
import { mostAnswers } from '#domain/question-bank/question-draft.ts';
import { selectQuestions } from '#server/exams/questions.ts';
import { goOn, type SaveRequest, type SaveRow, stay } from '#server/exams/save-statement.ts';
import { examQuestion, isSkipped, type StoredQuestion } from '#server/exams/serving.ts';
import { explainUnapplied } from '#server/exams/unapplied-save.ts';
import type { SignedIn } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';

/** What the browser said of itself, if it said anything and not too much. */
function clientOf({ user, clientTime, timeElapsed }: SaveBody): string | undefined {
  if (user === undefined && clientTime === undefined && timeElapsed === undefined) return undefined;
  const times = { clientTime, timeElapsed };
  try {
    const said = JSON.stringify({ user, ...times });
    if (said.length <= 1000) return said;
  } catch {
    // Nested too deep to be written down.
  }
  return JSON.stringify(times);
}

/** The save a body asks for; undefined when it saves nothing. Ids that are not of this exam are refused. */
function requestOf(
  { actor, signInId }: SignedIn,
  body: SaveBody,
  to: number,
  arrivedAt: number,
): SaveRequest | undefined {
  const { prevQuestId, examId } = body;
  if (!prevQuestId) return undefined;
  const place = questionPlace(prevQuestId);
  if (place.examId !== examId) refuse('resource.notFound');
  const skip = body.isSkiped === true;
  const seq = body.seq ?? undefined;
  const ids = body.currentAnswerChekedIds;
  const given = ids ? (ticksOf(prevQuestId, ids, mostAnswers) ?? refuse('exam.answerImpossible')) : undefined;
  return {
    examId,
    userId: actor.userId,
    signInId,
    writer: body.writer ?? undefined,
    position: place.position,
    to: to === before ? Math.max(1, place.position - 1) : to,
    seq,
    ticks: meantTicks({ ticks: given, seq, skip }),
    skip,
    saveId: body.saveId ?? randomUUID(),
    arrivedAt,
    client: clientOf(body),
  };
}

/** The question before the saved one. */
const before = -2;
export const moves = { goOn, before } as const;

type Saved = { readonly row: SaveRow } | { readonly before: { shown: number | null; seq: number } };

async function saved({ exams, database }: Services, request: SaveRequest): Promise<Saved> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const row = await exams.saver.save(request).catch(() => refuse('server.unavailable'));
    if (row.outcome !== 'other') return { row };
    const explained = await explainUnapplied(database.sql, request);
    if (explained.is === 'sentBefore') return { before: explained };
  }
  return refuse('server.unavailable');
}

type Read = StoredQuestion & {
  readonly groupId: number;
  readonly examIndex: number;
  readonly questions: number;
  readonly remaining: number;
};

/** Reads a question of a running exam without saving; index 0 means the first open one. */
async function readQuestion(
  { database: { sql }, exams }: Services,
  { actor, signInId }: SignedIn,
  examId: number,
  index: number,
): Promise<ExamQuestion | undefined> {
  const [exam] = await sql<
    {
      signedIn: boolean;
      begun: boolean;
      finished: boolean;
      groupId: number;
      examIndex: number;
      questions: number;
      remaining: number;
    }[]
  >`
    select exists (select from sign_ins i where i.id = ${signInId} and i.user_id = ${actor.userId}
                      and i.revoked_at is null and i.expires_at > now()) as "signedIn",
           e.started_at is not null as begun, e.finished_at is not null as finished, e.group_id as "groupId",
           e.position as "examIndex", e.questions,
           greatest(0, round(extract(epoch from e.deadline - now())))::int as remaining
      from exams e where e.id = ${examId} and e.user_id = ${actor.userId}`;
  if (exam && !exam.signedIn) refuse('auth.expired');
  if (!exam) {
    const [alive] = await sql`
      select from sign_ins i where i.id = ${signInId} and i.revoked_at is null and i.expires_at > now()`;
    refuse(alive ? 'resource.notFound' : 'auth.expired');
  }
  if (exam.finished) refuse('exam.finished');
  if (!exam.begun) refuse('exam.notRunning');
  const all = await selectQuestions(sql, [examId]);
  const position =
    index > 0
      ? index
      : firstOpen(
          all.map((question) => ({
            position: question.position,
            answered: question.ticks !== 0,
            skipped: isSkipped(question),
          })),
        );
  const question = all.find((one) => one.position === position);
  if (!question) return undefined;
  const contents = await exams.contents.of([question.versionId]);
  return examQuestion(question, contents.get(question.versionId), around(examId, exam));
}

const around = (
  id: number,
  {
    groupId,
    examIndex,
    questions,
    remaining,
  }: Pick<Read, 'groupId' | 'examIndex' | 'questions' | 'remaining'>,
) => ({
  remainingSeconds: remaining,
  exam: { id, groupId, index: examIndex, questionDisplayCount: questions },
});

/** The next question as the statement returned it; undefined when there is none. */
async function shownNext(
  { exams }: Services,
  examId: number,
  row: SaveRow,
): Promise<ExamQuestion | undefined> {
  const { shown, versionId } = row;
  if (shown === null || versionId === null) return undefined;
  const content = exams.contents.known(versionId) ?? (await exams.contents.of([versionId])).get(versionId);
  return examQuestion(
    { ...(row as unknown as StoredQuestion), position: shown },
    content,
    around(examId, row as unknown as Read),
  );
}

type Moving = { readonly body: SaveBody; readonly questionIndex: number; readonly otherwise: number };

/** Saves, if there is something to save, and answers the question to show; undefined when none is left (EXAM-5). */
export async function saveAndMove(
  services: Services,
  caller: SignedIn,
  { body, questionIndex, otherwise }: Moving,
): Promise<ExamQuestion | undefined> {
  const arrivedAt = performance.now();
  const to = questionIndex > 0 ? questionIndex : otherwise;
  const request = requestOf(caller, body, to, arrivedAt);
  if (!request) return readQuestion(services, caller, body.examId, questionIndex);
  const result = await saved(services, request);
  if ('row' in result) return shownNext(services, body.examId, result.row);
  const { shown } = result.before;
  return shown === null ? undefined : readQuestion(services, caller, body.examId, shown);
}

/** Saves and stays. */
export async function saveAndStay(
  services: Services,
  caller: SignedIn,
  body: SaveBody,
): Promise<AnswerOfCall<typeof examSave>> {
  const request = requestOf(caller, body, stay, performance.now());
  if (!request) refuse('resource.notFound');
  const result = await saved(services, request);
  if ('row' in result) return { seq: result.row.savedSeq ?? 0, remainingSeconds: result.row.remaining ?? 0 };
  const [exam] = await services.database.sql<{ remaining: number }[]>`
    select greatest(0, round(extract(epoch from deadline - now())))::int as remaining from exams where id = ${request.examId}`;
  return { seq: result.before.seq, remainingSeconds: exam?.remaining ?? 0 };
}
