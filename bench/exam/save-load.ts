import { percentile } from '../percentile.ts';
import type { Candidates } from './candidates.ts';
import { openLoop } from './http-load.ts';
import type { ServerProcess } from './server-process.ts';

export type SaveLoad = {
  /** How many students have a running exam. */
  readonly students: number;
  readonly perSecond: number;
  readonly seconds: number;
};

/** The 99th percentile latency of saves at an even rate, in milliseconds; fails when a save fails. */
export async function p99OfSaves(
  { port }: ServerProcess,
  candidates: Candidates,
  { students, perSecond, seconds }: SaveLoad,
): Promise<number> {
  const requests = Array.from({ length: perSecond * seconds }, () => candidates.save(students));
  const load = await openLoop(port, { requests, seconds, connections: 256 });
  if (load.failed > 0) throw new Error(`${load.failed} of ${load.count} saves failed`);
  return percentile(load.latencies, 0.99);
}
