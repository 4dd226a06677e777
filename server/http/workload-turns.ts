import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type Workload, workloadOf } from '#contract/call.ts';
import { type ConcurrencyLimits, openConcurrencyLimiter, tooMany } from './concurrency-limiter.ts';

/** The hooks of a workload around each of its calls. */
type Turn = {
  preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  onSend: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  onResponse: (request: FastifyRequest) => Promise<void>;
};

export type Turns = Readonly<Partial<Record<Workload, Turn>>>;

/** Callers of these wait for nobody but themselves: one person never gets all connections of a workload. */
const perPersonOnly = {
  inAll: Number.POSITIVE_INFINITY,
  inRush: Number.POSITIVE_INFINITY,
  waitSeconds: 8,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxWaitingPerPerson: 100,
} as const;

/** Concurrency limits in one process. */
const limits = {
  list: { perPerson: 2, inAll: 3, inRush: 1, waitSeconds: 8, maxWaiting: 100, maxWaitingPerPerson: 10 },
  export: { perPerson: 1, inAll: 2, inRush: 1, waitSeconds: 8, maxWaiting: 20, maxWaitingPerPerson: 3 },
  exam: { perPerson: 4, ...perPersonOnly },
  booking: { perPerson: 2, ...perPersonOnly },
  student: { perPerson: 1, ...perPersonOnly },
  office: { perPerson: 2, ...perPersonOnly },
} as const satisfies Partial<Record<Workload, ConcurrencyLimits>>;

/** During a rush, a pause follows each turn: a multiple of the turn's duration, up to a maximum. */
const pauses = { times: 12, maxMilliseconds: 6000 } as const;

/** A download over a slow network gives up its turn after this long. */
const maxTurnSeconds = 120;

/**
 * Limits the concurrent calls of a person, and lists and exports in all, these more strictly in a rush.
 */
export function openTurns(isRush: () => boolean): Turns {
  const never = () => false;
  return {
    list: turnOf(limits.list, isRush),
    export: turnOf(limits.export, isRush),
    exam: turnOf(limits.exam, never),
    booking: turnOf(limits.booking, never),
    student: turnOf(limits.student, never),
    office: turnOf(limits.office, never),
  };
}

/**
 * The turn of a call, if it takes one. Public calls have no person, an upload can take minutes to arrive, and of exams
 * and booking only reads wait for a turn; for saves see `server/exams/personal-limits.ts`.
 */
export function turnFor(turns: Turns, call: Call): Turn | undefined {
  const workload = workloadOf(call);
  if (call.access === 'public' || call.upload || call.signInCheckedBy === 'statement') return undefined;
  if ((workload === 'exam' || workload === 'booking') && call.method !== 'GET') return undefined;
  return turns[workload];
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
