import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Account, newVisitor, turnDark, visitAs } from './visitor.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** Every built screen, and one of each kind of page around them, as somebody who works with it. */
const pages: readonly (readonly [path: string, account: Account | 'nobody'])[] = [
  ['/login', 'nobody'],
  ['/login?setPassword=token', 'nobody'],
  ['/dashboard', 'admin'],
  ['/dashboard', 'student'],
  ['/universityYears', 'admin'],
  ['/faculties', 'admin'],
  ['/examinare', 'admin'],
  ['/sali', 'admin'],
  ['/students', 'secretary'],
  ['/secretars', 'generalSecretary'],
  ['/sali', 'teacher'],
  ['/disciplineList', 'teacher'],
  ['/question/0/10/0/0/0/0', 'teacher'],
  ['/new-question', 'teacher'],
  ['/4/edit', 'teacher'],
  ['/questionPreview?questionId=4&kind=simple', 'teacher'],
  ['/questionPreview?disciplineId=6', 'teacher'],
  ['/exam/1', 'student'],
  ['/imports', 'admin'],
  ['/imports', 'student'],
  ['/no/such/place', 'teacher'],
];

type Look = {
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
};

async function open(path: string, account: Account | 'nobody', look: Look): Promise<Page> {
  if (account !== 'nobody') {
    const page = await visitAs(browser, account, path, look);
    await page.waitForLoadState('networkidle');
    return page;
  }
  const page = await newVisitor(browser, look);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

/** Everything axe knows to ask, or only what another theme can change. */
const asked = {
  everything: (page: Page) =>
    new AxeBuilder({ page }).withTags([
      'wcag2a',
      'wcag2aa',
      'wcag21a',
      'wcag21aa',
      'wcag22aa',
      'best-practice',
    ]),
  contrast: (page: Page) => new AxeBuilder({ page }).withRules(['color-contrast']),
};

/** What axe finds, short enough to read in a failed test. */
async function problemsOf(page: Page, what: keyof typeof asked = 'everything'): Promise<readonly string[]> {
  const { violations } = await asked[what](page).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  );
}

/** By how much the page is wider than the window; 0 when nothing scrolls sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(pages)('%s as %s', (path, account) => {
  it('[UX-11] axe finds nothing in the light, nor in the dark', async () => {
    const page = await open(path, account, { dark: false });
    expect(await problemsOf(page)).toEqual([]);
    await turnDark(page);
    expect(await problemsOf(page, 'contrast')).toEqual([]);
  });

  it('[UX-12] fits a phone of 360 px without scrolling sideways, in every language', async () => {
    const page = await open(path, account, { width: 360, height: 740 });
    for (const language of ['en', 'ro', 'fr'] as const) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([language, await overflow(page)]).toEqual([language, 0]);
    }
  });
});

describe('what opens on top of a page', () => {
  it.each([false, true])('[UX-11] the account menu and the drawer (dark: %s)', async (dark) => {
    const page = await open('/dashboard', 'admin', { dark, width: 700 });
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Appointments' }).waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });

  it.each([false, true])('[UX-11] the on-screen keyboard and a refusal on Login (dark: %s)', async (dark) => {
    const page = await open('/login', 'nobody', { dark });
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    await page
      .getByRole('region', { name: 'On-screen keyboard' })
      .getByRole('button', { name: 'Enter' })
      .waitFor();
    await page.locator('button[type="submit"]').click();
    await page.getByText('Required field').first().waitFor();
    expect(await problemsOf(page)).toEqual([]);
  });

  it('[UX-12] wide screens up to 4K show one column of content', async () => {
    const page = await open('/dashboard', 'admin', { width: 3840, height: 2160 });
    expect(await overflow(page)).toBe(0);
  });
});
