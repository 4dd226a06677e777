import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { type Account, accounts, newVisitor, settled, signedIn, turnDark, turnLight } from './visitor.ts';

const browser = useBrowser();

/** Every built screen and one of each other kind of page, opened with a role that uses it. */
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
  ['/prepareExam', 'student'],
  ['/test', 'student'],
  ['/examSimulation', 'student'],
  ['/examsPreview', 'student'],
  ['/examResult', 'student'],
  ['/teacherExams', 'teacher'],
  ['/imports', 'admin'],
  ['/admin', 'admin'],
  ['/configuration?group=mail', 'admin'],
  ['/imports', 'student'],
  ['/no/such/place', 'teacher'],
];

const desktop = { width: 1920, height: 1000 };
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

describe.each(pages)('%s as %s', (path, account) => {
  it('[UX-11] has no axe violations in the light and dark themes', async () => {
    const page = await open(path, account, { size: desktop });
    expect(await axeProblems(page)).toEqual([]);
    await turnDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);
  });

  it('[UX-12] fits a 360 px phone without sideways scrolling in every language', async () => {
    for (const language of ['en', 'ro', 'fr'] as const) {
      const page = await open(path, account, { size: phone, language });
      expect([language, await overflow(page)]).toEqual([language, 0]);
    }
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

  it('[UX-12] shows one column of content on wide screens up to 4K', async () => {
    const page = await open('/dashboard', 'admin', { size: { width: 3840, height: 2160 } });
    expect(await overflow(page)).toBe(0);
  });
});
