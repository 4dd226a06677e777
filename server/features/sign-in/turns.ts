import type { Refusal } from '#domain/errors.ts';
import { type Attempt, type Evidence, type Outcome, signInQueue } from '#domain/sign-in/sign-in-queue.ts';
import { isReserved } from '#domain/sign-in/trust.ts';
import { comeBackAfter } from '#domain/sign-in/wait-estimate.ts';

/** Somebody who waits to have a password checked or hashed. */
export type Arrival = Attempt & {
  readonly evidence: Evidence;
  /** When an answer is due, on the process's own clock; what would take longer is sent back at once. */
  readonly answerBy: number;
  /** The refusal that tells to come back after so many seconds. */
  sendBack(seconds: number): Refusal;
  /** Ends the waiting of somebody who has gone away. */
  readonly signal?: AbortSignal | undefined;
};

export type Checked<T> = { readonly value: T; readonly outcome: Outcome };

export type Turns = {
  /** Does the work when it is the arrival's turn, or refuses with the time to come back. */
  take<T>(arrival: Arrival, work: () => Promise<Checked<T>>): Promise<T>;
  /** Refuses, with the time to come back, who would have to wait too long. */
  refuseIfTooLong(arrival: Arrival): void;
  /** Whether somebody waits. */
  isBusy(): boolean;
};

const limits = { waiting: 2000, ofPair: 8, expected: 10_000 } as const;
/**
 * Somebody of the reserve who would wait too long is told so after this, in milliseconds: until then the pace of a rush that
 * has just begun is measured instead of guessed.
 */
const measuring = 5000;
/** How long a place told to come back counts after its time, in milliseconds. */
const slack = 1000;

type Waiting = Arrival & { begin(): Promise<Outcome>; tell(): void };

export type TurnLimits = {
  /** Turns at a time. */
  readonly atOnce: number;
  /** How many of them can be at what takes the time, where that is less: the others wait for it or do what follows. */
  readonly threads?: number;
  /** What a turn takes until it has been measured. */
  readonly milliseconds: number;
};

/** Lets so many pieces of work run at a time, in the order that the rules of the queue give. */
export function openTurns({ atOnce, threads = atOnce, milliseconds }: TurnLimits): Turns {
  const queue = signInQueue<Waiting>(limits, { atOnce: threads, milliseconds });
  let working = 0;

  const serve = async (attempt: Waiting): Promise<void> => {
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

  /** Milliseconds until the turn of an arrival when its answer is due before that. */
  const tooLong = (arrival: Arrival): number | undefined => {
    // Where nobody waits and somebody can be served, no estimate is a reason to send anybody away.
    if (queue.waiting === 0 && working < atOnce) return undefined;
    const now = performance.now();
    const wait = queue.waitOf(arrival, arrival.evidence, now);
    return now + wait > arrival.answerBy ? wait : undefined;
  };

  return {
    isBusy: () => queue.waiting > 0,
    refuseIfTooLong: (arrival) => {
      const wait = tooLong(arrival);
      if (wait !== undefined) throw arrival.sendBack(comeBackAfter(wait));
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
        const attempt: Waiting = {
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
            const seconds = comeBackAfter(queue.waitOf(attempt, evidence, now));
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
