/** The recent history of one account from one network. */
export type PairRecord = {
  /** Its recent wrong passwords. */
  readonly failures: number;
  /** Whether the account recently signed in from this network. */
  readonly known: boolean;
  /** Whether the account's owner is taking an official exam now. */
  readonly sitting: boolean;
};

/**
 * The recent history of a network: an IPv4 address, or the /64 of an IPv6 address. A room of 200 shares one.
 */
export type NetworkRecord = {
  /** Accounts that recently failed from it and have not signed in since. */
  readonly failed: number;
  /** Accounts that recently signed in from it. */
  readonly people: number;
};

/** How many accounts of a room may mistype before anyone has signed in. */
const allowedFailures = 5;
/** The same while many networks without a sign-in send wrong passwords. */
const allowedInFlood = 1;
/** How many mistakes are forgiven to a student who is taking an exam at a computer that does not know them. */
const forgiven = 10;

/**
 * A network is suspect once more accounts have failed from it than signed in, beyond the typos of a room. In a flood
 * from many networks, one without a sign-in gets less credit.
 */
export const isSuspect = ({ failed, people }: NetworkRecord, isFlood = false): boolean =>
  failed > (isFlood && people === 0 ? allowedInFlood : allowedFailures) + people;

/** An attempt from a network where nobody has signed in recently. The first right password makes a room known. */
export const isStranger = ({ known }: PairRecord, { people }: NetworkRecord): boolean =>
  !known && people === 0;

/** How many accounts of a room may fail per successful account before it counts as guessing. */
const failedPerPerson = 20;

/** A network that guesses passwords: one successful account does not excuse any number of failures. */
export const isHostile = ({ failed, people }: NetworkRecord): boolean =>
  failed > allowedFailures + failedPerPerson * people;

/**
 * A hostile network without successful sign-ins: no account is known there, so nothing from it belongs to the reserve.
 */
export const isUntrusted = (network: NetworkRecord): boolean => isHostile(network) && network.people === 0;

/** The rank of a network outside the reserve: all of a lower rank are served first. */
export type Rank = 0 | 1 | 2;
export const rankOf = (network: NetworkRecord): Rank =>
  isUntrusted(network) ? 2 : isHostile(network) ? 1 : 0;

/**
 * Whether an attempt belongs to the reserve, which other users' wrong passwords cannot use up: its pair has no recent
 * failure, and its network is not suspect or knows the account. A student with a running exam keeps the reserve despite
 * their own mistakes (AUTH-7). Only failures cost the reserve, never volume.
 */
export function isReserved(pair: PairRecord, network: NetworkRecord, isFlood = false): boolean {
  const mistakesForgiven = pair.sitting && (pair.known || pair.failures <= forgiven);
  return (pair.failures === 0 || mistakesForgiven) && (pair.known || !isSuspect(network, isFlood));
}

/**
 * How many waiting attempts of a network count in other networks' estimates. A flood without successful sign-ins leaves
 * the reserve after a few failures and must not inflate the announced waits.
 */
export const creditOf = ({ people }: NetworkRecord): number => allowedFailures + 3 * people;
