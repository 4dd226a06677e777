import { Refusal, refuse } from '#domain/errors.ts';
import type { PasswordSource } from '#domain/sign-in/account-roles.ts';
import { hashAtOnce } from '#server/hashing/password-hash.ts';
import type { Services } from '#server/services.ts';
import { type Arrival, type Checked, openTurns } from './turns.ts';

type PasswordAttempt = { readonly storedHash: string | null; readonly password: string };

export type PasswordQueue = {
  /**
   * Checks a password and runs `enter` in the same turn if it is right; in a separate step, entering would compete
   * with the checks still queued. Returns undefined for a wrong password. Without a hash it does the same work and
   * returns undefined.
   */
  check<T>(arrival: Arrival, given: PasswordAttempt, enter: () => Promise<T>): Promise<T | undefined>;
  /** The same against the directory, with a few concurrent requests. */
  checkInDirectory<T>(
    arrival: Arrival,
    ask: () => Promise<boolean>,
    enter: () => Promise<T>,
  ): Promise<T | undefined>;
  /** Refuses an arrival that would wait too long in the queue of its password source. */
  refuseIfTooLong(source: PasswordSource, arrival: Arrival): void;
  /** Hashes a new password; runs before all password checks, since its owner is already authenticated. */
  hash(whose: string, password: string): Promise<string>;
  /** Whether password checks are queued. */
  isBusy(): boolean;
};

/** The assumed duration of a hash until it has been measured, in milliseconds. */
const firstGuess = 35;
/** Turns beyond the threads: while some attempts sign in, which waits for the database, every thread can hash. */
const entering = 4;
/** A directory can answer several requests at a time, but a rush must not look like an attack. */
const directoryAtOnce = 8;
const directoryGuess = 100;

/** A hash without a known password, for unknown addresses: checking it takes as long as any other. */
const unknownHash = hashAtOnce('nobody has this password');

const entered = async <T>(right: boolean, enter: () => Promise<T>): Promise<Checked<T | undefined>> =>
  right ? { value: await enter(), outcome: 'right' } : { value: undefined, outcome: 'wrong' };
const nothingKnown = {
  pair: { failures: 0, known: true, sitting: false },
  network: { failed: 0, people: 0 },
};

/** Checks and hashes passwords in a fair order, without slowing down other work. */
export function openPasswordQueue({ hashing, rush }: Pick<Services, 'hashing' | 'rush'>): PasswordQueue {
  const turns = openTurns({
    atOnce: hashing.size + entering,
    threads: hashing.size,
    milliseconds: firstGuess,
    isPressed: rush.areExamsBusy,
  });
  const directory = openTurns({ atOnce: directoryAtOnce, milliseconds: directoryGuess });
  let directoryFailedAt = 0;

  return {
    isBusy: turns.isBusy,
    refuseIfTooLong: (source, arrival) => (source === 'local' ? turns : directory).refuseIfTooLong(arrival),
    check: (arrival, { storedHash, password }, enter) =>
      turns.take(arrival, async () => {
        const right =
          (await hashing.verify(storedHash ?? (await unknownHash), password)) && storedHash !== null;
        return entered(right, enter);
      }),
    checkInDirectory: (arrival, ask, enter) => {
      const since = performance.now();
      return directory.take(arrival, async () => {
        // The directory failed while this attempt was queued; it gets the same error without another request.
        if (directoryFailedAt > since) refuse('auth.directoryDown');
        const right = await ask().catch((error: unknown) => {
          directoryFailedAt = performance.now();
          throw error;
        });
        return entered(right, enter);
      });
    },
    hash: (whose, password) =>
      turns.take(
        {
          account: whose,
          network: 'ours',
          arrivedAt: 0,
          evidence: nothingKnown,
          answerBy: Number.POSITIVE_INFINITY,
          sendBack: (seconds) => new Refusal('auth.throttled', { seconds }),
        },
        async () => ({ value: await hashing.hash(password), outcome: 'unknown' }),
      ),
  };
}
