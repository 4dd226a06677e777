import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumExecutable } from '#tools/chromium.ts';

/** A browser profile on disk that outlives its browser. */
export type Profile = {
  open(baseURL: string): Promise<BrowserContext>;
  /** Kills every browser process at the same moment, like a power cut. */
  kill(): Promise<void>;
  /** The bytes on disk of everything that pages stored and cached. */
  bytesOnDisk(): Promise<Buffer>;
  remove(): Promise<void>;
};

/** Where the browser keeps the storage of pages, without its own data such as the history. */
const ofPages = [
  'IndexedDB',
  'Local Storage',
  'Service Worker',
  'Cache',
  'blob_storage',
  'Shared Dictionary',
];

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function processesOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return command.includes(folder) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}

/** A browser profile that can resolve a host name to this computer, like a name on the local network. */
export async function newProfile(localName?: string): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'exam-profile-'));
  return {
    open: async (baseURL) => {
      const { executablePath, env, args } = await chromiumExecutable();
      const inherited = Object.entries(process.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      return chromium.launchPersistentContext(folder, {
        executablePath,
        args: localName ? [...args, `--host-resolver-rules=MAP ${localName} 127.0.0.1`] : args,
        chromiumSandbox: process.getuid?.() !== 0,
        env: { ...Object.fromEntries(inherited), ...env },
        baseURL,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
    },
    kill: async () => {
      for (let tries = 0; tries < 50; tries += 1) {
        const pids = await processesOf(folder);
        if (pids.length === 0) return;
        for (const pid of pids) {
          try {
            process.kill(pid, 'SIGKILL');
          } catch {
            // Already exited.
          }
        }
        await pause(50);
      }
    },
    bytesOnDisk: async () => {
      const files = await Promise.all(ofPages.map((name) => filesIn(join(folder, 'Default', name))));
      return Buffer.concat(await Promise.all(files.flat().map((file) => readFile(file))));
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
