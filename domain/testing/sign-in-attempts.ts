import type { Attempt, Evidence, signInQueue } from '#domain/sign-in/sign-in-queue.ts';

/** A pair and a network without any failure. */
export const clean: Evidence = {
  pair: { failures: 0, known: false, sitting: false },
  network: { failed: 0, people: 0 },
};
export const pair = (more: Partial<Evidence['pair']>): Evidence => ({
  ...clean,
  pair: { ...clean.pair, ...more },
});
/** Before any measurement, one turn every ten milliseconds is expected. */
export const work = { atOnce: 1.3, milliseconds: 10 };
export const limits = { waiting: 1000, ofPair: 8, expected: 1000 };

let clock = 0;
export const attempt = (account: string, network = '10.0.0.1', arrivedAt = ++clock): Attempt => ({
  account,
  network,
  arrivedAt,
});
export const accountsInOrder = (queue: ReturnType<typeof signInQueue>) => {
  const order: string[] = [];
  for (let next = queue.next(0); next; next = queue.next(0)) {
    order.push(next.account);
    queue.done(next, 'unknown', 0);
  }
  return order;
};
