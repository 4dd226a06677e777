import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type Workload, workloadOf } from '#contract/call.ts';
import { networkOf } from '#domain/network/network.ts';
import { type Pressure, pauseAfter } from '#server/rush.ts';
import type { Services } from '#server/services.ts';
import { authenticateByToken } from './authentication.ts';
import { type ConcurrencyLimits, openConcurrencyLimiter, tooMany } from './concurrency-limiter.ts';

type EnterHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** A turn of a call, as hooks around it: it begins before or after the caller's sign-in is looked up. */
type Turn = ({ onRequest: EnterHook; preHandler?: never } | { preHandler: EnterHook; onRequest?: never }) & {
  onSend: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  onResponse: (request: FastifyRequest) => Promise<void>;
};

export type Turns = Readonly<Partial<Record<Workload | 'image', Turn>>>;

/** No shared limit, only one per person: nobody gets all connections of a workload. */
const perPersonOnly = {
  total: Number.POSITIVE_INFINITY,
  totalInRush: Number.POSITIVE_INFINITY,
  waitSeconds: 8,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxWaitingPerPerson: 100,
} as const;

/** Longer than the statements ahead may run, so that a second tab or a double click is not refused. */
const longWaitSeconds = 30;

/** Concurrency limits in one process. */
const limits = {
  list: { perPerson: 2, total: 3, totalInRush: 1, waitSeconds: 8, maxWaiting: 100, maxWaitingPerPerson: 10 },
  export: { perPerson: 1, total: 2, totalInRush: 1, waitSeconds: 8, maxWaiting: 20, maxWaitingPerPerson: 3 },
  signIn: { perPerson: 2, ...perPersonOnly, maxWaitingPerPerson: 20 },
  exam: { perPerson: 4, ...perPersonOnly, waitSeconds: longWaitSeconds },
  // An office may book for hundreds of students at once.
  booking: { perPerson: 2, ...perPersonOnly, waitSeconds: longWaitSeconds, maxWaitingPerPerson: 1000 },
  // Per network, because a signed address names no person. A whole university may share one, and its browsers ask for six images each.
  image: {
    perPerson: 3,
    total: 4,
    totalInRush: 4,
    waitSeconds: 60,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingPerPerson: 6000,
  },
  student: { perPerson: 1, ...perPersonOnly },
  office: { perPerson: 2, ...perPersonOnly },
} as const satisfies Partial<Record<Workload | 'image', ConcurrencyLimits>>;

/**
 * A pause follows each turn, a multiple of its duration up to a maximum: during a rush, and a shorter one while many
 * exams are taken.
 */
const pauses = { rush: 12, busy: 1, maxMilliseconds: 6000 } as const;

/** A download over a slow network gives up its turn after this long. */
const maxTurnSeconds = 120;

/**
 * Limits the concurrent calls of a person, and lists and exports in all, these more strictly in a rush.
 */
export function openTurns({ rush, tokens }: Pick<Services, 'rush' | 'tokens'>): Turns {
  const noPressure = { isRush: () => false, areExamsBusy: () => false };
  const afterLookUp = (limit: ConcurrencyLimits, yieldingTo: Pressure = noPressure): Turn => {
    const { enter, ...hooks } = turnOf(limit, yieldingTo, ({ caller }) => caller?.actor.userId ?? 0);
    return { preHandler: enter, ...hooks };
  };
  const images = turnOf(limits.image, noPressure, ({ ip }) => networkOf(ip));
  // Even looking up the sign-in would use the connections that passwords need.
  const { enter, ...hooks } = turnOf(
    limits.signIn,
    noPressure,
    async (request) => (await authenticateByToken({ tokens }, request)).actor.userId,
  );
  return {
    signIn: { onRequest: enter, ...hooks },
    list: afterLookUp(limits.list, rush),
    export: afterLookUp(limits.export, rush),
    exam: afterLookUp(limits.exam),
    booking: afterLookUp(limits.booking),
    // An image is in memory before it is sent, so a slow download keeps nobody waiting.
    image: {
      onRequest: images.enter,
      onSend: images.onResponse,
      onResponse: images.onResponse,
    },
    student: afterLookUp(limits.student),
    office: afterLookUp(limits.office),
  };
}

/**
 * The turn of a call, if it takes one. Of public calls only images use the connections of exams, an upload can take
 * minutes to arrive, and for saves see `server/exams/personal-limits.ts`.
 */
export function turnFor(turns: Turns, call: Call): Turn | undefined {
  const workload = workloadOf(call);
  if (call.access === 'public') return workload === 'exam' ? turns.image : undefined;
  if (call.upload || call.signInCheckedBy === 'statement') return undefined;
  return turns[workload];
}

type PersonOf = (request: FastifyRequest) => number | string | Promise<number>;

function turnOf(
  limit: ConcurrencyLimits,
  pressure: Pressure,
  personOf: PersonOf,
): Pick<Turn, 'onSend' | 'onResponse'> & { enter: EnterHook } {
  const limiter = openConcurrencyLimiter(limit, () => pressure.isRush() || pressure.areExamsBusy());
  const releases = new WeakMap<FastifyRequest, () => void>();
  return {
    enter: async (request, reply) => {
      const leave = await limiter.enter(await personOf(request));
      if (reply.raw.destroyed) {
        // The client has disconnected, so `onResponse` will not run.
        leave();
        throw tooMany();
      }
      const maxTurnTimer = setTimeout(leave, maxTurnSeconds * 1000).unref();
      const began = performance.now();
      releases.set(request, () => {
        releases.delete(request);
        clearTimeout(maxTurnTimer);
        const milliseconds = pauseAfter(pressure, pauses, performance.now() - began);
        if (milliseconds > 0) setTimeout(leave, milliseconds).unref();
        else leave();
      });
    },
    // A client that disconnected during its call gets no response, so `onResponse` does not run.
    onSend: async (request, reply) => {
      const release = releases.get(request);
      if (!release) return;
      if (reply.raw.destroyed) release();
      else reply.raw.once('close', release);
    },
    onResponse: async (request) => releases.get(request)?.(),
  };
}
