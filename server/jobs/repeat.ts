import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import type { DatabaseUse } from '#server/db/workloads.ts';

export type RunningJob = {
  /** Whether its last round failed, or the current one hangs. */
  isStalled(): boolean;
  stop(): Promise<void>;
};

/** Longer than any round of any job. */
const hangingMilliseconds = 10 * 60_000;

/** A job that every serving process repeats; `S` is the services it needs. */
export type RepeatedJob<S = { readonly database: Database }> = {
  /** The workload whose connections it uses; by default that of jobs. */
  readonly use?: DatabaseUse;
  start(services: S, log: FastifyBaseLogger): RunningJob;
};

/** Repeats a piece of work, never concurrently; a failure is logged and the next round retries. */
export function repeat(everyMs: number, log: FastifyBaseLogger, work: () => Promise<void>): RunningJob {
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
    isStalled: () =>
      failed || (roundSince !== undefined && performance.now() - roundSince > hangingMilliseconds),
    stop: () => {
      stopped = true;
      wake();
      return rounds;
    },
  };
}

/** The repeating jobs of a process, to report stalled ones. */
export type JobWatch = {
  add(jobs: readonly RunningJob[]): void;
  isStalled(): boolean;
};

export function watchJobs(): JobWatch {
  const watched: RunningJob[] = [];
  return {
    add: (jobs) => void watched.push(...jobs),
    isStalled: () => watched.some((job) => job.isStalled()),
  };
}
