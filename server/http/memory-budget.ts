import type { FastifyRequest } from 'fastify';
import type { Refusal } from '#domain/errors.ts';
import { networkOf } from '#domain/network/network.ts';
import { bodyBytesPerSecond } from './body-time.ts';
import { refuseSlowRequest } from './unreadable-requests.ts';

/** An upload that needs memory, and how its body arrives. */
export type Upload = {
  readonly person: number;
  readonly network: string;
  readonly bytes: number;
  /** The bytes received so far; undefined once the body is complete. */
  readonly received: () => number | undefined;
  /** Ends the upload. */
  readonly cutOff: () => void;
};

/** The memory that all uploads of this process share. */
export type MemoryBudget = {
  /** Waits for the bytes and returns a release function. People take turns, each within their share. */
  readonly reserve: (upload: Upload) => Promise<() => void>;
};

type QueuedUpload = { readonly upload: Upload; readonly begin: (isReserved: boolean) => void };

/** An upload that holds memory. */
type HeldUpload = {
  readonly upload: Upload;
  /** Whether it holds memory of the reserve. */
  readonly isReserved: boolean;
  /** What it had received at the last look; undefined before the first. */
  receivedBefore: number | undefined;
  /** At how many looks in a row it was slow. */
  slowLooks: number;
  isCutOff: boolean;
};

type Limits = {
  readonly maxBytes: number;
  /**
   * The most that one person holds; a quarter of the budget unless given. The largest upload must fit. One network
   * leaves this much to the others, so that another network can always hold a whole upload.
   */
  readonly maxBytesPerPerson?: number;
  /** Further memory for an ordinary upload of a network that holds nothing, however many others fill the budget. */
  readonly reserveBytes: number;
  readonly timeoutMilliseconds: number;
  /** The refusal for an upload that waited too long. */
  readonly refusal: () => Refusal;
};

/** How many uploads of one person may wait; others are refused immediately. */
const maxWaitingPerPerson = 10;
/** While somebody waits, the rates of bodies are measured over this part of the longest wait. */
const lookShare = 0.4;
/** A look this many times later than planned measures nothing: the process read no bodies meanwhile. */
const tooLate = 1.5;
/** The part of its network's median below which an upload is slow. Its users share a line, so all may be equally slow. */
const slowShare = 1 / 4;
/** Below this rate an upload has stalled; all but the smallest exceed their time. */
const stalledBytesPerSecond = bodyBytesPerSecond / 8;

/** Sums by key; a sum of zero takes no memory. */
function sums<Key>() {
  const of = new Map<Key, number>();
  return {
    of: (key: Key) => of.get(key) ?? 0,
    add: (key: Key, amount: number) => {
      const sum = (of.get(key) ?? 0) + amount;
      if (sum > 0) of.set(key, sum);
      else of.delete(key);
    },
    clear: () => of.clear(),
  };
}

/** Memory in use, in all and by network. */
function usage(maxBytes: number, maxBytesPerNetwork: number) {
  let inAll = 0;
  const byNetwork = sums<string>();
  return {
    add: ({ network, bytes }: Upload) => {
      inAll += bytes;
      byNetwork.add(network, bytes);
    },
    remove: ({ network, bytes }: Upload) => {
      inAll -= bytes;
      byNetwork.add(network, -bytes);
    },
    holdsNothing: (network: string) => byNetwork.of(network) === 0,
    free: () => maxBytes - inAll,
    fits: (bytes: number) => inAll + bytes <= maxBytes,
    fitsNetwork: (network: string, bytes: number) => byNetwork.of(network) + bytes <= maxBytesPerNetwork,
  };
}

type Arrival = { readonly holding: HeldUpload; readonly arrived: number };

