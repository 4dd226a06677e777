import { siteOf } from '#domain/network/network.ts';
import { type SortedList, sortedList } from './sorted-list.ts';
import {
  creditOf,
  isHostile,
  isReserved,
  isStranger,
  isSuspect,
  type NetworkRecord,
  type PairRecord,
  type Rank,
  rankOf,
} from './trust.ts';

/** One in this many turns goes to places outside the reserve, so that no one is shut out. */
export const turnsPerOutsider = 8;

/** In a flood, one in this many turns of the reserve goes to strangers while others wait in it. */
export const turnsPerStranger = 4;
/** In a flood, how many waiting attempts of a site of strangers count in the estimates of other networks. */
const strangersCounted = 1;

/** A failure makes a waiting crowd count for this many times less. */
const crowdPerFailure = 5;

/** A place in the queue, for a waiting line or for an attempt that must retry later. */
export type Place<L> = {
  readonly network: Network<L>;
  readonly arrivedAt: number;
  readonly line: L | undefined;
  pair: PairRecord;
  reserved: boolean;
};

/** Where an attempt waits: in the reserve, or outside it by the rank of its network. */
export type Trust = 'reserved' | Rank;

export type Network<L> = {
  readonly name: string;
  record: NetworkRecord;
  /** The turn of its last service outside the reserve. */
  servedAt: number;
  readonly reserve: SortedList<Place<L>>;
  readonly outsiders: SortedList<Place<L>>;
  /** The number of lines and places that reference it. */
  uses: number;
};

const arrival = ({ arrivedAt }: { readonly arrivedAt: number }) => arrivedAt;

