import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { everyScreen, otherScreens } from './every-screen.ts';
import {
  type Account,
  accounts,
  newVisitor,
  settled,
  signedIn,
  takeComplaints,
  turnDark,
  turnLight,
} from './visitor.ts';

const browser = useBrowser();

const desktop = { width: 1920, height: 1000 };
const fourK = { width: 3840, height: 2160 };
const phone = { width: 360, height: 740 };

/** These tests only read, so each account reuses one page and its cache. */
const desks = new Map<Account | 'nobody', Promise<Page>>();

async function deskOf(account: Account | 'nobody'): Promise<Page> {
  const sitDown = async () =>
    newVisitor(
      browser,
      { dark: false },
      account === 'nobody' ? undefined : await signedIn(accounts[account]),
    );
  const desk = desks.get(account) ?? sitDown();
  desks.set(account, desk);
  return desk;
}

type Look = {
  readonly size: typeof desktop;
  readonly language?: 'en' | 'ro' | 'fr';
  readonly dark?: boolean;
};

async function open(path: string, account: Account | 'nobody', look: Look): Promise<Page> {
  const page = await deskOf(account);
  await page.setViewportSize(look.size);
  if (page.url() === 'about:blank') await page.goto('/theme.js');
  await page.evaluate(
    ([language, dark]) => {
      localStorage.setItem('language', language);
      localStorage.setItem('darkMode', dark);
    },
    [look.language ?? 'en', String(look.dark ?? false)] as const,
  );
  await page.goto(path);
  await settled(page);
  return page;
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

describe.each(everyScreen)('%s as %s', (path, account) => {
  it('[UX-11] [SAFE-15] has no axe violations in the light and dark themes, and none of the content security policy', async () => {
    const page = await open(path, account, { size: desktop });
    expect(await axeProblems(page)).toEqual([]);
    await turnDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);
    expect(takeComplaints(page)).toEqual([]);
  });

  it('[UX-12] fits a 360 px phone in every language, and screens up to 4K with header and content in line', async () => {
    for (const language of ['en', 'ro', 'fr'] as const) {
      const page = await open(path, account, { size: phone, language });
      expect([language, await overflow(page)]).toEqual([language, 0]);
    }
    const page = await deskOf(account);
    for (const size of [desktop, fourK]) {
      await page.setViewportSize(size);
      expect([size.width, await overflow(page)]).toEqual([size.width, 0]);
      expect(await misalignment(page)).toBeLessThan(1);
    }
  });
});

it('[SAFE-15] no other screen violates the content security policy, and the policy is enforced', async () => {
  const accountsUsed = [...new Set(otherScreens.map(([, account]) => account))];
  await Promise.all(
    accountsUsed.map(async (of) => {
      for (const [path] of otherScreens.filter(([, account]) => account === of)) {
        const page = await open(path, of, { size: desktop });
        expect(await page.locator('main').count()).toBe(1);
        expect([path, takeComplaints(page)]).toEqual([path, []]);
      }
    }),
  );
  const page = await deskOf('admin');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "inline"';
    document.body.append(script);
  });
  await expect.poll(() => takeComplaints(page).length).toBeGreaterThan(0);
  expect(await page.title()).not.toBe('inline');
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
