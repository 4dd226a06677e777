import { Refusal, refuse } from '#domain/errors.ts';
import type { Outcome } from '#domain/sign-in/sign-in-queue.ts';
import type { PasswordKeeper } from '#domain/sign-in/standing.ts';
import { hashAtOnce } from '#server/hashing/password-hash.ts';
import type { Services } from '#server/services.ts';
import { type Arrival, openTurns } from './turns.ts';

export type PasswordsInTurn = {
  /** Whether a password is the one behind a hash; without a hash the answer is no, after the same work. */
  matches(arrival: Arrival, kept: string | null, password: string): Promise<boolean>;
  /** Whether the directory takes a password; it is asked a few times at once, by the same rules. */
  matchesInDirectory(arrival: Arrival, ask: () => Promise<boolean>): Promise<boolean>;
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

const outcomeOf = (right: boolean): Outcome => (right ? 'right' : 'wrong');
const nothingKnown = {
  pair: { failures: 0, known: true, sitting: false },
  network: { failed: 0, people: 0 },
};

/** Lets passwords be checked and hashed in a fair order, without taking time from anything else. */
export function passwordsInTurn({ hashing }: Pick<Services, 'hashing'>): PasswordsInTurn {
  const turns = openTurns(hashing.size, firstGuess);
  const directory = openTurns(directoryAtOnce, directoryGuess);
  let directoryFailedAt = 0;

  return {
    isBusy: turns.isBusy,
    refuseIfTooLong: (keeper, arrival) => (keeper === 'local' ? turns : directory).refuseIfTooLong(arrival),
    matches: (arrival, kept, password) =>
      turns.take(arrival, async () => {
        const right = (await hashing.verify(kept ?? (await nobody), password)) && kept !== null;
        return { value: right, outcome: outcomeOf(right) };
      }),
    matchesInDirectory: (arrival, ask) => {
      const since = performance.now();
      return directory.take(arrival, async () => {
        // Whoever waited behind a directory that does not answer gets the same answer, without asking it again.
        if (directoryFailedAt > since) refuse('auth.directoryDown');
        try {
          const right = await ask();
          return { value: right, outcome: outcomeOf(right) };
        } catch (error) {
          directoryFailedAt = performance.now();
          throw error;
        }
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
