import { addressOf } from './client.ts';

/** How long a small call may take before it counts as unanswered. */
const requestTimeout = 5000;

export type Ping = {
  readonly milliseconds: number;
  /** The server's clock when it answered, to the second; undefined when it did not say. */
  readonly serverTime: number | undefined;
};

/** One small call past every cache, timed; undefined when no answer came. It tells nobody of a failure: it looks for one. */
export async function ping(): Promise<Ping | undefined> {
  const began = performance.now();
  try {
    const response = await fetch(addressOf('applicationUiSettings'), {
      cache: 'no-store',
      signal: AbortSignal.timeout(requestTimeout),
    });
    await response.text();
    if (!response.ok) return undefined;
    const serverTime = Date.parse(response.headers.get('date') ?? '');
    return {
      milliseconds: performance.now() - began,
      serverTime: Number.isNaN(serverTime) ? undefined : serverTime,
    };
  } catch {
    return undefined;
  }
}
