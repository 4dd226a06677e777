import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumExecutable } from '#tools/chromium.ts';

/** A browser profile on disk that outlives its browser. */
export type Profile = {
  open(baseURL: string): Promise<BrowserContext>;
  /** Ends every process of the browser at once, as a power cut would. */
  kill(): Promise<void>;
  remove(): Promise<void>;
};

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

export async function newProfile(): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'exam-profile-'));
  return {
    open: async (baseURL) => {
      const { executablePath, env, args } = await chromiumExecutable();
      const inherited = Object.entries(process.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      return chromium.launchPersistentContext(folder, {
        executablePath,
        args,
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
            // It went on its own.
          }
        }
        await pause(50);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