/** The arrivals far below the median of their network, and the stalled ones, the slowest first. */
function slowest(arrivals: readonly Arrival[], stalledBytes: number): HeldUpload[] {
  const inOrder = arrivals.toSorted((a, b) => a.arrived - b.arrived);
  const byNetwork = new Map<string, number[]>();
  for (const { holding, arrived } of inOrder) {
    const { network } = holding.upload;
    const own = byNetwork.get(network);
    if (own) own.push(arrived);
    else byNetwork.set(network, [arrived]);
  }
  return inOrder
    .filter(({ holding: { upload }, arrived }) => {
      const own = byNetwork.get(upload.network) ?? [];
      const median = own[Math.floor((own.length - 1) / 2)] ?? 0;
      return arrived < Math.max(median * slowShare, stalledBytes);
    })
    .map(({ holding }) => holding);
}

/** The slow uploads whose memory suffices for another one, if they have as much. */
function enoughOf(
  slow: readonly HeldUpload[],
  free: number,
  bytes: number,
): readonly HeldUpload[] | undefined {
  const enough: HeldUpload[] = [];
  let room = free;
  for (const holding of slow) {
    if (room >= bytes) break;
    enough.push(holding);
    room += holding.upload.bytes;
  }
  return room >= bytes ? enough : undefined;
}

/**
 * Queues uploads that exceed the budget and refuses them after the timeout. Who had the fewest turns since the queue
 * formed is next; a network that holds nothing may use the reserve. An upload that has stalled or is far slower than others of its network is cut off when somebody else
 * waits for its memory.
 */