/** Sorts places into the reserve and the rest, and counts the turns before each. */
export function placesByTrust<L>() {
  const networks = new Map<string, Network<L>>();
  const waiting = sortedList<Place<L>>(arrival);
  const expected = sortedList<Place<L>>(arrival);
  /** Networks with more reserved places than count in other networks' estimates. */
  const crowds = new Set<Network<L>>();
  const outside = new Set<Network<L>>();
  let isFlood = false;
  /** In a flood, the failures of strangers by site. */
  const failuresOfSites = new Map<string, number>();
  const failuresOf = ({ name, record }: Network<L>) =>
    Math.max(record.failed, failuresOfSites.get(siteOf(name)) ?? 0);

  const enqueue = (place: Place<L>) => {
    const { network } = place;
    place.reserved = isReserved(place.pair, network.record, isFlood);
    if (place.reserved) {
      network.reserve.add(place);
      (place.line ? waiting : expected).add(place);
    } else if (place.line) {
      // Outside the reserve only present attempts have a place: no turn is held for an absent one.
      network.outsiders.add(place);
    }
  };
  const remove = (place: Place<L>) => {
    const { network } = place;
    (place.reserved ? network.reserve : network.outsiders).remove(place);
    if (place.reserved) (place.line ? waiting : expected).remove(place);
  };
  const review = (network: Network<L>) => {
    if (network.reserve.size > creditOf(network.record)) crowds.add(network);
    else crowds.delete(network);
    if (network.outsiders.size > 0) outside.add(network);
    else outside.delete(network);
  };

  const sortAgain = (network: Network<L>) => {
    const places = [...network.reserve, ...network.outsiders];
    for (const place of places) remove(place);
    for (const place of places) enqueue(place);
  };
  const isStrange = ({ pair, network }: Place<L>) => isStranger(pair, network.record);
  const outsidersWaiting = () => {
    let outsiders = 0;
    for (const network of outside) outsiders += network.outsiders.size;
    return outsiders;
  };

  /** The turns before a place of the reserve in a flood: strangers have a share, and networks take turns in it. */
  const beforeInFlood = (name: string, arrivedAt: number, strange: boolean) => {
    const strangers = new Map<string, number>();
    let trusted = 0;
    let earlier = 0;
    const count = (place: Place<L>) => {
      const isEarlier = place.arrivedAt < arrivedAt;
      if (!isStrange(place)) {
        trusted += 1;
        if (isEarlier) earlier += 1;
      } else if (isEarlier || !strange) {
        const site = siteOf(place.network.name);
        strangers.set(site, (strangers.get(site) ?? 0) + 1);
      }
    };
    for (const place of waiting) count(place);
    for (const place of expected) count(place);
    const own = siteOf(name);
    let ofStrangers = 0;
    for (const [site, places] of strangers)
      ofStrangers += site === own ? places : Math.min(places, strangersCounted);
    const before = strange
      ? ofStrangers + Math.min(trusted, (ofStrangers + 1) * (turnsPerStranger - 1))
      : earlier + Math.min(ofStrangers, earlier / (turnsPerStranger - 1));
    return before + Math.min(outsidersWaiting(), before / (turnsPerOutsider - 1));
  };
  /** The turns before a place in the reserve, which is served in order of arrival. */
  const beforeReserved = (name: string, arrivedAt: number) => {
    let before = waiting.countBelow(arrivedAt) + expected.countBelow(arrivedAt);
    for (const network of crowds) {
      if (network.name === name) continue;
      before -= Math.max(0, network.reserve.countBelow(arrivedAt) - creditOf(network.record));
    }
    return before + Math.min(outsidersWaiting(), before / (turnsPerOutsider - 1));
  };
  /** The turns before a place outside the reserve: networks take turns, hostile ones last, each in order of arrival. */
  const beforeOutsider = (name: string, arrivedAt: number, rank: Rank) => {
    const ahead = networks.get(name)?.outsiders.countBelow(arrivedAt) ?? 0;
    let before = ahead;
    for (const network of outside) {
      if (network.name === name) continue;
      const theirs = rankOf(network.record);
      if (theirs === rank) before += Math.min(network.outsiders.size, ahead + 1);
      else if (theirs < rank) before += network.outsiders.size;
    }
    const reserved = waiting.size + expected.size;
    const earlier = waiting.countBelow(arrivedAt) + expected.countBelow(arrivedAt);
    return before + Math.max(earlier, Math.min(reserved, (before + 1) * (turnsPerOutsider - 1)));
  };

  return {
    find: (name: string) => networks.get(name),
    use: (name: string, record: NetworkRecord, turn: number): Network<L> => {
      const network = networks.get(name) ?? {
        name,
        record,
        servedAt: turn,
        reserve: sortedList<Place<L>>(arrival),
        outsiders: sortedList<Place<L>>(arrival),
        uses: 0,
      };
      network.uses += 1;
      networks.set(name, network);
      return network;
    },
    release: (network: Network<L>) => {
      network.uses -= 1;
      if (network.uses === 0) networks.delete(network.name);
    },
    add: (place: Place<L>) => {
      enqueue(place);
      review(place.network);
    },
    remove: (place: Place<L>) => {
      remove(place);
      review(place.network);
    },
    /** Updates the record of a network and re-sorts its places accordingly. */
    updateRecord: (network: Network<L>, record: NetworkRecord) => {
      const turned = isSuspect(network.record, isFlood) !== isSuspect(record, isFlood);
      network.record = record;
      if (turned) sortAgain(network);
      review(network);
    },
    /** Begins or ends the stricter rules for networks where nobody has signed in. */
    setFlood: (isNow: boolean) => {
      if (isNow === isFlood) return;
      isFlood = isNow;
      failuresOfSites.clear();
      for (const network of networks.values()) {
        if (network.record.people > 0) continue;
        sortAgain(network);
        review(network);
      }
    },
    /** Counts a stranger's wrong password for the site; a right one there clears it. */
    noteStranger: ({ name }: Network<L>, isRight: boolean) => {
      const site = siteOf(name);
      if (isRight) failuresOfSites.delete(site);
      else if (isFlood) failuresOfSites.set(site, (failuresOfSites.get(site) ?? 0) + 1);
    },
    isReserved: (pair: PairRecord, record: NetworkRecord) => isReserved(pair, record, isFlood),
    firstReserved: () => waiting.first(),
    lastReserved: () => (isFlood ? [...waiting].findLast(isStrange) : undefined) ?? waiting.last(),
    firstTrusted: () => {
      for (const place of waiting) if (!isStrange(place)) return place;
      return undefined;
    },
    /** The first stranger of the reserve; networks and sites without a failure come first. */
    firstStranger: () => {
      let first: Place<L> | undefined;
      for (const place of waiting) {
        if (!isStrange(place)) continue;
        if (failuresOf(place.network) === 0) return place;
        first ??= place;
      }
      return first;
    },
    /** The first stranger of the network where most wait: one right password there lets in a room. */
    firstStrangerOfLargestNetwork: () => {
      let first: Place<L> | undefined;
      const crowdOf = (network: Network<L>) =>
        network.reserve.size / (1 + crowdPerFailure * failuresOf(network));
      for (const place of waiting)
        if (isStrange(place) && (!first || crowdOf(place.network) > crowdOf(first.network))) first = place;
      return first;
    },
    /**
     * The first place, before a given time, of the least recently served network outside the reserve. Hostile networks
     * come only after all others, and not while guesses are paused.
     */
    firstOutsider: (before = Number.POSITIVE_INFINITY, guessesPause = false) => {
      let best: Network<L> | undefined;
      const isBetter = (one: Network<L>, other: Network<L>) => {
        const [rank, others] = [rankOf(one.record), rankOf(other.record)];
        return rank === others ? one.servedAt < other.servedAt : rank < others;
      };
      for (const network of outside) {
        if (guessesPause && isHostile(network.record)) continue;
        if (best && !isBetter(network, best)) continue;
        if (network.outsiders.countBelow(before) > 0) best = network;
      }
      return best?.outsiders.first();
    },
    lastOutsider: () => {
      let newest: Place<L> | undefined;
      for (const { outsiders } of outside) {
        const place = outsiders.last();
        if (place && (!newest || place.arrivedAt > newest.arrivedAt)) newest = place;
      }
      return newest;
    },
    turnsBefore: (trust: Trust, name: string, arrivedAt: number, strange: boolean): number => {
      if (trust !== 'reserved') return beforeOutsider(name, arrivedAt, trust);
      return isFlood ? beforeInFlood(name, arrivedAt, strange) : beforeReserved(name, arrivedAt);
    },
  };
}
