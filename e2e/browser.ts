import { type Browser, chromium } from 'playwright-core';
import { useStarted } from '#server/testing/use-started.ts';
import { chromiumExecutable } from '#tools/chromium.ts';

/** Starts the browser for the e2e tests, sandboxed where the machine allows it. */
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
    // Some kernels do not let ordinary users create the namespaces a sandbox needs.
    if (/sandbox/i.test(error.message)) return launch(false);
    throw error;
  });
}

/** Starts a browser for the tests of this file. */
export const useBrowser = (): Browser => useStarted(launchBrowser, (browser) => browser.close());
