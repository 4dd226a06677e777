import { type Network, type Place, placesByTrust, turnsPerOutsider, turnsPerStranger } from './places.ts';
import { sortedList } from './sorted-list.ts';
import { strangerFailures } from './stranger-failures.ts';
import { isHostile, isStranger, type NetworkRecord, type PairRecord, rankOf } from './trust.ts';
import { turnPace } from './turn-pace.ts';

/** One password attempt, waiting to be checked. */
export type Attempt = {
  readonly account: string;
  readonly network: string;
  /** When it first arrived, on the database's clock; a ticket carries this to every process. */
  readonly arrivedAt: number;
};

export type Evidence = { readonly pair: PairRecord; readonly network: NetworkRecord };

export type QueueLimits = {
  /** The maximum number of waiting attempts. */
  readonly waiting: number;
  /** The maximum for one account from one network. */
  readonly ofPair: number;
  /** The maximum number of remembered places of attempts that must retry. */
  readonly expected: number;
};

/** How many turns run concurrently, and the expected duration of one in milliseconds until it is measured. */
export type Work = {
  readonly atOnce: number;
  readonly milliseconds: number;
  /** Whether many exams need the machine now. */
  readonly isPressed?: () => boolean;
};

/** The outcome of a turn; `unknown` when the password could not be checked. */
export type Outcome = 'right' | 'wrong' | 'unknown';

export type SignInQueue<A extends Attempt> = {
  /** Adds an attempt; returns the displaced one when the queue is full, which can be the new one. */
  enter(attempt: A, evidence: Evidence): A | undefined;
  /** Removes a waiting attempt; false when it was not waiting. */
  leave(attempt: A): boolean;
  /** Takes the next attempt; one account from one network has one turn at a time. */
  next(now: number): A | undefined;
  /**
   * The end of the pause that holds back waiting attempts; undefined when no attempt waits outside the
   * reserve.
   */
  readonly pausedUntil: number | undefined;
  /** Ends a turn; a failure moves the waiting attempts of its pair and network out of the reserve. */
  done(attempt: A, outcome: Outcome, now: number): void;
  /** Milliseconds until the turn of a waiting or hypothetical attempt. */
  waitOf(attempt: Attempt, evidence: Evidence, now: number): number;
  /** Remembers, until the given time, the place of an attempt that must retry. */
  expect(attempt: Attempt, evidence: Evidence, until: number): void;
  readonly waiting: number;
};

/** The attempts of one account from one network: the first keeps its place, the newest follows it. */
type Line<A> = {
  readonly key: string;
  readonly network: Network<Line<A>>;
  readonly waiting: A[];
  pair: PairRecord;
  /** When its turn began; undefined while none of its attempts is being served. */
  servingSince: number | undefined;
  /** Whether its last turn was outside the reserve. */
  isOutsider: boolean;
  place: Place<Line<A>> | undefined;
};
type Expected<A> = { readonly key: string; readonly until: number; readonly place: Place<Line<A>> };

/**
 * While the reserve is empty, a guess from a hostile network is followed by a pause of this many times its duration; by
 * a longer one while many exams need the machine.
 */
const pauseAfterGuess = { usual: 3, pressed: 15 } as const;

const keyOf = ({ account, network }: Attempt) => `${network} ${account}`;

/**
 * Decides which password is checked next. The reserve is served in order of arrival. Recent failures get the remaining
 * turns and at least one in eight, alternating between networks. While many networks without a sign-in send wrong
 * passwords, the reserve serves networks with a sign-in first; the others share one turn in four.
 */
