import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import type { DatabaseUse } from '#server/db/workloads.ts';

export type Repeating = {
  /** Whether its last round failed, or the one under way does not come to an end. */
  isStandingStill(): boolean;
  stop(): Promise<void>;
};

/** No round of any job takes this long. */
const hangingMilliseconds = 10 * 60_000;

/** A job that every serving process repeats; `S` is what it needs of the services. */
export type RepeatedJob<S = { readonly database: Database }> = {
  /** Whose connections it works with, unless it is content with those of the jobs. */
  readonly use?: DatabaseUse;
  start(services: S, log: FastifyBaseLogger): Repeating;
};

/** Does a piece of work again and again, never twice at once; a failure is logged and the next round tries again. */
export function repeat(everyMs: number, log: FastifyBaseLogger, work: () => Promise<void>): Repeating {
  let stopped = false;
  let failed = false;
  let roundSince: number | undefined;
  let wake = () => {};
  const round = async () => {
    roundSince = performance.now();
    try {
      await work();
      failed = false;
    } catch (error) {
      failed = true;
      log.error({ err: error }, 'a background job failed');
    }
    roundSince = undefined;
  };
  const rounds = (async () => {
    while (!stopped) {
      await round();
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    isStandingStill: () =>
      failed || (roundSince !== undefined && performance.now() - roundSince > hangingMilliseconds),
    stop: () => {
      stopped = true;
      wake();
      return rounds;
    },
  };
}

/** The jobs that repeat in a process, for those who ask whether they go on. */
export type JobWatch = {
  add(jobs: readonly Repeating[]): void;
  isStandingStill(): boolean;
};

export function watchJobs(): JobWatch {
  const watched: Repeating[] = [];
  return {
    add: (jobs) => void watched.push(...jobs),
    isStandingStill: () => watched.some((job) => job.isStandingStill()),
  };
}
