import type { Workload } from '#contract/call.ts';

/** Whether many urgent calls are in progress, so that lists and exports yield. */
export type Rush = {
  isRush(): boolean;
  /** Whether urgent calls arrive at a high rate, so that other work leaves them room. */
  areExamsBusy(): boolean;
  /** Notes a call that arrived; returns what to call when it has ended. */
  note(): () => void;
};

/** What other work yields to. */
export type Pressure = Pick<Rush, 'isRush' | 'areExamsBusy'>;

/** Multiples of the duration of work, and the most that one pause lasts. */
type Pauses = { readonly rush: number; readonly busy: number; readonly maxMilliseconds: number };

/** How long to pause after work that took so many milliseconds; zero when nobody needs the machine. */
export function pauseAfter({ isRush, areExamsBusy }: Pressure, pauses: Pauses, took: number): number {
  const times = isRush() ? pauses.rush : areExamsBusy() ? pauses.busy : 0;
  return Math.min(pauses.maxMilliseconds, took * times);
}

/** The workloads whose calls cannot wait; sign-ins are seen in the threads that check their passwords. */
const urgent: readonly Workload[] = ['exam', 'booking'];
export const isUrgent = (workload: Workload): boolean => urgent.includes(workload);

/** How many urgent calls in progress are a rush. */
const rushThreshold = 12;
/** Urgent calls per second that keep a process busy, averaged over the last seconds: an exam of several hundred. */
const busyRate = 20;
const averageMilliseconds = 2000;
/** How long a rush is held after it ends, so that it does not stop between two batches. */
const holdMilliseconds = 500;

/** A rush is when many urgent calls are in progress, or every thread checks passwords. */
export function openRush({ isRush: areManySigningIn }: { isRush(): boolean }): Rush {
  let inProgress = 0;
  let lastRushAt = Number.NEGATIVE_INFINITY;
  /** The calls of the last seconds, older ones counting less and less. */
  let recent = 0;
  let recentAt = 0;
  const recentNow = (now: number) => recent * Math.exp((recentAt - now) / averageMilliseconds);
  const areManyInProgress = () =>
    inProgress >= rushThreshold || performance.now() - lastRushAt < holdMilliseconds;
  return {
    isRush: () => areManyInProgress() || areManySigningIn(),
    areExamsBusy: () =>
      areManyInProgress() || recentNow(performance.now()) >= (busyRate * averageMilliseconds) / 1000,
    note: () => {
      inProgress += 1;
      const now = performance.now();
      recent = recentNow(now) + 1;
      recentAt = now;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        if (inProgress >= rushThreshold) lastRushAt = performance.now();
        inProgress -= 1;
      };
    },
  };
}
