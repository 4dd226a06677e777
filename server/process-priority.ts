import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

export const lowestPriority = 19;
/** Linux lets accounts other than root change the niceness of a group ten times a second. */
const attempts = 20;
const pauseMilliseconds = 120;

/**
 * Makes the session that a process leads nicer: Linux shares the processors between sessions (autogroups) before it shares
 * them between processes. Retries while `isStill` holds; throws when it is not allowed.
 */
export async function lowerGroup(
  pid: number,
  niceness: number,
  isStill: () => Promise<boolean> | boolean,
): Promise<void> {
  for (let attempt = 1; !(await isLowered(pid, niceness)) && attempt < attempts; attempt += 1) {
    await pause(pauseMilliseconds, undefined, { ref: false });
    if (!(await isStill())) return;
  }
}

/** False when it must be retried. */
async function isLowered(pid: number, niceness: number): Promise<boolean> {
  try {
    await writeFile(`/proc/${pid}/autogroup`, String(niceness));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Kernels without autogroups share the processors between processes.
    if (code === 'ENOENT') return true;
    if (code === 'EAGAIN') return false;
    throw error;
  }
}

/** Lowers the priority of a process that has just started and leads a session; its threads inherit it. Never fails. */
export async function lowerProcess(child: ChildProcess, steps: number): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(lowestPriority, getPriority() + steps));
    await lowerGroup(pid, steps, () => child.exitCode === null && child.signalCode === null);
  } catch {
    // Not Linux, not allowed, or the process has ended.
  }
}
