import type { FastifyBaseLogger } from 'fastify';

export type Repeating = { stop(): Promise<void> };

/** Does a piece of work again and again, never twice at once; a failure is logged and the next round tries again. */
export function repeat(everyMs: number, log: FastifyBaseLogger, work: () => Promise<void>): Repeating {
  let stopped = false;
  let wake = () => {};
  const rounds = (async () => {
    while (!stopped) {
      await work().catch((error: unknown) => log.error({ err: error }, 'a background job failed'));
      if (stopped) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, everyMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    stop: () => {
      stopped = true;
      wake();
      return rounds;
    },
  };
}
