import type { Refusal } from '#domain/errors.ts';
import { type Attempt, type Evidence, type Outcome, signInQueue } from '#domain/sign-in/sign-in-queue.ts';
import { isReserved } from '#domain/sign-in/trust.ts';
import { retryAfter } from '#domain/sign-in/wait-estimate.ts';

/** A queued password check or hash. */
export type Arrival = Attempt & {
  readonly evidence: Evidence;
  /** When the response is due, on the process's own clock; an arrival that would wait longer is refused immediately. */
  readonly answerBy: number;
  /** The refusal that asks the client to retry after the given seconds. */
  sendBack(seconds: number): Refusal;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
};

export type Checked<T> = { readonly value: T; readonly outcome: Outcome };

export type Turns = {
  /** Runs the work when it is the arrival's turn, or refuses with a retry time. */
  take<T>(arrival: Arrival, work: () => Promise<Checked<T>>): Promise<T>;
  /** Refuses an arrival that would wait too long, with a retry time. */
  refuseIfTooLong(arrival: Arrival): void;
  /** Whether arrivals are queued. */
  isBusy(): boolean;
};

const limits = { waiting: 2000, ofPair: 8, expected: 10_000 } as const;
/**
 * How long an arrival of the reserve waits before it is refused for a long queue, in milliseconds. Until then the
 * pace of a rush that has just begun is measured, not guessed: its first seconds are half as fast as the rest.
 */
const measuring = 9000;
/** How long a retry time stays reserved after it has passed, in milliseconds. */
const slack = 1000;

type QueuedAttempt = Arrival & { begin(): Promise<Outcome>; tell(): void };

export type TurnLimits = {
  /** Concurrent turns. */
  readonly atOnce: number;
  /**
   * How many turns can do the slow part concurrently, if fewer; the others wait for it or do the rest of their work.
   */
  readonly threads?: number;
  /** The assumed duration of a turn until it has been measured. */
  readonly milliseconds: number;
  /** Whether many exams need the machine now. */
  readonly isPressed?: () => boolean;
};

/** Limits concurrent work and runs it in the order of the sign-in queue. */
export function openTurns({ atOnce, threads = atOnce, ...work }: TurnLimits): Turns {
  const queue = signInQueue<QueuedAttempt>(limits, { ...work, atOnce: threads });
  let working = 0;

  const serve = async (attempt: QueuedAttempt): Promise<void> => {
    working += 1;
    const outcome = await attempt.begin();
    working -= 1;
    queue.done(attempt, outcome, performance.now());
    serveNext();
  };
  let pause: NodeJS.Timeout | undefined;
  const serveNext = () => {
    clearTimeout(pause);
    while (working < atOnce) {
      const attempt = queue.next(performance.now());
      if (!attempt) break;
      void serve(attempt);
    }
    const { pausedUntil } = queue;
    if (working < atOnce && pausedUntil !== undefined)
      pause = setTimeout(serveNext, Math.max(1, pausedUntil - performance.now())).unref();
  };

  /** Milliseconds until the arrival's turn if that is after its response is due; otherwise undefined. */
  const tooLong = (arrival: Arrival): number | undefined => {
    // With an empty queue and a free turn, never refuse because of an estimate.
    if (queue.waiting === 0 && working < atOnce) return undefined;
    const now = performance.now();
    const wait = queue.waitOf(arrival, arrival.evidence, now);
    return now + wait > arrival.answerBy ? wait : undefined;
  };

  return {
    isBusy: () => queue.waiting > 0,
    refuseIfTooLong: (arrival) => {
      const wait = tooLong(arrival);
      if (wait !== undefined) throw arrival.sendBack(retryAfter(wait));
    },
    take: (arrival, work) =>
      new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const { evidence, answerBy, signal } = arrival;
        const goAway = () => {
          if (queue.leave(attempt)) end(() => reject(arrival.sendBack(1)));
        };
        const end = (answer: () => void) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', goAway);
          answer();
        };
        const attempt: QueuedAttempt = {
          ...arrival,
          begin: async () => {
            try {
              const { value, outcome } = await work();
              end(() => resolve(value));
              return outcome;
            } catch (error) {
              end(() => reject(error));
              return 'unknown';
            }
          },
          tell: () => {
            const now = performance.now();
            const seconds = retryAfter(queue.waitOf(attempt, evidence, now));
            queue.expect(attempt, evidence, now + seconds * 1000 + slack);
            end(() => reject(arrival.sendBack(seconds)));
          },
        };

        const isPatient = isReserved(evidence.pair, evidence.network);
        if (!isPatient && tooLong(attempt) !== undefined) return attempt.tell();
        queue.enter(attempt, evidence)?.tell();
        const leave = () => {
          if (queue.leave(attempt)) attempt.tell();
        };
        const waitUntilDue = () => {
          if (Number.isFinite(answerBy)) timer = setTimeout(leave, answerBy - performance.now());
        };
        if (tooLong(attempt) === undefined) waitUntilDue();
        else {
          timer = setTimeout(
            () => (tooLong(attempt) === undefined ? waitUntilDue() : leave()),
            Math.min(measuring, answerBy - performance.now()),
          );
        }
        signal?.addEventListener('abort', goAway);
        if (signal?.aborted) goAway();
        serveNext();
      }),
  };
}
