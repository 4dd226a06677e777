import { Refusal } from '#domain/errors.ts';

/** How much of one kind of work a process does at once. */
export type TurnstileLimits = {
  readonly perPerson: number;
  readonly inAll: number;
  /** The same while other work needs the machine more. */
  readonly inRush: number;
  /** Who has not had their turn after this is refused. */
  readonly waitSeconds: number;
  /** More than this do not even wait, in all and of one person. */
  readonly mostWaiting: number;
  readonly mostWaitingOfPerson: number;
};

type Waiting = { readonly person: number; readonly pass: () => void };

/** Lets through only so many at a time. */
export type Turnstile = {
  /** Resolves when it is the person's turn, with what to call when they are done; refuses who would wait too long. */
  enter(person: number): Promise<() => void>;
};

/** When somebody who was refused should try again. */
const againAfterSeconds = 5;
export const tooMany = () => new Refusal('request.tooMany', { seconds: againAfterSeconds });

/**
 * A turnstile in front of costly work. Who came first goes first, except that nobody has more turns at once than their
 * own limit: one person's hundred lists never keep the others waiting.
 */
export function openTurnstile(
  { perPerson, inAll, inRush, waitSeconds, mostWaiting, mostWaitingOfPerson }: TurnstileLimits,
  isRush: () => boolean,
): Turnstile {
  const inside = new Map<number, number>();
  let all = 0;
  let line: Waiting[] = [];

  const mayEnter = (person: number) =>
    all < (isRush() ? inRush : inAll) && (inside.get(person) ?? 0) < perPerson;
  const enter = (person: number) => {
    all += 1;
    inside.set(person, (inside.get(person) ?? 0) + 1);
  };
  const leave = (person: number) => {
    all -= 1;
    const left = (inside.get(person) ?? 1) - 1;
    if (left === 0) inside.delete(person);
    else inside.set(person, left);
    // More than one after a rush.
    for (const waiting of [...line]) if (mayEnter(waiting.person)) waiting.pass();
  };
  const leaveOnce = (person: number) => {
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
      if (line.length >= mostWaiting || ofPerson >= mostWaitingOfPerson) return Promise.reject(tooMany());
      return new Promise((resolve, reject) => {
        const step = (out: () => void) => {
          clearTimeout(impatience);
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
        const impatience = setTimeout(() => step(() => reject(tooMany())), waitSeconds * 1000);
        line.push(waiting);
      });
    },
  };
}
