import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { button, expectNoSidewaysScroll, openAs } from './staff-page.ts';
import { setDark, setLight } from './visitor.ts';

const browser = useBrowser();

/** Each page with a value its first field refuses. */
const pages = [
  ['/universityYears', 'Adaugă un an universitar', '12'],
  ['/faculties', 'Adaugă o facultate', ''],
  ['/sali', 'Adaugă o sală', ''],
  ['/examinare', 'Adaugă o sesiune', ''],
  ['/students', 'Adaugă un student', ''],
  ['/secretars', 'Adaugă un secretar', ''],
] as const;

async function expectNoProblems(page: Page): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
}

test.each(pages)(
  '[UX-11] [UX-12] %s fits a phone as cards with a full-screen dialog, and has no axe violations on a desk, light and dark: rows, expanded row, dialog with errors',
  async (path, add, refused) => {
    const { page, close } = await openAs(browser, path, { width: 360, rows: 10 });
    await page.locator('main li').first().waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await button(page, add).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const size = async () => {
      const box = await dialog.boundingBox();
      return [box?.width, box?.height];
    };
    await expect.poll(size).toEqual([360, 900]);
    await expectNoSidewaysScroll(page);
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('table').first().waitFor();
    const opener = page.locator('tbody button[aria-expanded=false]').first();
    if (await opener.count()) {
      await opener.click();
      await page.getByRole('table').nth(1).waitFor();
    }
    await expectNoProblems(page);
    await button(page, add).click();
    await dialog.getByRole('textbox').first().fill(refused);
    await page.keyboard.press('Enter');
    await dialog.locator('[aria-invalid=true]').first().waitFor();
    await expectNoProblems(page);
    await close();
  },
);
