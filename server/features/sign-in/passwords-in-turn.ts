import { Refusal, refuse } from '#domain/errors.ts';
import type { PasswordKeeper } from '#domain/sign-in/standing.ts';
import { hashAtOnce } from '#server/hashing/password-hash.ts';
import type { Services } from '#server/services.ts';
import { type Arrival, type Checked, openTurns } from './turns.ts';

type Given = { readonly kept: string | null; readonly password: string };

export type PasswordsInTurn = {
  /**
   * Does what follows a right password, in the same turn: entering would otherwise compete with everybody who is still checked.
   * Returns undefined when the password is not the one behind the hash; without a hash it is not, after the same work.
   */
  check<T>(arrival: Arrival, given: Given, enter: () => Promise<T>): Promise<T | undefined>;
  /** The same where the directory knows the password; it is asked a few times at once, by the same rules. */
  checkInDirectory<T>(
    arrival: Arrival,
    ask: () => Promise<boolean>,
    enter: () => Promise<T>,
  ): Promise<T | undefined>;
  /** Refuses who would have to wait too long where their password is kept. */
  refuseIfTooLong(keeper: PasswordKeeper, arrival: Arrival): void;
  /** The hash to keep of a password; whoever may set one comes before everybody who has yet to show who they are. */
  hash(whose: string, password: string): Promise<string>;
  /** Whether somebody waits to have a password checked. */
  isBusy(): boolean;
};

/** What one hash takes until it has been measured, in milliseconds. */
const firstGuess = 35;
/** A directory answers several at once, but a rush must not look like an attack to it. */
const directoryAtOnce = 8;
const directoryGuess = 100;

/** A hash nobody has the password of: checking it takes as long as any other, for addresses that do not exist. */
const nobody = hashAtOnce('nobody has this password');

const entered = async <T>(right: boolean, enter: () => Promise<T>): Promise<Checked<T | undefined>> =>
  right ? { value: await enter(), outcome: 'right' } : { value: undefined, outcome: 'wrong' };
const nothingKnown = {
  pair: { failures: 0, known: true, sitting: false },
  network: { failed: 0, people: 0 },
};

/** Lets passwords be checked and hashed in a fair order, without taking time from anything else. */
export function passwordsInTurn({ hashing }: Pick<Services, 'hashing'>): PasswordsInTurn {
  // One more than there are threads: while somebody enters, every thread hashes.
  const turns = openTurns({
    atOnce: hashing.size + 1,
    threads: hashing.size,
    milliseconds: firstGuess,
  });
  const directory = openTurns({ atOnce: directoryAtOnce, milliseconds: directoryGuess });
  let directoryFailedAt = 0;

  return {
    isBusy: turns.isBusy,
    refuseIfTooLong: (keeper, arrival) => (keeper === 'local' ? turns : directory).refuseIfTooLong(arrival),
    check: (arrival, { kept, password }, enter) =>
      turns.take(arrival, async () => {
        const right = (await hashing.verify(kept ?? (await nobody), password)) && kept !== null;
        return entered(right, enter);
      }),
    checkInDirectory: (arrival, ask, enter) => {
      const since = performance.now();
      return directory.take(arrival, async () => {
        // Whoever waited behind a directory that does not answer gets the same answer, without asking it again.
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
