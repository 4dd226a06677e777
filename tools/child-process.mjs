import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Running children. Each leads a process group, so Ctrl-C reaches only this process, which forwards it once. */
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** @type {NodeJS.Signals | undefined} */
let interruptedBy;

/** The signal that asked this command to end, if any. */
export const interruption = () => interruptedBy;

/** The exit code a shell expects from a command that ended on a signal. */
export const exitCodeOf = (/** @type {NodeJS.Signals} */ signal) =>
  128 + ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[/** @type {'SIGINT'} */ (signal)] ?? 9);

/**
 * Forwards signals to the children and ends them when the parent is gone, because npm does not forward SIGTERM.
 */
export function endWithParent() {
  const before = lineage();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => interrupt(signal));
  }
  const watch = setInterval(() => {
    if (!interruptedBy && lineage() !== before) interrupt('SIGTERM');
  }, 250);
  watch.unref();
}

/** The parent, and the grandparent when npm runs behind a shell that would outlive it. */
function lineage() {
  if (!process.env.npm_lifecycle_event) return `${process.ppid}`;
  try {
    const [, parentOfParent] =
      readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return `${process.ppid} ${parentOfParent}`;
  } catch {
    return `${process.ppid}`;
  }
}

/** @param {NodeJS.Signals} signal */
function interrupt(signal) {
  interruptedBy = signal;
  // Treat a closed terminal like SIGTERM.
  for (const child of children) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  if (children.size === 0) process.exit(exitCodeOf(signal));
}

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {boolean} [show] whether its output goes to the terminal; otherwise it is collected
 * @property {boolean} [sweep] whether to kill the rest of its process group when it ends
 * @property {(pid: number) => unknown} [onStart]
 */

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env = process.env, cwd, show = false, sweep = false, onStart } = {}) {
  return new Promise((resolve, reject) => {
    if (interruptedBy) return resolve({ code: exitCodeOf(interruptedBy), output: '' });
    const child = spawn(command, args, {
      env,
      ...(cwd ? { cwd } : {}),
      detached: process.platform !== 'win32',
      shell: process.platform === 'win32' && command === 'npm',
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    if (child.pid && onStart) onStart(child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      children.delete(child);
      reject(error);
    });
    child.once(show ? 'exit' : 'close', (code, signal) => {
      children.delete(child);
      if (sweep && child.pid) killGroup(child.pid);
      resolve({ code: code ?? exitCodeOf(signal ?? 'SIGKILL'), output });
    });
  });
}

/** @param {number} leader */
function killGroup(leader) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The process group is gone.
  }
}
