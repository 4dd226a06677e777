import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { inject } from 'vitest';
import type { LoginData } from '#contract/auth.ts';
import type { Language } from '#i18n/languages.ts';
import { storedSignIn } from '#tools/stored-sign-in.ts';
import { EMPTY_PAGE, takeIdle, watchChanges } from './reused-pages.ts';

/** The demo accounts by role; all have the same password. */
export const accounts = {
  admin: 'admin@exam.test',
  dean: 'dean@exam.test',
  teacher: 'teacher@exam.test',
  collaborator: 'collaborator@exam.test',
  secretary: 'secretary@exam.test',
  generalSecretary: 'general.secretary@exam.test',
  student: 'student@exam.test',
} as const;
export type Account = keyof typeof accounts;
export const password = 'exam-demo-2026';

type Visit = {
  readonly language?: Language;
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
  /** Keeps the guided tour offer on the dashboard. */
  readonly withTourOffer?: boolean;
  /** Rows on a page of a list, when fewer than usual are enough. */
  readonly rows?: 10;
  /** Another server than the shared one. */
  readonly serverUrl?: string | undefined;
};

/** The sign-in as stored in a tab. */
export type SignInEntries = Readonly<Record<string, string>>;

/** Opens a page in a browser context that stores only language and theme, signed in or not. */
export async function newVisitor(browser: Browser, visit: Visit = {}, signIn?: SignInEntries): Promise<Page> {
  const origin = visit.serverUrl ?? inject('serverUrl');
  const page = takeIdle(browser, origin) ?? (await newPage(browser, origin));
  await page.setViewportSize({ width: visit.width ?? desktop.width, height: visit.height ?? desktop.height });
  await page.goto(EMPTY_PAGE);
  await page.evaluate(
    ([inBrowser, inTab]) => {
      for (const [name, value] of Object.entries(inBrowser)) localStorage.setItem(name, value);
      for (const [name, value] of Object.entries(inTab)) sessionStorage.setItem(name, value);
    },
    [
      {
        language: visit.language ?? 'en',
        ...(visit.dark === undefined ? {} : { darkMode: String(visit.dark) }),
        ...(visit.rows === undefined ? {} : { 'crud.pageSize': String(visit.rows) }),
        ...(visit.withTourOffer
          ? {}
          : { toursOffered: 'admin dean teacher secretary generalSecretary student' }),
      },
      signIn ?? {},
    ] as const,
  );
  page.setDefaultTimeout(timeoutMs);
  countRequests(page);
  noteSittingRefusals(page);
  return page;
}

const desktop = { width: 1920, height: 1000 };

async function newPage(browser: Browser, baseURL: string): Promise<Page> {
  // Further tabs have the size of the context, which outlives this visit. Animations would disturb measurements.
  const context = await browser.newContext({ baseURL, viewport: desktop, reducedMotion: 'reduce' });
  const page = await context.newPage();
  watchChanges(page);
  letLoad(page);
  return page;
}

/** How long a page that is opened may load on before a test goes on; some keep asking for something. */
const loadingMs = 5000;

/** Opens every page until it is quiet: what loads above a control moves it, and a click in that moment is lost. */
function letLoad(page: Page): void {
  for (const method of ['goto', 'reload', 'goBack', 'goForward'] as const) {
    const open = page[method].bind(page) as (...args: unknown[]) => Promise<unknown>;
    Reflect.set(page, method, async (...args: unknown[]) => {
      const response = await open(...args);
      if (args[0] === EMPTY_PAGE) return response;
      // A page that leads to another one has nothing to wait for.
      const loaded = quiet(page, loadingMs).catch(() => false);
      await Promise.race([loaded, pause(loadingMs, undefined, { ref: false })]);
      return response;
    });
  }
}

/** Stores the sign-in for the first page of a context; further tabs get it from that page. */
export async function rememberSignIn(context: BrowserContext, signIn: SignInEntries): Promise<void> {
  await context.addInitScript((entries) => {
    const mark = 'signedInByTheTest';
    if (!location.protocol.startsWith('http') || localStorage.getItem(mark) !== null) return;
    localStorage.setItem(mark, 'once');
    for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, value);
  }, signIn);
}

/** Reads a sessionStorage entry of the tab. */
export const inTab = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => sessionStorage.getItem(name), key);

/** Signs in through the form. */
export async function enter(page: Page, email: string, secret = password): Promise<void> {
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(secret);
  await page.locator('button[type="submit"]').click();
}

/** The tab's storage entries of a signed-in account. */
export async function signedIn(email: string, serverUrl = inject('serverUrl')): Promise<SignInEntries> {
  const response = await fetch(`${serverUrl}/api/umfst/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return storedSignIn((await response.json()) as LoginData);
}

/** Opens a page as an account that is already signed in. */
export async function visitAs(
  browser: Browser,
  account: Account,
  path: string,
  visit: Visit = {},
): Promise<Page> {
  const page = await newVisitor(browser, visit, await signedIn(accounts[account]));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await quiet(page);
  return page;
}

const closedCalls = new WeakMap<Page, Promise<string | undefined>[]>();

/** Records the calls the server refuses because the user sits an official exam. */
function noteSittingRefusals(page: Page): void {
  const noted: Promise<string | undefined>[] = [];
  closedCalls.set(page, noted);
  page.on('response', (response) => {
    if (response.status() !== 409) return;
    const refused = response.text().then(
      (body) => (body.includes('exam.sitting') ? new URL(response.url()).pathname : undefined),
      () => undefined,
    );
    noted.push(refused);
  });
}

/** The calls a page made that are closed during an exam; a correct page makes none. */
export const sittingRefusals = async (page: Page): Promise<string[]> =>
  (await Promise.all(closedCalls.get(page) ?? [])).filter((path) => path !== undefined);

const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Notes the requests of a page, for `quiet` and `settled`; those of `newVisitor` are. */
export function countRequests(page: Page): void {
  const requests = new Set<Request>();
  pendingRequests.set(page, requests);
  page.on('request', (request) => requests.add(request));
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    // The overloads of `on` take one event name each.
    page.on(event as 'requestfinished', (request) => requests.delete(request));
  }
}

/** How long a slow machine may take for one step. */
export const timeoutMs = 30_000;

/** Waits until a page has its heading, all its responses and has rendered them. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (await quiet(page)) return;
  throw new Error(`${page.url()} still asks for something after ${timeoutMs / 1000} s`);
}

/** Waits until a page has its fonts, has rendered what its scripts changed, and has run what they scheduled. */
const rendered = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    // A response that has arrived may still wait for its turn, as may the listeners of what it shows.
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }));
  });

/** Resizes the window and waits until the page has rendered; two sizes within one frame are one size for the page. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await rendered(page);
}

/** Waits until a page has rendered and has no requests in flight; false on timeout. */
export async function quiet(page: Page, limitMs = timeoutMs): Promise<boolean> {
  const isIdle = () => (pendingRequests.get(page)?.size ?? 0) === 0;
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; ) {
    const before = isIdle();
    await rendered(page);
    if (before && isIdle()) return true;
  }
  return false;
}

const showIn = (scheme: 'light' | 'dark') => (page: Page) =>
  page.evaluate(
    (chosen) => document.documentElement.setAttribute('data-mantine-color-scheme', chosen),
    scheme,
  );

/** Switches the theme without a reload. */
export const setDark = showIn('dark');
export const setLight = showIn('light');
