import type { Workload } from '#contract/call.ts';

/** Whether people wait for what cannot wait, so that lists and exports yield. */
export type Rush = {
  isRush(): boolean;
  /** Notes a call that arrived; returns what to call when it has ended. */
  note(): () => void;
};

/** The workloads whose calls cannot wait; sign-ins are seen in the threads that check their passwords. */
const urgent: readonly Workload[] = ['exam', 'booking'];
export const isUrgent = (workload: Workload): boolean => urgent.includes(workload);

/** Urgent calls in progress that make a rush. */
const many = 12;
/** How long a rush lasts after its last moment, in milliseconds, so that it does not end between two batches. */
const lastsFor = 500;

/** A rush is when many urgent calls are in progress, or every thread checks passwords. */
export function openRush({ isRush: areManySigningIn }: { isRush(): boolean }): Rush {
  let inProgress = 0;
  let lastMany = Number.NEGATIVE_INFINITY;
  return {
    isRush: () => inProgress >= many || performance.now() - lastMany < lastsFor || areManySigningIn(),
    note: () => {
      inProgress += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        if (inProgress >= many) lastMany = performance.now();
        inProgress -= 1;
      };
    },
  };
}
