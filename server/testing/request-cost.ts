/** The largest refusal. */
const maxBytes = 16 * 1024;

export type CallResponse = {
  readonly statusCode: number;
  readonly body: string;
  readonly rawPayload: Buffer;
};

/** Describes what is wrong with the response to a hostile request; empty when it is bounded and in the API's format. */
export function complaint({ statusCode, rawPayload, body }: CallResponse): string | undefined {
  if (statusCode >= 500) return `answered ${statusCode}`;
  if (statusCode < 400) return undefined;
  if (rawPayload.length > maxBytes) return `answered ${rawPayload.length} bytes`;
  const { error, params } = JSON.parse(body) as { error?: unknown; params?: unknown };
  return typeof error === 'string' && typeof params === 'object' ? undefined : 'answered without a code';
}

/**
 * The CPU time of this process during an action, in milliseconds: the minimum of three runs, or the first one that is
 * low enough.
 */
export async function costOf(work: () => Promise<unknown>, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3 && least > enough; turn += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
