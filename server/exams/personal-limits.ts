import { Refusal } from '#domain/errors.ts';
import { inSequencePerKey } from '#server/concurrency.ts';
import { openPace, type Pace } from './pace.ts';

/** Unanswered saves of one person in a process; a page has at most three. */
export const maxUnanswered = 16;

/**
 * Far above what a person does, and enough for everything that waited in a browser during a cut; but a script never
 * stores millions of events.
 */
export const savePace = { burst: 2000, perSecond: 20 } as const;
export const loadPace = { burst: 300, perSecond: 2 } as const;

/** When a refused page should send its save again. */
const retryAfterSeconds = 5;

/** Limits on what one person's saves may cost, so that they never delay other people's exams. */
export type PersonalLimits = {
  /** Does the work of a call, unless too many of the person's calls are unanswered. */
  bounded<T>(person: number, work: () => Promise<T>): Promise<T>;
  /** Does work that needs connections others wait for, one at a time for each person. */
  oneByOne<T>(person: number, work: () => Promise<T>): Promise<T>;
  /** Waits before a save, or before the finish that follows it, when the person saves too often. */
  readonly paceSave: Pace;
  /** Waits before a load, which stores an event too. */
  readonly paceLoad: Pace;
};

export function openPersonalLimits(): PersonalLimits {
  const unanswered = new Map<number, number>();
  return {
    paceSave: openPace(savePace),
    paceLoad: openPace(loadPace),
    bounded: async (person, work) => {
      const before = unanswered.get(person) ?? 0;
      if (before >= maxUnanswered) throw new Refusal('request.tooMany', { seconds: retryAfterSeconds });
      unanswered.set(person, before + 1);
      try {
        return await work();
      } finally {
        const left = (unanswered.get(person) ?? 1) - 1;
        if (left === 0) unanswered.delete(person);
        else unanswered.set(person, left);
      }
    },
    oneByOne: inSequencePerKey(),
  };
}
