import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, inject, type TestContext } from 'vitest';

/**
 * Pages between two tests. A page that loaded the product once has its scripts cached and compiled, so the next visit
 * costs half as much.
 */
const idle = new Set<Page>();

/** A path of the server that opens without running scripts. */
export const EMPTY_PAGE = '/theme.js';

/** Contexts that a reset returns to their initial state. */
const resettable = new WeakSet<BrowserContext>();

const persistent: Readonly<Record<'page' | 'context' | 'clock', readonly string[]>> = {
  page: ['addInitScript', 'exposeFunction', 'exposeBinding', 'emulateMedia'],
  context: [
    'addInitScript',
    'exposeFunction',
    'exposeBinding',
    'grantPermissions',
    'newCDPSession',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  clock: ['install', 'fastForward', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
};

const events = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/** Detects calls that a reset cannot undo; such a page is closed with its test. */
export function watchChanges(page: Page): void {
  const context = page.context();
  resettable.add(context);
  const objects = { page, context, clock: page.clock };
  for (const [name, methods] of Object.entries(persistent)) {
    const object = objects[name as keyof typeof objects];
    for (const method of methods) {
      const original = Reflect.get(object, method) as (...args: unknown[]) => unknown;
      Reflect.set(object, method, (...args: unknown[]) => {
        resettable.delete(context);
        return original.apply(object, args);
      });
    }
  }
}

/** An empty page of an earlier test, without stored data. */
export function takeIdle(browser: Browser, origin: string): Page | undefined {
  const contexts = browser.contexts();
  for (const page of idle) {
    if (page.isClosed()) idle.delete(page);
    if (!contexts.includes(page.context()) || new URL(page.url()).origin !== origin) continue;
    idle.delete(page);
    return page;
  }
  return undefined;
}

/** Waits until the unregistered worker of the exam page has ended, which it does at once unless it is still busy. */
async function withoutServiceWorker(context: BrowserContext): Promise<void> {
  for (const deadline = Date.now() + 2000; context.serviceWorkers().length > 0; await pause(20))
    if (Date.now() > deadline) throw new Error('a service worker stays');
}

/** Ends a visit: keeps the page for the next test, or closes it when it cannot be reset. */
export async function leave(page: Page): Promise<void> {
  const context = page.context();
  try {
    if (page.isClosed() || !resettable.has(context)) throw new Error();
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of events) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(EMPTY_PAGE, { timeout: 10_000 });
    await page.evaluate(async () => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
      for (const name of await caches.keys()) await caches.delete(name);
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    });
    await withoutServiceWorker(context);
    await context.clearCookies();
    await page.mouse.move(0, 0);
    idle.add(page);
  } catch {
    await context.close();
  }
}

/** Prints what the open pages show when a test has failed: the log of a run is often all there is. */
async function describePages(browser: Browser, { task }: TestContext): Promise<void> {
  if (task.result?.state !== 'fail' || !browser.isConnected()) return;
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const page of pages.filter((one) => !idle.has(one))) {
    const shown = await page
      .locator('body')
      .innerText({ timeout: 5000 })
      .catch((error: Error) => error.message);
    console.log(`After the failure, ${page.url()} shows:\n${shown.slice(0, 3000)}`);
  }
}

/** Prints what the browser shows after each test that fails. */
export function describeAfterFailure(browser: Browser): Browser {
  afterEach((test) => describePages(browser, test));
  return browser;
}

/** Ends every visit of a test. */
export async function leaveAll(browser: Browser, test: TestContext): Promise<void> {
  await describePages(browser, test);
  for (const context of browser.contexts()) {
    const [page] = context.pages();
    if (!page) await context.close();
    else if (!idle.has(page)) await leave(page);
  }
}

/** Closes what the tests of a file left open, and idle pages of a server that ends with the file. */
export async function closeOthers(browser: Browser): Promise<void> {
  const shared = new URL(inject('serverUrl')).origin;
  for (const context of browser.contexts()) {
    const [page] = context.pages();
    if (!page || !idle.has(page) || new URL(page.url()).origin !== shared) await context.close();
  }
  for (const page of idle) if (page.isClosed()) idle.delete(page);
}
