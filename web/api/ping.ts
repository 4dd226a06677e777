import { callUrl } from './client.ts';

/** How long a ping may take before it counts as failed. */
const requestTimeout = 5000;

export type Ping = {
  readonly milliseconds: number;
  /** The server's clock at the response, to the second; undefined when the header is missing. */
  readonly serverTime: number | undefined;
};

/**
 * Times one small request that bypasses every cache; undefined when it failed. A failure shows no notice: it is a
 * result.
 */
export async function ping(): Promise<Ping | undefined> {
  const began = performance.now();
  try {
    const response = await fetch(callUrl('applicationUiSettings'), {
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
