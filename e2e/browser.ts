import { type Browser, chromium } from 'playwright-core';
import { useStarted } from '#server/testing/use-started.ts';
import { chromiumExecutable } from '#tools/chromium.ts';

/** Starts the real browser of the journeys, sandboxed wherever the machine allows it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env, args } = await chromiumExecutable();
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const launch = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath,
      args,
      chromiumSandbox,
      env: { ...Object.fromEntries(inherited), ...env },
    });
  if (process.getuid?.() === 0) return launch(false);
  return launch(true).catch((error: Error) => {
    // Some kernels give ordinary users no namespaces to build a sandbox from.
    if (/sandbox/i.test(error.message)) return launch(false);
    throw error;
  });
}

/** A browser for the tests of the file. */
export const useBrowser = (): Browser => useStarted(launchBrowser, (browser) => browser.close());
