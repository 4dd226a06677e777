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

/**
 * Repeats a piece of work, never concurrently; a failure is logged and the next round retries. The signal tells a long
 * round to end because the process stops.
 */
export function repeat(
  everyMs: number,
  log: FastifyBaseLogger,
  work: (stopping: AbortSignal) => Promise<void>,
): RunningJob {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failed = false;
  let roundSince: number | undefined;
  let wake = () => {};
  const round = async () => {
    roundSince = performance.now();
    try {
      await work(signal);
      failed = false;
    } catch (error) {
      if (signal.aborted && error === signal.reason) return;
      failed = true;
      log.error({ err: error }, 'a background job failed');
    }
    roundSince = undefined;
  };
  const rounds = (async () => {
    while (!signal.aborted) {
      await round();
      if (signal.aborted) return;
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
      stopping.abort();
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
