import { setTimeout as wait } from 'node:timers/promises';
import { refuse } from '#domain/errors.ts';
import { type Failures, maxDelayed, responseDelay, throttledAfter } from '#domain/sign-in/pace.ts';

export type ResponseDelays = {
  /** Refuses a wrong password with a delay that grows with the failures, measured from its arrival. */
  refuse(email: string, arrivedAt: number, failures: Failures, sitsHere: boolean): Promise<never>;
};

const waitUntil = (milliseconds: number, arrivedAt: number) =>
  wait(Math.max(0, arrivedAt + milliseconds - performance.now())).then(() => {});

/** Delays responses without holding more connections than the server can spare. */
export function delayResponses(
  holdBack: (milliseconds: number, arrivedAt: number) => Promise<void> = waitUntil,
): ResponseDelays {
  const pending = new Map<string, number>();
  let total = 0;

  return {
    refuse: async (email, arrivedAt, failures, sitsHere) => {
      const delay = responseDelay(failures, sitsHere);
      const key = email.toLowerCase();
      const ofAccount = pending.get(key) ?? 0;
      if (!sitsHere && (ofAccount >= maxDelayed.perAccount || total >= maxDelayed.altogether)) {
        await holdBack(throttledAfter, arrivedAt);
        refuse('auth.throttled', { seconds: Math.ceil(delay / 1000) });
      }
      pending.set(key, ofAccount + 1);
      total += 1;
      try {
        await holdBack(delay, arrivedAt);
      } finally {
        total -= 1;
        const left = (pending.get(key) ?? 1) - 1;
        if (left > 0) pending.set(key, left);
        else pending.delete(key);
      }
      refuse('auth.wrongCredentials');
    },
  };
}
