import { useEffect, useRef, useState } from 'react';
import type { LoginData, login } from '#contract/auth.ts';
import type { SentBodyOfCall } from '#contract/call.ts';
import { askAgainAfter } from '#domain/sign-in/wait-estimate.ts';
import { ApiError } from '#web/base/api-error.ts';
import { delay } from '#web/base/delay.ts';
import { call, type Options } from './client.ts';

export type QueueState = {
  /** When the turn comes, on the page's monotonic clock. */
  readonly at: number;
};

/** Milliseconds by which a new estimate may differ without being shown: a screen reader would announce each. */
const sameTime = 5000;

/** The delay and ticket of a queued sign-in. */
function queueStateOf(error: unknown): { seconds: number; ticket: string } | undefined {
  if (!(error instanceof ApiError) || error.code !== 'auth.queued') return undefined;
  const { seconds, ticket } = error.params;
  return { seconds: Number(seconds), ticket: String(ticket) };
}

/**
 * Signs in. While the server is busy, waits and retries with the ticket that keeps the place in the queue, a long wait
 * also before its end. `turn` is
 * set while waiting; when the wait is cancelled or the form unmounts, `enter` returns undefined.
 */
export function useQueuedLogin() {
  const [turn, setTurn] = useState<QueueState>();
  const cancelling = useRef<AbortController>(undefined);
  useEffect(() => () => cancelling.current?.abort(), []);

  const send = async (
    body: SentBodyOfCall<typeof login>,
    handled: Options['handled'],
    signal: AbortSignal,
  ): Promise<LoginData | undefined> => {
    try {
      return await call<typeof login>('POST login', { body, handled, signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      const wait = queueStateOf(error);
      if (!wait) throw error;
      const at = performance.now() + wait.seconds * 1000;
      setTurn((shown) => (shown && Math.abs(shown.at - at) < sameTime ? shown : { at }));
      await delay(askAgainAfter(wait.seconds) * 1000, signal).catch(() => undefined);
      return signal.aborted ? undefined : send({ ...body, ticket: wait.ticket }, handled, signal);
    }
  };

  return {
    turn,
    cancel: () => cancelling.current?.abort(),
    enter: async (
      body: SentBodyOfCall<typeof login>,
      handled: Options['handled'] = true,
    ): Promise<LoginData | undefined> => {
      cancelling.current?.abort();
      const controller = new AbortController();
      cancelling.current = controller;
      try {
        return await send(body, handled, controller.signal);
      } finally {
        if (cancelling.current === controller) setTurn(undefined);
      }
    },
  };
}
