import { type Browser, chromium } from 'playwright-core';
import { chromiumExecutable } from '#tools/chromium.ts';

/** Starts the browser of the browser tests. */
export async function launchChromium(): Promise<Browser> {
  const { executablePath, env, args } = await chromiumExecutable();
  return chromium.launch({
    executablePath,
    args,
    chromiumSandbox: process.getuid?.() !== 0,
    env: { ...(process.env as Record<string, string>), ...env },
  });
}
