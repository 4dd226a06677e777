import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Language } from '#i18n/languages.ts';
import { axeProblems } from './axe.ts';
import { demoIds, type Screen, withIds } from './every-screen.ts';
import { collectFaults, faultsOf } from './page-faults.ts';
import { type SlowProxy, slowProxy } from './slow-proxy.ts';
import { desktop, expectNoJumps, fourK, overflow, RESPONSE_DELAY_MS } from './steady-page.ts';
import {
  type Account,
  accounts,
  newVisitor,
  resize,
  setDark,
  setLight,
  settled,
  signedIn,
} from './visitor.ts';

const phone = { width: 360, height: 740 };

let slow: SlowProxy;

/** These tests only read, so each account reuses one page and its cache. */
const visits = new Map<Account | 'nobody', Promise<Page>>();

async function openAs(browser: Browser, account: Account | 'nobody'): Promise<Page> {
  const signIn = account === 'nobody' ? undefined : await signedIn(accounts[account]);
  const page = await newVisitor(browser, { dark: false, rows: 10, serverUrl: slow.url }, signIn);
  await collectFaults(page);
  return page;
}

function deskOf(browser: Browser, account: Account | 'nobody'): Promise<Page> {
  const visit = visits.get(account) ?? openAs(browser, account);
  visits.set(account, visit);
  return visit;
}

/** Opens a screen on the account's page. */
export async function open(
  browser: Browser,
  path: string,
  account: Account | 'nobody',
  look: { readonly size: typeof desktop; readonly language?: Language },
): Promise<Page> {
  const page = await deskOf(browser, account);
  await page.setViewportSize(look.size);
  if (page.url() === 'about:blank') await page.goto('/theme.js');
  await page.evaluate((language) => localStorage.setItem('language', language), look.language ?? 'en');
  await page.goto(path);
  await settled(page);
  return page;
}

/** Changes the language with the switch of the header, on a phone in the menu; reloads where there is none. */
async function speak(page: Page, language: Language): Promise<void> {
  const choice = page.locator(`header button[aria-label^="${language.toUpperCase()}, "]`).first();
  if ((await choice.count()) > 0) await choice.dispatchEvent('click');
  else {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.reload();
  }
  await page.locator(`html[lang="${language}"]`).waitFor();
  await settled(page);
}

/** How many pixels the edges of header and content differ; 0 where one of them is missing. */
const misalignment = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('header > div')?.getBoundingClientRect();
    const content = document
      .querySelector('[data-tour="page-title"]')
      ?.closest('main > div')
      ?.getBoundingClientRect();
    if (!bar || !content) return 0;
    return Math.max(Math.abs(bar.left - content.left), Math.abs(bar.right - content.right));
  });

/** Checks each of the screens on one page per account. */
export function walkScreens(browser: Browser, screens: readonly Screen[]): void {
  let ids: Awaited<ReturnType<typeof demoIds>>;
  beforeAll(async () => {
    ids = await demoIds();
    slow = await slowProxy(inject('serverUrl'), RESPONSE_DELAY_MS);
  });
  // Pages end with their file.
  afterAll(async () => {
    visits.clear();
    await slow.close();
  });

  describe.each(screens)('%s as %s', (path, account) => {
    it('[UX-11] [UX-12] [SAFE-15] has no axe violations in either theme, fits phone to 4K in every language, keeps the content policy and does not jump', async () => {
      const page = await open(browser, withIds(path, ids), account, { size: desktop, language: 'fr' });
      expect((await faultsOf(page)).violations).toEqual([]);
      await expectNoJumps(page);

      expect(await axeProblems(page)).toEqual([]);
      await setDark(page);
      expect(await axeProblems(page, 'contrast')).toEqual([]);
      await setLight(page);

      for (const size of [fourK, desktop]) {
        await resize(page, size.width, size.height);
        await expect.poll(async () => [size.width, await overflow(page)]).toEqual([size.width, 0]);
        await expect.poll(() => misalignment(page)).toBeLessThan(1);
      }
      await resize(page, phone.width, phone.height);
      for (const language of ['fr', 'en', 'ro'] as const) {
        await speak(page, language);
        await expect.poll(async () => [language, await overflow(page)]).toEqual([language, 0]);
      }
      expect((await faultsOf(page)).violations).toEqual([]);
    });
  });
}
