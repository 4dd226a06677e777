import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#i18n/languages.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { demoIds, everyScreen, withIds } from './every-screen.ts';
import { collectFaults, faultsOf } from './page-faults.ts';
import { type Account, accounts, newVisitor, settled, signedIn, turnDark, turnLight } from './visitor.ts';

const browser = useBrowser();

const desktop = { width: 1920, height: 1000 };
const fourK = { width: 3840, height: 2160 };
const phone = { width: 360, height: 740 };

/** How much slower every response of the API is than usual. */
const SLOWER = 400;

/** These tests only read, so each account reuses one page and its cache. */
const desks = new Map<Account | 'nobody', Promise<Page>>();

async function sitDown(account: Account | 'nobody'): Promise<Page> {
  const signIn = account === 'nobody' ? undefined : await signedIn(accounts[account]);
  const page = await newVisitor(browser, { dark: false }, signIn);
  await collectFaults(page);
  await page.route('**/api/**', async (route) => {
    await pause(SLOWER);
    await route.continue().catch(() => undefined);
  });
  return page;
}

function deskOf(account: Account | 'nobody'): Promise<Page> {
  const desk = desks.get(account) ?? sitDown(account);
  desks.set(account, desk);
  return desk;
}

async function open(
  path: string,
  account: Account | 'nobody',
  look: { readonly size: typeof desktop; readonly language?: Language },
): Promise<Page> {
  const page = await deskOf(account);
  await page.setViewportSize(look.size);
  if (page.url() === 'about:blank') await page.goto('/theme.js');
  await page.evaluate((language) => localStorage.setItem('language', language), look.language ?? 'en');
  await page.goto(path);
  await settled(page);
  return page;
}

/** Changes the language with the switch of the header, which a phone keeps in its menu; by a reload where there is none. */
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

/** How many pixels the page overflows the window; 0 when it does not scroll sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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

let ids: Awaited<ReturnType<typeof demoIds>>;
beforeAll(async () => {
  ids = await demoIds();
});

describe.each(everyScreen)('%s as %s', (path, account) => {
  it('[UX-11] [UX-12] [SAFE-15] has no axe violations in either theme, fits phone to 4K in every language, keeps the content policy and does not jump', async () => {
    const page = await open(withIds(path, ids), account, { size: desktop, language: 'fr' });
    const { shifts, violations } = await faultsOf(page);
    expect(violations).toEqual([]);
    const shifted = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(shifted, JSON.stringify(shifts)).toBeLessThan(0.1);

    expect(await axeProblems(page)).toEqual([]);
    await turnDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);
    await turnLight(page);

    for (const size of [fourK, desktop]) {
      await page.setViewportSize(size);
      expect([size.width, await overflow(page)]).toEqual([size.width, 0]);
      expect(await misalignment(page)).toBeLessThan(1);
    }
    await page.setViewportSize(phone);
    for (const language of ['fr', 'en', 'ro'] as const) {
      await speak(page, language);
      expect([language, await overflow(page)]).toEqual([language, 0]);
    }
    expect((await faultsOf(page)).violations).toEqual([]);
  });
});

describe('overlays', () => {
  it('[UX-11] has no axe violations in the account menu and the drawer, light and dark', async () => {
    const page = await open('/dashboard', 'admin', { size: { width: 700, height: 1000 } });
    const everywhere = async () => {
      expect(await axeProblems(page)).toEqual([]);
      await turnDark(page);
      expect(await axeProblems(page, 'contrast')).toEqual([]);
      await turnLight(page);
    };
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await everywhere();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Appointments' }).waitFor();
    await everywhere();
  });

  it('[UX-11] has no axe violations in the on-screen keyboard and a login error, light and dark', async () => {
    const page = await open('/login', 'nobody', { size: desktop });
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    await page
      .getByRole('region', { name: 'On-screen keyboard' })
      .getByRole('button', { name: 'Enter' })
      .waitFor();
    await page.locator('button[type="submit"]').click();
    await page.getByText('Required field').first().waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await turnDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);
  });
});
