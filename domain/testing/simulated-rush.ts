import { type Attempt, type SignInQueue, signInQueue } from '#domain/sign-in/sign-in-queue.ts';
import { retryAfter } from '#domain/sign-in/wait-estimate.ts';

/** A sign-in attempt: when, as whom, from where, and whether the password is right. */
export type Visitor = {
  readonly at: number;
  readonly account: string;
  readonly network: string;
  readonly right: boolean;
  readonly sitting?: boolean;
};

export type Visited = {
  readonly visitor: Visitor;
  /** When the password was checked. */
  readonly servedAt: number;
  /** When the first estimate promised the turn; undefined when none was given. */
  readonly promisedAt: number | undefined;
  readonly retries: number;
};

type Options = {
  readonly processes?: number;
  readonly threads?: number;
  /** How long checking one password takes, in milliseconds. */
  readonly serviceTime?: (random: number) => number;
  readonly patience?: number;
  readonly random: () => number;
  /** Visitors who do not retry when asked to. */
  readonly givesUp?: (visitor: Visitor) => boolean;
};

type QueuedAttempt = Attempt & { readonly trip: SignInAttempt };
type SignInAttempt = { readonly visitor: Visitor; promisedAt: number | undefined; retries: number };

/**
 * Simulates a rush in virtual time: processes with their own queues and shared failure counts, and visitors
 * who retry when asked to, at a random process. Ends when everyone with the right password has signed in.
 */
export function simulateRush(visitors: readonly Visitor[], options: Options): Visited[] {
  const { processes = 2, threads = 1, patience = 18_000, random } = options;
  const serviceTime = options.serviceTime ?? ((chance: number) => 25 + 10 * chance);
  const failures = new Map<string, number>();
  const failedAccounts = new Map<string, Set<string>>();
  const people = new Map<string, Set<string>>();
  const setOf = (sets: Map<string, Set<string>>, name: string) => {
    const found = sets.get(name) ?? new Set<string>();
    sets.set(name, found);
    return found;
  };
  const queues: { queue: SignInQueue<QueuedAttempt>; free: number }[] = Array.from(
    { length: processes },
    () => ({
      queue: signInQueue<QueuedAttempt>(
        { waiting: 2000, ofPair: 8, expected: 10_000 },
        { atOnce: threads, milliseconds: 30 },
      ),
      free: threads,
    }),
  );
  const events: { at: number; run: () => void }[] = [];
  const visited: Visited[] = [];
  let now = 0;
  const isPatient = (visitor: Visitor) => visitor.right && !options.givesUp?.(visitor);
  let outside = visitors.filter(isPatient).length;
  const at = (moment: number, run: () => void) => {
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((events[middle]?.at ?? 0) <= moment) high = middle;
      else low = middle + 1;
    }
    events.splice(low, 0, { at: moment, run });
  };

  const evidenceOf = ({ account, network, sitting = false }: Visitor) => ({
    pair: {
      failures: failures.get(`${network} ${account}`) ?? 0,
      known: setOf(people, network).has(account),
      sitting,
    },
    network: { failed: setOf(failedAccounts, network).size, people: setOf(people, network).size },
  });
  const note = ({ account, network, right }: Visitor) => {
    const pair = `${network} ${account}`;
    failures.set(pair, right ? 0 : (failures.get(pair) ?? 0) + 1);
    if (right) setOf(people, network).add(account);
    if (right) setOf(failedAccounts, network).delete(account);
    else setOf(failedAccounts, network).add(account);
  };

  const respond = (queue: SignInQueue<QueuedAttempt>, attempt: QueuedAttempt, left: boolean) => {
    const evidence = evidenceOf(attempt.trip.visitor);
    const wait = queue.waitOf(attempt, evidence, now);
    if (!left && wait <= patience) return false;
    const seconds = retryAfter(wait);
    attempt.trip.promisedAt ??= now + seconds * 1000;
    attempt.trip.retries += 1;
    queue.leave(attempt);
    queue.expect(attempt, evidence, now + seconds * 1000 + 1000);
    if (!options.givesUp?.(attempt.trip.visitor))
      at(now + seconds * 1000, () => come(attempt.trip, attempt.arrivedAt));
    return true;
  };
  const work = (worker: { queue: SignInQueue<QueuedAttempt>; free: number }) => {
    while (worker.free > 0) {
      const attempt = worker.queue.next(now);
      if (!attempt) return;
      worker.free -= 1;
      at(now + serviceTime(random()), () => {
        const { visitor, promisedAt, retries } = attempt.trip;
        visited.push({ visitor, servedAt: now, promisedAt, retries });
        if (isPatient(visitor)) outside -= 1;
        note(visitor);
        worker.free += 1;
        worker.queue.done(attempt, visitor.right ? 'right' : 'wrong', now);
        work(worker);
      });
    }
  };
  const come = (trip: SignInAttempt, arrivedAt: number) => {
    const worker = queues[Math.floor(random() * processes)];
    if (!worker) throw new Error('no such process');
    const { account, network } = trip.visitor;
    const attempt: QueuedAttempt = { account, network, arrivedAt, trip };
    if (respond(worker.queue, attempt, false)) return;
    const displaced = worker.queue.enter(attempt, evidenceOf(trip.visitor));
    if (displaced) respond(worker.queue, displaced, true);
    at(now + patience, () => {
      if (worker.queue.leave(attempt)) respond(worker.queue, attempt, true);
    });
    work(worker);
  };

  visitors.forEach((visitor, index) => {
    at(visitor.at, () => come({ visitor, promisedAt: undefined, retries: 0 }, visitor.at + index / 1e6));
  });
  for (let event = events.pop(); event && outside > 0; event = events.pop()) {
    now = event.at;
    event.run();
  }
  return visited;
}
