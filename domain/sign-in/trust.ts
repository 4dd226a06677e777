/** What is known of one account tried from one network. */
export type PairRecord = {
  /** Its recent wrong passwords. */
  readonly failures: number;
  /** The account recently signed in from this network. */
  readonly known: boolean;
  /** The account's owner sits an official exam now. */
  readonly sitting: boolean;
};

/** What is known of a network: an IPv4 address, or the /64 of an IPv6 address. A room of 200 shares one. */
export type NetworkRecord = {
  /** Accounts that recently failed from it and have not got in since. */
  readonly failed: number;
  /** Accounts that recently got in from it. */
  readonly people: number;
};

/** So many accounts of a room may mistype before anybody has got in. */
const patience = 5;
/** So many mistakes are forgiven to somebody who sits an exam at a computer that does not know them. */
const forgiven = 10;

/** A network is suspect once more accounts have failed from it than got in, beyond what a room mistypes. */
export const isSuspect = ({ failed, people }: NetworkRecord): boolean => failed > patience + people;

/** A room may fail on so many accounts for each person who got in before it counts as guessing. */
const failedPerPerson = 20;

/** A network guesses passwords: one account that got in does not excuse any number of failures. */
export const isHostile = ({ failed, people }: NetworkRecord): boolean =>
  failed > patience + failedPerPerson * people;

/** A hostile network nobody got in from: no account can be known there, so nothing from it belongs to the reserve. */
export const knowsNobody = (network: NetworkRecord): boolean => isHostile(network) && network.people === 0;

/** Where a network stands outside the reserve: those of a higher rank are served after all of a lower one. */
export type Rank = 0 | 1 | 2;
export const rankOf = (network: NetworkRecord): Rank =>
  knowsNobody(network) ? 2 : isHostile(network) ? 1 : 0;

/**
 * Whether an attempt belongs to the reserve, which wrong passwords of others cannot use up: its pair has no recent
 * failure, and its network is not suspect or knows the account. The owner of a running exam keeps it through mistakes of
 * their own (AUTH-7). Volume never costs the reserve, only failures do.
 */
export function isReserved(pair: PairRecord, network: NetworkRecord): boolean {
  const mistakesForgiven = pair.sitting && (pair.known || pair.failures <= forgiven);
  return (pair.failures === 0 || mistakesForgiven) && (pair.known || !isSuspect(network));
}

/**
 * How many waiting attempts of a network count in somebody else's estimate. A flood that nobody has got in from yet
 * will be out of the reserve after a few failures, and must not make others expect a long wait.
 */
export const creditOf = ({ people }: NetworkRecord): number => patience + 3 * people;
