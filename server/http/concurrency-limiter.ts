import { Refusal } from '#domain/errors.ts';

/** Concurrency limits of one kind of work in a process. */
export type ConcurrencyLimits = {
  readonly perPerson: number;
  readonly inAll: number;
  /** The total limit while other work needs the machine more. */
  readonly inRush: number;
  /** How long to wait for a turn before refusing. */
  readonly waitSeconds: number;
  /** The maximum number of waiting callers, in total and per person; others are refused immediately. */
  readonly maxWaiting: number;
  readonly maxWaitingPerPerson: number;
};

/** The id of a person, or the name of a network. */
type Person = number | string;

type Waiting = { readonly person: Person; readonly pass: () => void };

/** Limits concurrent work. */
export type ConcurrencyLimiter = {
  /** Resolves with a function to leave when it is the person's turn; rejects after the wait limit. */
  enter(person: Person): Promise<() => void>;
};

/** When a refused caller should retry. */
const retryAfterSeconds = 5;
export const tooMany = () => new Refusal('request.tooMany', { seconds: retryAfterSeconds });

/**
 * Limits concurrency of costly work. First come, first served, within a limit per person, so one person's hundred
 * lists never delay the others.
 */
export function openConcurrencyLimiter(
  { perPerson, inAll, inRush, waitSeconds, maxWaiting, maxWaitingPerPerson }: ConcurrencyLimits,
  isRush: () => boolean,
): ConcurrencyLimiter {
  const inside = new Map<Person, number>();
  let all = 0;
  let line: Waiting[] = [];

  const mayEnter = (person: Person) =>
    all < (isRush() ? inRush : inAll) && (inside.get(person) ?? 0) < perPerson;
  const enter = (person: Person) => {
    all += 1;
    inside.set(person, (inside.get(person) ?? 0) + 1);
  };
  const leave = (person: Person) => {
    all -= 1;
    const left = (inside.get(person) ?? 1) - 1;
    if (left === 0) inside.delete(person);
    else inside.set(person, left);
    // After a rush several may enter.
    for (const waiting of [...line]) {
      if (all >= (isRush() ? inRush : inAll)) break;
      if (mayEnter(waiting.person)) waiting.pass();
    }
  };
  const leaveOnce = (person: Person) => {
    let isInside = true;
    return () => {
      if (isInside) leave(person);
      isInside = false;
    };
  };

  return {
    enter: (person) => {
      if (mayEnter(person)) {
        enter(person);
        return Promise.resolve(leaveOnce(person));
      }
      const ofPerson = line.filter((waiting) => waiting.person === person).length;
      if (line.length >= maxWaiting || ofPerson >= maxWaitingPerPerson) return Promise.reject(tooMany());
      return new Promise((resolve, reject) => {
        const step = (out: () => void) => {
          clearTimeout(timer);
          line = line.filter((other) => other !== waiting);
          out();
        };
        const waiting: Waiting = {
          person,
          pass: () =>
            step(() => {
              enter(person);
              resolve(leaveOnce(person));
            }),
        };
        const timer = setTimeout(() => step(() => reject(tooMany())), waitSeconds * 1000);
        line.push(waiting);
      });
    },
  };
}
