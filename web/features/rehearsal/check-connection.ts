import { ping } from '#web/api/ping.ts';
import type { Finding } from './finding.ts';
import { judgeClock } from './judge-clock.ts';
import { judgeConnection } from './judge-connection.ts';

const calls = 7;

/** Makes several small requests in sequence and judges the connection and the clock by them. */
export async function checkConnection(): Promise<{ connection: Finding; clock: Finding }> {
  // The first request also opens the connection, which an exam does long before it matters.
  await ping();
  const pings: Awaited<ReturnType<typeof ping>>[] = [];
  for (let made = 0; made < calls; made += 1) pings.push(await ping());
  return {
    connection: judgeConnection(pings.map((answer) => answer?.milliseconds)),
    clock: judgeClock(Date.now(), pings.at(-1)?.serverTime),
  };
}
