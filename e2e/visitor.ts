import type { Browser, BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import type { LoginData } from '#contract/auth.ts';
import type { Language } from '#i18n/languages.ts';

/** The demo accounts, by who they are; all have the same password. */
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
  /** Leaves the offer of the guided tour on the dashboard. */
  readonly withTourOffer?: boolean;
};

/** What a tab remembers of whoever signed in. */
export type SignInEntries = Readonly<Record<string, string>>;

/** A browser profile of its own, with nothing remembered but language and theme; signed in or not. */
export async function newVisitor(browser: Browser, visit: Visit = {}, signIn?: SignInEntries): Promise<Page> {
  const context = await browser.newContext({
    baseURL: inject('serverUrl'),
    // Nothing is measured while it fades in.
    reducedMotion: 'reduce',
    viewport: { width: visit.width ?? 1920, height: visit.height ?? 1000 },
  });
  await remember(context, {
    language: visit.language ?? 'en',
    ...(visit.dark === undefined ? {} : { darkMode: String(visit.dark) }),
    ...(visit.withTourOffer ? {} : { toursOffered: 'admin dean teacher secretary generalSecretary student' }),
  });
  if (signIn) await rememberSignIn(context, signIn);
  const page = await context.newPage();
  countRequests(page);
  noteSittingRefusals(page);
  return page;
}

/** Puts entries into the storage before the first page reads it, and leaves them alone afterwards. */
async function remember(context: BrowserContext, entries: Record<string, string>): Promise<void> {
  const origin = inject('serverUrl');
  await context.setStorageState({
    cookies: [],
    origins: [{ origin, localStorage: Object.entries(entries).map(([name, value]) => ({ name, value })) }],
  });
}

/** Lets the first page of a browser find somebody signed in; further tabs learn of it from that one. */
export async function rememberSignIn(context: BrowserContext, signIn: SignInEntries): Promise<void> {
  await context.addInitScript((entries) => {
    const mark = 'signedInByTheTest';
    if (!location.protocol.startsWith('http') || localStorage.getItem(mark) !== null) return;
    localStorage.setItem(mark, 'once');
    for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, value);
  }, signIn);
}

/** What the tab on the screen remembers. */
export const inTab = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => sessionStorage.getItem(name), key);

/** Signs in through the form, as a person does. */
export async function enter(page: Page, email: string, secret = password): Promise<void> {
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(secret);
  await page.locator('button[type="submit"]').click();
}

/** What the tab of somebody who signed in remembers. */
export async function signedIn(email: string): Promise<SignInEntries> {
  const answer = await fetch(`${inject('serverUrl')}/api/umfst/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { accessToken, setPasswordToken: _, ...profile }: LoginData = await answer.json();
  return {
    authenticated: 'true',
    userId: '0',
    authorization: accessToken,
    tokenReceivedAt: String(Date.now()),
    profile: JSON.stringify(profile),
    lastPerson: profile.storageOwner,
  };
}

/** Opens a page as somebody who signed in before. */
export async function visitAs(
  browser: Browser,
  account: Account,
  path: string,
  visit: Visit = {},
): Promise<Page> {
  const page = await newVisitor(browser, visit, await signedIn(accounts[account]));
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const closedCalls = new WeakMap<Page, Promise<string | undefined>[]>();

/** Notes which calls of a page the server refuses because its visitor sits an official exam. */
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

/** The calls a page made that are closed during an exam; a page that behaves makes none. */
export const sittingRefusals = async (page: Page): Promise<string[]> =>
  (await Promise.all(closedCalls.get(page) ?? [])).filter((path) => path !== undefined);

const underWay = new WeakMap<Page, number>();

function countRequests(page: Page): void {
  underWay.set(page, 0);
  const count = (by: number) => () => underWay.set(page, (underWay.get(page) ?? 0) + by);
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
}

const PATIENCE = 15_000;

/** Waits until a page has its heading, has got everything it asked for and has drawn it. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (await quiet(page)) return;
  throw new Error(`${page.url()} still asks for something after ${PATIENCE / 1000} s`);
}

/** Waits until a page has drawn what it got and asks for nothing more; false when it never stops asking. */
export async function quiet(page: Page): Promise<boolean> {
  const asksNothing = () => (underWay.get(page) ?? 0) === 0;
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    const before = asksNothing();
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
    if (before && asksNothing()) return true;
  }
  return false;
}

const showIn = (scheme: 'light' | 'dark') => (page: Page) =>
  page.evaluate(
    (chosen) => document.documentElement.setAttribute('data-mantine-color-scheme', chosen),
    scheme,
  );

/** The other theme on the page as it stands, without asking for it anew. */
export const turnDark = showIn('dark');
export const turnLight = showIn('light');
