import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from './child-process.mjs';
import { withLock } from './lock.mjs';
import { Stop, step } from './progress.mjs';

export const ROOT = dirname(import.meta.dirname);
export const LOCKS = join(ROOT, '.data', 'locks');

const STAMP = join(ROOT, 'node_modules', '.cache', 'exam-platform', 'installed');

/** Installs the packages when they are missing or the lock file has changed. */
export async function installIfNeeded() {
  if (await isInstalled()) return;
  await withLock(LOCKS, 'install', install, () =>
    console.log('Waiting for another installation to finish …'),
  );
}

/** @param {(pid: number) => Promise<void>} alsoHeldBy */
async function install(alsoHeldBy) {
  if (await isInstalled()) return;
  await step('Installing packages', async () => {
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await run('npm', args, { cwd: ROOT, onStart: alsoHeldBy });
    if (code !== 0) throw new Stop(`${output}\nThe packages could not be installed.`, code);
  });
  await writeStamp();
}

async function isInstalled() {
  const wanted = await currentStamp();
  const stamp = await readFile(STAMP, 'utf8').catch(() => undefined);
  if (stamp !== undefined) return stamp === wanted;
  if (!(await npmInstalledTheLockFile())) return false;
  await writeStamp();
  return true;
}

/** After a manual `npm ci`, npm's own record of installed packages matches the lock file. */
async function npmInstalledTheLockFile() {
  const installed = await packagesOf(join(ROOT, 'node_modules', '.package-lock.json'));
  const wanted = await packagesOf(join(ROOT, 'package-lock.json'));
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path];
    return path === '' || (found ? found.version === entry.version : entry.optional === true);
  });
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, { version?: string, optional?: boolean }> | undefined>}
 */
async function packagesOf(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

async function currentStamp() {
  const lock = await readFile(join(ROOT, 'package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex');
}

async function writeStamp() {
  await mkdir(dirname(STAMP), { recursive: true });
  await writeFile(STAMP, await currentStamp());
}
