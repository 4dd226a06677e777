import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Lowers the priority of this thread. Linux has a priority per thread; elsewhere it stays as it is. */
export function lowerPriority(niceness: number): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // Not Linux, or not allowed.
  }
}
