import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExamResults } from '#contract/exam-results.ts';
import type { LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import type { Ledger } from './ledger.ts';

/** Sits an exam, retries like the browser and records sent and acknowledged saves in the ledger. */
export type Candidate = {
  readonly token: string;
  readonly base: string;
  readonly ledger: Ledger;
  readonly chance: () => number;
  /** Resolves when calls other than saves are allowed. */
  readonly turn: () => Promise<void>;
  /** Whether the run is over and nothing new is sent. */
  readonly over: () => boolean;
  /** Whether the run was aborted and no candidate waits for responses. */
  readonly abandoned: () => boolean;
  /** Whether the office settles this exam, so that its score changes after its end. */
  readonly isSettled?: boolean;
};

type CallResponse = { readonly status: number; readonly body: unknown };
type Shown = {
  readonly id: number;
  readonly position: number;
  readonly answers: number[];
  readonly simple: boolean;
};

/** The response timeout before a retry. */
const timeoutMs = 2000;
/** The longest allowed outage, whatever was killed. */
const maxAwayMs = 100_000;

async function call(
  { token, base }: Candidate,
  method: string,
  path: string,
  body?: object,
): Promise<CallResponse | undefined> {
  try {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const isAway = (response: CallResponse | undefined) => response === undefined || response.status >= 500;
const errorIn = (response: CallResponse) => (response.body as { error?: string } | undefined)?.error ?? '';

/** Retries a call on timeouts and server errors, less often while the server stays away, as the exam page does. */
async function retryUntilAnswered(
  candidate: Candidate,
  method: string,
  path: string,
  body?: object,
): Promise<CallResponse | undefined> {
  const began = performance.now();
  for (let factor = 1; performance.now() - began < maxAwayMs; factor = Math.min(factor * 2, 8)) {
    if (candidate.abandoned()) return undefined;
    await candidate.turn();
    const response = await call(candidate, method, path, body);
    if (!isAway(response)) return response;
    await pause((50 + candidate.chance() * 300) * factor);
  }
  candidate.ledger.wrong(`${method} ${path.split('?')[0]} was not answered in ${maxAwayMs} ms`);
  return undefined;
}

/** One sitting of one candidate, until it finishes or is abandoned. */
export async function sit(
  candidate: Candidate,
  plan: { saves: number; ends: boolean },
): Promise<number | undefined> {
  const { ledger, chance } = candidate;
  const below = (bound: number) => Math.floor(chance() * bound);
  const begun = await retryUntilAnswered(candidate, 'POST', 'prepareExam/');
  if (!begun) return undefined;
  const exam = begun.body as PreparedExam;
  if (begun.status !== 200 || exam.status !== 'Started') {
    ledger.wrong(`the exam did not begin: ${begun.status} ${JSON.stringify(begun.body)}`);
    return undefined;
  }

  /** An ended exam has no writer. */
  let writer: string | undefined;
  let questions: Shown[] = [];
  let loading: Promise<void> | undefined;
  const load = async () => {
    const response = await retryUntilAnswered(candidate, 'GET', `fullExam?groupId=${exam.groupId}`);
    if (response?.status !== 200) return;
    const loaded = response.body as LoadedExam;
    writer = loaded.writer ?? undefined;
    const shown = loaded.fullGroupExams[0]?.questionExams ?? [];
    if (shown.length > 0)
      questions = shown.map((question) => ({
        id: question.id,
        position: question.index,
        answers: question.answerExams.map(({ id }) => id),
        simple: question.answerType === 'simple',
      }));
  };
  /** Concurrent saves that meet another writer share one load of the exam. */
  const becomeWriter = () => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  await becomeWriter();
  if (questions.length === 0) {
    if (candidate.abandoned()) return exam.id;
    ledger.wrong(`exam ${exam.id} has no questions`);
    return undefined;
  }

  let seq = 0;
  let closed = false;
  const save = async (): Promise<void> => {
    const question = questions[below(questions.length)] as Shown;
    const chosen = question.simple
      ? [below(question.answers.length)]
      : question.answers.map((_, index) => index).filter(() => chance() < 0.5);
    seq += 1;
    const attempt = {
      saveId: randomUUID(),
      examId: exam.id,
      position: question.position,
      ticks: chosen.reduce((bits, shownAt) => bits | (1 << shownAt), 0),
      seq,
    };
    ledger.sent(attempt);
    const path = [
      'examSave/',
      'examNext/',
      'examBack/',
      `examQuestion/?questionIndex=${1 + below(questions.length)}`,
    ][below(4)] as string;
    // Some candidates abandon the exam: their browser was closed.
    const patient = chance() >= 0.05;
    const began = performance.now();
    let factor = 1;
    do {
      const response = await call(candidate, 'PUT', path, {
        examId: exam.id,
        prevQuestId: question.id,
        currentAnswerChekedIds: chosen.map((shownAt) => question.answers[shownAt]),
        saveId: attempt.saveId,
        seq: attempt.seq,
        writer,
        clientTime: new Date().toISOString(),
      });
      if (response && (response.status === 200 || response.status === 204)) {
        const reported = (response.body as { seq?: number } | undefined)?.seq;
        if (path === 'examSave/' && (reported ?? 0) < attempt.seq)
          ledger.wrong(`exam ${exam.id}: sequence ${attempt.seq} was acknowledged as ${reported}`);
        ledger.acknowledged(attempt.saveId);
        return;
      }
      if (response && !isAway(response)) {
        const error = errorIn(response);
        if (error === 'exam.takenOver') await becomeWriter();
        else {
          if (!closed || error !== 'exam.finished')
            ledger.wrong(`exam ${exam.id}: a save was refused with ${response.status} ${error}`);
          return;
        }
      } else {
        await pause((50 + chance() * 250) * factor);
        factor = Math.min(factor * 2, 8);
      }
    } while (patient && !candidate.abandoned() && performance.now() - began < maxAwayMs);
    if (patient && !candidate.abandoned())
      ledger.wrong(`exam ${exam.id}: a save was not answered in ${maxAwayMs} ms`);
  };

  // Three in parallel, so they can overtake each other.
  let left = plan.saves;
  const hand = async () => {
    for (; left > 0 && !candidate.over(); left -= 1) {
      await save();
      if (chance() < 0.02) await becomeWriter();
      await pause(20 + chance() * 60);
    }
  };
  await Promise.all([hand(), hand(), hand()]);
  if (!plan.ends) return exam.id;

  // A last save races with the finish: it is stored or refused.
  closed = true;
  const racing = chance() < 0.5 ? save() : undefined;
  const end = () => retryUntilAnswered(candidate, 'PUT', `examFinish/?examId=${exam.id}`, { writer });
  let ended = await end();
  // The response to a load can be lost. Then this page wrongly believes that it is the writer.
  while (ended && errorIn(ended) === 'exam.takenOver') {
    await becomeWriter();
    ended = await end();
  }
  if (ended?.status === 200 && (ended.body as PreparedExam).status === 'Finished') ledger.ended(exam.id);
  else if (ended) ledger.wrong(`exam ${exam.id} did not end: ${ended.status} ${JSON.stringify(ended.body)}`);
  await racing;
  for (let time = 0; time < 2; time += 1) {
    const reported = await retryUntilAnswered(candidate, 'PUT', `examScore/?examId=${exam.id}`);
    if (reported?.status === 200) {
      const { score, grade } = (reported.body as ExamResults).exam;
      if (grade === null) ledger.wrong(`exam ${exam.id} has no grade`);
      else if (!candidate.isSettled) ledger.scored(exam.id, { score, grade });
    } else if (reported) ledger.wrong(`exam ${exam.id} was not scored: ${reported.status}`);
    if (time === 0) await save();
  }
  return undefined;
}