export function signInQueue<A extends Attempt>(limits: QueueLimits, work: Work): SignInQueue<A> {
  const lines = new Map<string, Line<A>>();
  const places = placesByTrust<Line<A>>();
  const expected = new Map<string, Expected<A>>();
  const expiring = sortedList<Expected<A>>(({ until }) => until);
  const pace = turnPace(work.atOnce, work.milliseconds);
  let count = 0;
  let turn = 0;
  let sinceOutsider = 0;
  let sinceStranger = 0;
  let strangerTurns = 0;
  const failures = strangerFailures();
  let paused = 0;
  const pauseTimes = () => pauseAfterGuess[work.isPressed?.() ? 'pressed' : 'usual'];
  let lastDone: number | undefined;

  /** Gives a line its one place: that of its first attempt, unless one of its attempts is being served. */
  const settle = (line: Line<A>) => {
    if (line.place) places.remove(line.place);
    line.place = undefined;
    const [head] = line.waiting;
    const isServed = line.servingSince !== undefined;
    if (head && !isServed) {
      const { network, pair } = line;
      line.place = { network, pair, line, arrivedAt: head.arrivedAt, reserved: false };
      places.add(line.place);
    } else if (!head && !isServed && lines.delete(line.key)) {
      places.release(line.network);
    }
  };
  const openLine = (key: string, attempt: A, { pair, network }: Evidence): Line<A> => {
    const line: Line<A> = {
      key,
      network: places.use(attempt.network, network, turn),
      waiting: [],
      pair,
      servingSince: undefined,
      isOutsider: false,
      place: undefined,
    };
    lines.set(key, line);
    return line;
  };
  const forget = (place: Expected<A> | undefined) => {
    if (!place) return;
    expected.delete(place.key);
    expiring.remove(place);
    places.remove(place.place);
    places.release(place.place.network);
  };
  const leave = (attempt: A): boolean => {
    const line = lines.get(keyOf(attempt));
    const index = line?.waiting.indexOf(attempt) ?? -1;
    if (!line || index < 0) return false;
    line.waiting.splice(index, 1);
    count -= 1;
    settle(line);
    return true;
  };

  /** The next place of the reserve. In a flood, strangers get their turns alternately by crowd and by arrival. */
  const nextInsider = (now: number): Place<Line<A>> | undefined => {
    const isFlood = failures.areMany(now);
    places.setFlood(isFlood);
    if (!isFlood) return places.firstReserved();
    const trusted = places.firstTrusted();
    if (trusted && sinceStranger < turnsPerStranger - 1) return trusted;
    return (
      (strangerTurns % 2 === 0 ? places.firstStrangerOfLargestNetwork() : places.firstStranger()) ?? trusted
    );
  };

  return {
    leave,
    get waiting() {
      return count;
    },

    enter: (attempt, evidence) => {
      const key = keyOf(attempt);
      forget(expected.get(key));
      const line = lines.get(key) ?? openLine(key, attempt, evidence);
      line.pair = evidence.pair;
      line.waiting.splice(1, 0, attempt);
      count += 1;
      settle(line);
      places.updateRecord(line.network, evidence.network);
      if (line.waiting.length <= limits.ofPair && count <= limits.waiting) return undefined;
      const full =
        line.waiting.length > limits.ofPair ? line : (places.lastOutsider() ?? places.lastReserved())?.line;
      const displaced = full?.waiting.at(-1) ?? attempt;
      leave(displaced);
      return displaced;
    },

    get pausedUntil() {
      return places.firstOutsider() ? paused : undefined;
    },

    next: (now) => {
      const insider = nextInsider(now);
      // A failed pair never gets a turn earlier than the order of arrival would give it.
      const isDue = !insider || sinceOutsider >= turnsPerOutsider - 1;
      const outsider = isDue ? places.firstOutsider(insider?.arrivedAt, !insider && now < paused) : undefined;
      const line = (outsider ?? insider)?.line;
      const attempt = line?.waiting.shift();
      if (!line || !attempt) return undefined;
      turn += 1;
      count -= 1;
      sinceOutsider = outsider ? 0 : sinceOutsider + 1;
      if (outsider) line.network.servedAt = turn;
      else if (isStranger(line.pair, line.network.record)) {
        sinceStranger = 0;
        strangerTurns += 1;
      } else sinceStranger += 1;
      line.isOutsider = outsider !== undefined;
      line.servingSince = now;
      settle(line);
      return attempt;
    },

    done: (attempt, outcome, now) => {
      const othersWait = (places.firstReserved() ?? places.firstOutsider()) !== undefined;
      const line = lines.get(keyOf(attempt));
      if (!line) return;
      const took = now - (line.servingSince ?? now);
      const { pair, network } = line;
      const { failed, people } = network.record;
      // Guesses leave capacity to others, even while no one else signs in.
      const isPause = line.isOutsider && isHostile(network.record) && !places.firstReserved();
      if (isPause) paused = now + (took * pauseTimes()) / work.atOnce;
      if (lastDone !== undefined && othersWait) pace.noteInterval(now - lastDone);
      else if (!othersWait) pace.noteAlone(took);
      lastDone = othersWait && !isPause ? now : undefined;
      line.servingSince = undefined;
      if (outcome === 'wrong') {
        if (!line.isOutsider && isStranger(pair, network.record)) {
          failures.note(now);
          places.noteStranger(network, false);
        }
        line.pair = { ...pair, failures: pair.failures + 1 };
        places.updateRecord(network, { people, failed: failed + (pair.failures === 0 ? 1 : 0) });
      }
      if (outcome === 'right') {
        places.noteStranger(network, true);
        line.pair = { ...pair, failures: 0, known: true };
        places.updateRecord(network, {
          people: people + (pair.known ? 0 : 1),
          failed: Math.max(0, failed - (pair.failures === 0 ? 0 : 1)),
        });
      }
      settle(line);
    },

    waitOf: (attempt, evidence, now) => {
      for (let oldest = expiring.first(); oldest && oldest.until <= now; oldest = expiring.first())
        forget(oldest);
      const network = places.find(attempt.network)?.record ?? evidence.network;
      const pair = lines.get(keyOf(attempt))?.pair ?? evidence.pair;
      const trust = places.isReserved(pair, network) ? 'reserved' : rankOf(network);
      const before = places.turnsBefore(trust, attempt.network, attempt.arrivedAt, isStranger(pair, network));
      const isPaused = trust !== 'reserved' && isHostile(network) && !places.firstReserved();
      return (before + 1) * pace.interval() * (isPaused ? 1 + pauseTimes() : 1);
    },

    expect: (attempt, { pair, network: record }, until) => {
      const key = keyOf(attempt);
      forget(expected.get(key));
      const known = places.find(attempt.network)?.record ?? record;
      // Only the estimates of the reserve include absent attempts; floods are not worth remembering.
      if (expected.size >= limits.expected || !places.isReserved(pair, known)) return;
      const network = places.use(attempt.network, record, turn);
      const place = { network, pair, line: undefined, arrivedAt: attempt.arrivedAt, reserved: false };
      const entry = { key, until, place };
      places.add(place);
      expected.set(key, entry);
      expiring.add(entry);
    },
  };
}