export function memoryBudget({
  maxBytes,
  maxBytesPerPerson = maxBytes / 4,
  reserveBytes,
  timeoutMilliseconds,
  refusal,
}: Limits): MemoryBudget {
  const held = new Set<HeldUpload>();
  const newUsage = () => usage(maxBytes, maxBytes - maxBytesPerPerson);
  const used = newUsage();
  const newReserve = () => usage(reserveBytes, reserveBytes);
  const reserved = newReserve();
  const usageOf = ({ isReserved }: HeldUpload) => (isReserved ? reserved : used);
  const byPerson = sums<number>();
  const waiting = new Set<QueuedUpload>();
  const waitingBy = sums<number>();
  /** The turns since the queue formed. */
  const turns = sums<number>();
  let looking: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  const lookMilliseconds = timeoutMilliseconds * lookShare;

  const isWithinShare = ({ person, bytes }: Upload) => byPerson.of(person) + bytes <= maxBytesPerPerson;

  const mayUseReserve = (upload: Upload) =>
    isWithinShare(upload) && used.holdsNothing(upload.network) && reserved.holdsNothing(upload.network);

  function hold(upload: Upload, isReserved: boolean): HeldUpload {
    const holding: HeldUpload = {
      upload,
      isReserved,
      receivedBefore: undefined,
      slowLooks: 0,
      isCutOff: false,
    };
    held.add(holding);
    usageOf(holding).add(upload);
    byPerson.add(upload.person, upload.bytes);
    return holding;
  }

  function release(holding: HeldUpload): void {
    if (!held.delete(holding)) return;
    const { upload } = holding;
    usageOf(holding).remove(upload);
    byPerson.add(upload.person, -upload.bytes);
    admit();
  }

  /** The first upload in line that its person and network have room for; who had fewer turns goes first. */
  function next(): QueuedUpload | undefined {
    let found: QueuedUpload | undefined;
    for (const one of waiting) {
      const { upload } = one;
      const isBefore = !found || turns.of(upload.person) < turns.of(found.upload.person);
      if (isBefore && isWithinShare(upload) && used.fitsNetwork(upload.network, upload.bytes)) found = one;
    }
    return found;
  }

  /** People and networks at their limit wait without blocking the others. */
  function admit(): void {
    for (let one = next(); one && used.fits(one.upload.bytes); one = next()) begin(one, false);
    for (const one of waiting)
      if (mayUseReserve(one.upload) && reserved.fits(one.upload.bytes)) begin(one, true);
  }

  function begin(one: QueuedUpload, isReserved: boolean): void {
    turns.add(one.upload.person, 1);
    leaveLine(one);
    one.begin(isReserved);
  }

  function leaveLine(one: QueuedUpload): void {
    if (waiting.delete(one)) waitingBy.add(one.upload.person, -1);
    if (waiting.size > 0) return;
    clearInterval(looking);
    looking = undefined;
    turns.clear();
    for (const holding of held) Object.assign(holding, { receivedBefore: undefined, slowLooks: 0 });
  }

  /** The uploads that received too little since the last look: those slow for longest first, then the slowest. */
  function slowUploads(): HeldUpload[] {
    const milliseconds = performance.now() - lookedAt;
    lookedAt += milliseconds;
    const arrivals: Arrival[] = [];
    for (const holding of held) {
      const received = holding.upload.received();
      if (received === undefined) continue;
      if (holding.receivedBefore !== undefined)
        arrivals.push({ holding, arrived: received - holding.receivedBefore });
      holding.receivedBefore = received;
    }
    if (milliseconds > lookMilliseconds * tooLate) return [];
    const slow = new Set(slowest(arrivals, (stalledBytesPerSecond * milliseconds) / 1000));
    for (const { holding } of arrivals) holding.slowLooks = slow.has(holding) ? holding.slowLooks + 1 : 0;
    return [...slow].sort((a, b) => b.slowLooks - a.slowLooks);
  }

  /** Cuts off as many slow uploads as others need who wait, one upload of each; those in the reserve for who may use it. */
  function look(): void {
    const slow = slowUploads();
    const planned = newUsage();
    const plannedReserve = newReserve();
    const plan = ({ isReserved }: HeldUpload) => (isReserved ? plannedReserve : planned);
    for (const holding of held) if (!holding.isCutOff) plan(holding).add(holding.upload);
    const cut: Upload[] = [];
    const cutOff = (holding: HeldUpload) => {
      holding.isCutOff = true;
      plan(holding).remove(holding.upload);
      cut.push(holding.upload);
    };
    const served = new Set<number>();
    for (const { upload } of waiting) {
      const { person, network, bytes } = upload;
      if (served.has(person) || !isWithinShare(upload)) continue;
      served.add(person);
      const others = slow.filter((holding) => !holding.isCutOff && holding.upload.person !== person);
      const isForReserve = mayUseReserve(upload) && plannedReserve.holdsNothing(network);
      const inReserve = others.filter(({ isReserved }) => isReserved);
      const enough = isForReserve ? enoughOf(inReserve, plannedReserve.free(), bytes) : undefined;
      if (enough) {
        for (const holding of enough) cutOff(holding);
        plannedReserve.add(upload);
        continue;
      }
      for (const holding of others) {
        if (holding.isReserved) continue;
        const isNetworkFull = !planned.fitsNetwork(network, bytes);
        if (!isNetworkFull && planned.fits(bytes)) break;
        if (!isNetworkFull || holding.upload.network === network) cutOff(holding);
      }
      planned.add(upload);
    }
    for (const { cutOff: end } of cut) end();
  }

  return {
    reserve: async (upload) => {
      if (waitingBy.of(upload.person) >= maxWaitingPerPerson) throw refusal();
      const holding = await new Promise<HeldUpload>((resolve, reject) => {
        const timer = setTimeout(() => {
          leaveLine(mine);
          reject(refusal());
          admit();
        }, timeoutMilliseconds);
        const begin = (isReserved: boolean) => {
          clearTimeout(timer);
          resolve(hold(upload, isReserved));
        };
        const mine: QueuedUpload = { upload, begin };
        waiting.add(mine);
        waitingBy.add(upload.person, 1);
        admit();
        if (waiting.size === 0 || looking) return;
        look();
        looking = setInterval(look, lookMilliseconds).unref();
      });
      return () => release(holding);
    },
  };
}

/** The bytes to reserve for an upload: its declared length, at most `maxBytes`. */
export function heldBytes({ headers }: FastifyRequest, maxBytes: number): number {
  const declared = Number(headers['content-length']);
  return Number.isFinite(declared) && declared > 0 ? Math.min(declared, maxBytes) : maxBytes;
}

/** The upload of a request. */
export const uploadOf = ({ raw, ip }: FastifyRequest, person: number, bytes: number): Upload => ({
  person,
  network: networkOf(ip),
  bytes,
  received: () => (raw.complete || raw.destroyed ? undefined : raw.socket.bytesRead),
  // Its response has not begun: memory is released before.
  cutOff: () => refuseSlowRequest(raw.socket),
});
