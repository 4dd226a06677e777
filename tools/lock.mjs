import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs the work while holding a lock on the clone; a second command waits for the first.
 * The work registers the processes it starts, because they may outlive a killed holder and still write.
 * @template T
 * @param {string} folder
 * @param {string} name
 * @param {(alsoHeldBy: (pid: number) => Promise<void>) => Promise<T>} work
 * @param {() => void} [onWait]
 * @returns {Promise<T>}
 */
export async function withLock(folder, name, work, onWait) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.lock`);
  await acquire(file, onWait);
  try {
    return await work((pid) => writeFile(file, `${process.pid} ${pid}`));
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * @param {string} file
 * @param {(() => void) | undefined} onWait
 */
async function acquire(file, onWait) {
  for (let waited = false; ; waited = true) {
    try {
      return await writeFile(file, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    if (await clearIfAbandoned(file)) continue;
    if (!waited) onWait?.();
    await pause(200);
  }
}

/** @param {string} file */
async function clearIfAbandoned(file) {
  const holders = await readFile(file, 'utf8').catch(() => undefined);
  // A new lock file may not contain the pid yet; its owner is alive.
  if (!holders || holders.split(' ').some((pid) => isAlive(Number(pid)))) return false;
  const replacedFile = `${file}.${process.pid}`;
  const moved = await rename(file, replacedFile).then(
    () => true,
    () => false,
  );
  if (!moved) return true;
  const taken = await readFile(replacedFile, 'utf8');
  if (taken === holders) await rm(replacedFile, { force: true });
  else await rename(replacedFile, file);
  return true;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
