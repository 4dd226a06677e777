import { Refusal } from '#domain/errors.ts';

/** Concurrency limits of one kind of work in a process. */
export type ConcurrencyLimits = {
  readonly perPerson: number;
  readonly total: number;
  /** The total limit while other work needs the machine more. */
  readonly totalInRush: number;
  /** How long to wait for a turn before refusing. */
  readonly waitSeconds: number;
  /** The maximum number of waiting callers, in total and per person; others are refused immediately. */
  readonly maxWaiting: number;
  readonly maxWaitingPerPerson: number;
};

/** The id of a person, or the name of a network. */
type Person = number | string;

type Waiter = { readonly pass: () => void };

/** Limits concurrent work. */
export type ConcurrencyLimiter = {
  /** Resolves with a function to leave when it is the person's turn; rejects after the wait limit. */
  enter(person: Person): Promise<() => void>;
};

/** When a refused caller should retry. */
const retryAfterSeconds = 5;
export const tooMany = () => new Refusal('request.tooMany', { seconds: retryAfterSeconds });

/**
 * Limits concurrency of costly work. People take turns in the order they come, within a limit per person, so one
 * person's hundred lists never delay the others. Entering and leaving take the same time however many wait.
 */
export function openConcurrencyLimiter(
  { perPerson, total, totalInRush, waitSeconds, maxWaiting, maxWaitingPerPerson }: ConcurrencyLimits,
  isRush: () => boolean,
): ConcurrencyLimiter {
  const inside = new Map<Person, number>();
  let all = 0;
  const lines = new Map<Person, Set<Waiter>>();
  let allWaiting = 0;
  /** Who waits and is below the limit per person, in the order of their turns. */
  const next = new Set<Person>();

  const hasRoom = () => all < (isRush() ? totalInRush : total);
  const isBelowLimit = (person: Person) => (inside.get(person) ?? 0) < perPerson;

  const begin = (person: Person): (() => void) => {
    all += 1;
    inside.set(person, (inside.get(person) ?? 0) + 1);
    let isInside = true;
    return () => {
      if (isInside) leave(person);
      isInside = false;
    };
  };
  const leave = (person: Person) => {
    all -= 1;
    const left = (inside.get(person) ?? 1) - 1;
    if (left === 0) inside.delete(person);
    else inside.set(person, left);
    takeTurn(person);
    admit();
  };
  const takeTurn = (person: Person) => {
    if (lines.has(person) && isBelowLimit(person)) next.add(person);
  };
  /** After a rush several may enter. */
  const admit = () => {
    for (const person of next) {
      if (!hasRoom()) return;
      const [first] = lines.get(person) ?? [];
      next.delete(person);
      first?.pass();
      takeTurn(person);
    }
  };
  const joinLine = (person: Person, waiting: Waiter) => {
    const line = lines.get(person) ?? new Set<Waiter>();
    lines.set(person, line.add(waiting));
    allWaiting += 1;
    takeTurn(person);
  };
  const leaveLine = (person: Person, waiting: Waiter) => {
    const line = lines.get(person);
    if (!line?.delete(waiting)) return;
    allWaiting -= 1;
    if (line.size > 0) return;
    lines.delete(person);
    next.delete(person);
  };

  return {
    enter: (person) => {
      admit();
      if (hasRoom() && isBelowLimit(person)) return Promise.resolve(begin(person));
      const waitingOfPerson = lines.get(person)?.size ?? 0;
      if (allWaiting >= maxWaiting || waitingOfPerson >= maxWaitingPerPerson)
        return Promise.reject(tooMany());
      return new Promise((resolve, reject) => {
        const waiting: Waiter = {
          pass: () => {
            clearTimeout(timer);
            leaveLine(person, waiting);
            resolve(begin(person));
          },
        };
        const timer = setTimeout(() => {
          leaveLine(person, waiting);
          reject(tooMany());
        }, waitSeconds * 1000);
        joinLine(person, waiting);
      });
    },
  };
}
