import { type Browser, chromium } from 'playwright-core';
import { useStarted } from '#server/testing/use-started.ts';
import { chromiumExecutable } from '#tools/chromium.ts';
import { closeOthers, describeAfterFailure } from './reused-pages.ts';

/** Starts the browser for the e2e tests, sandboxed where the machine allows it. */
async function launchBrowser(): Promise<Browser> {
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

/** The browser of this worker; it ends with the process, because its connection does. */
let ofWorker: Browser | undefined;

async function sharedBrowser(): Promise<Browser> {
  if (!ofWorker?.isConnected()) ofWorker = await launchBrowser();
  return ofWorker;
}

/** The browser for the tests of this file. The files of a worker share it; each begins and ends without visits. */
export const useBrowser = (): Browser => describeAfterFailure(useStarted(sharedBrowser, closeOthers));

/** A browser of its own for a part of this file. */
export const useOwnBrowser = (): Browser =>
  describeAfterFailure(useStarted(launchBrowser, (browser) => browser.close()));
