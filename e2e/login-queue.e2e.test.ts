import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { useOwnServer } from './own-server.ts';
import { callsOf } from './sat-exams.ts';
import { accounts, enter, password, setDark } from './visitor.ts';

const browser = useBrowser();
// A sign-in that would wait longer than half a second gets a ticket and a time to retry.
const server = useOwnServer(async () => ({
  HASHING_THREADS: '1',
  SIGN_IN_WAIT_SECONDS: '0.5',
  TRUSTED_PROXIES: '1',
}));

/**
 * Repeatedly signs a student in from a separate network; when queued, waits with the ticket as the page does. Returns
 * whether the account stayed as it was: other tests use the same people and may change one.
 */
async function signInRepeatedly(
  email: string,
  network: string,
  over: AbortSignal,
  onTicket: () => void,
): Promise<boolean> {
  let ticket: string | undefined;
  while (!over.aborted) {
    const ask = () =>
      fetch(`${server.url}/api/umfst/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
        body: JSON.stringify({ email, password, ...(ticket && { ticket }) }),
      });
    // The server may close a kept-alive connection just as it is reused.
    const response = await ask().catch(ask);
    const { params } = (await response.json()) as { params?: { seconds: number; ticket: string } };
    if (response.status === 401) return false;
    expect([200, 409]).toContain(response.status);
    ticket = params?.ticket;
    if (!params) continue;
    onTicket();
    await pause(params.seconds * 1000, undefined, { signal: over }).catch(() => undefined);
  }
  return true;
}

async function visitor(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 740 },
  });
  await context.setStorageState({
    cookies: [],
    origins: [{ origin: server.url, localStorage: [{ name: 'language', value: 'en' }] }],
  });
  return context.newPage();
}

/** Holds the sign-ins that the page sends from now on; call the result to let them go. */
async function holdSignIns(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/umfst/login', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

it('[SAFE-18] shows the wait under load and signs in automatically when it ends', async () => {
  const page = await visitor();
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const admin = await callsOf(server.url, accounts.admin);
  const others = (await admin<{ email: string }[]>('GET', 'students?take=240'))
    .map(({ email }) => email)
    .filter((email) => email !== accounts.student);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/login') && response.request().method() === 'POST')
      statuses.push(response.status());
  });
  const wait = page
    .getByRole('group', { name: 'Many people are signing in.' })
    .getByText(/Your turn comes in about \d+ (s|min)\./)
    .first();
  const hello = page.getByRole('heading', { level: 1, name: /Hello/ });

  const over = new AbortController();
  // Everybody in the queue listens to it.
  setMaxListeners(others.length, over.signal);
  let tickets = 0;
  let letGo = () => {};
  const crowd = Promise.all(
    others.map((email, n) =>
      signInRepeatedly(email, `10.0.${n}.1`, over.signal, () => {
        tickets += 1;
      }),
    ),
  );
  try {
    await expect.poll(() => tickets, { timeout: 120_000 }).toBeGreaterThan(100);
    // Somebody may be lucky and get a free turn at once; then they sign in again.
    for (let tries = 1; ; tries += 1) {
      await enter(page, accounts.student);
      await wait.or(hello).first().waitFor();
      if (tries === 5 || (await wait.isVisible())) break;
      await page.goto('/login?forceLogOut');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      statuses.length = 0;
    }
    await wait.waitFor();
    // The wait may be over before everything is looked at.
    letGo = await holdSignIns(page);
  } finally {
    over.abort();
    await crowd;
  }
  const changed = (await crowd).filter((stayed) => !stayed).length;
  expect(changed).toBeLessThan(20);

  // The screen reader announcement is visually hidden.
  expect((await page.getByRole('status').boundingBox())?.width).toBeLessThanOrEqual(1);
  await expect.poll(() => page.locator('input[name="email"]').inputValue()).toBe(accounts.student);
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  letGo();
  // The announced wait depends on how slowly the machine checked the passwords before it, so it passes on the page's clock.
  const isSignedIn = async () => {
    if (await wait.isVisible()) await page.clock.fastForward('05:00');
    return hello.isVisible();
  };
  await expect.poll(isSignedIn, { timeout: 120_000, interval: 250 }).toBe(true);
  expect(statuses.at(0)).toBe(409);
  expect(statuses.at(-1)).toBe(200);
}, 400_000);
