import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Workload } from '#contract/call.ts';
import { openTurnstile, type TurnstileLimits, tooMany } from './turnstile.ts';

/** What a workload does before and after each of its calls. */
type Turn = {
  preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  onResponse: (request: FastifyRequest) => Promise<void>;
};

export type Turns = Readonly<Partial<Record<Workload, Turn>>>;

/** Lists and exports of one process at once. */
const limits = {
  list: { perPerson: 2, inAll: 4, inRush: 1, waitSeconds: 8, mostWaiting: 100, mostWaitingOfPerson: 10 },
  export: { perPerson: 1, inAll: 2, inRush: 1, waitSeconds: 8, mostWaiting: 20, mostWaitingOfPerson: 3 },
} as const satisfies Partial<Record<Workload, TurnstileLimits>>;

/** In a rush a turn is followed by a pause of so many times its length, at most so long, before the next one. */
const pauses = { times: 12, mostMilliseconds: 6000 } as const;

/** A file that a slow network takes longer to fetch than this does not keep the next one waiting. */
const longestTurnSeconds = 120;

/** Lists and exports take turns, fewer at once while people wait to sign in; everything else goes straight through. */
export function openTurns(isRush: () => boolean): Turns {
  return { list: turnOf(limits.list, isRush), export: turnOf(limits.export, isRush) };
}

function turnOf(limit: TurnstileLimits, isRush: () => boolean): Turn {
  const turnstile = openTurnstile(limit, isRush);
  const leaving = new WeakMap<FastifyRequest, () => void>();
  return {
    preHandler: async (request, reply) => {
      const leave = await turnstile.enter(request.caller?.actor.userId ?? 0);
      if (reply.raw.destroyed) {
        // Whoever has gone meanwhile needs no list, and will not be heard leaving.
        leave();
        throw tooMany();
      }
      const longest = setTimeout(leave, longestTurnSeconds * 1000).unref();
      const began = performance.now();
      leaving.set(request, () => {
        clearTimeout(longest);
        const took = performance.now() - began;
        if (isRush()) setTimeout(leave, Math.min(pauses.mostMilliseconds, took * pauses.times)).unref();
        else leave();
      });
    },
    onResponse: async (request) => leaving.get(request)?.(),
  };
}
