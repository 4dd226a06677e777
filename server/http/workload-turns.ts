import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Workload } from '#contract/call.ts';
import { type ConcurrencyLimits, openConcurrencyLimiter, tooMany } from './concurrency-limiter.ts';

/** The hooks of a workload around each of its calls. */
type Turn = {
  preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  onSend: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  onResponse: (request: FastifyRequest) => Promise<void>;
};

export type Turns = Readonly<Partial<Record<Workload, Turn>>>;

/** Concurrency limits for lists and exports in one process. */
const limits = {
  list: { perPerson: 2, inAll: 4, inRush: 1, waitSeconds: 8, maxWaiting: 100, maxWaitingPerPerson: 10 },
  export: { perPerson: 1, inAll: 2, inRush: 1, waitSeconds: 8, maxWaiting: 20, maxWaitingPerPerson: 3 },
} as const satisfies Partial<Record<Workload, ConcurrencyLimits>>;

/** During a rush, a pause follows each turn: a multiple of the turn's duration, up to a maximum. */
const pauses = { times: 12, maxMilliseconds: 6000 } as const;

/** A download over a slow network gives up its turn after this long. */
const maxTurnSeconds = 120;

/** Limits concurrent lists and exports, more strictly while people wait to sign in; other workloads have no limit. */
export function openTurns(isRush: () => boolean): Turns {
  return { list: turnOf(limits.list, isRush), export: turnOf(limits.export, isRush) };
}

function turnOf(limit: ConcurrencyLimits, isRush: () => boolean): Turn {
  const limiter = openConcurrencyLimiter(limit, isRush);
  const leaving = new WeakMap<FastifyRequest, () => void>();
  return {
    preHandler: async (request, reply) => {
      const leave = await limiter.enter(request.caller?.actor.userId ?? 0);
      if (reply.raw.destroyed) {
        // The client has disconnected, so `onResponse` will not run.
        leave();
        throw tooMany();
      }
      const longest = setTimeout(leave, maxTurnSeconds * 1000).unref();
      const began = performance.now();
      leaving.set(request, () => {
        leaving.delete(request);
        clearTimeout(longest);
        const took = performance.now() - began;
        if (isRush()) setTimeout(leave, Math.min(pauses.maxMilliseconds, took * pauses.times)).unref();
        else leave();
      });
    },
    // A client that disconnected during its call gets no response, so `onResponse` does not run.
    onSend: async (request, reply) => {
      const leave = leaving.get(request);
      if (!leave) return;
      if (reply.raw.destroyed) leave();
      else reply.raw.once('close', leave);
    },
    onResponse: async (request) => leaving.get(request)?.(),
  };
}
