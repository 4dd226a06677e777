import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { button, expectNoSidewaysScroll, sitDown } from './staff-desk.ts';
import { turnDark, turnLight } from './visitor.ts';

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

describe('[UX-12] on a 360 px phone', () => {
  test.each(pages)(
    '[UX-12] %s shows cards and a full-screen dialog without sideways scrolling',
    async (path, add) => {
      const { page, close } = await sitDown(browser, path, { width: 360 });
      await page.locator('main li').first().waitFor();
      expect(await page.getByRole('table').count()).toBe(0);
      await expectNoSidewaysScroll(page);
      await button(page, add).click();
      const box = await page.getByRole('dialog').boundingBox();
      expect(box?.width).toBe(360);
      expect(box?.height).toBe(900);
      await expectNoSidewaysScroll(page);
      await close();
    },
  );
});

describe('[UX-11] axe violations', () => {
  const everywhere = async (page: Page) => {
    expect(await axeProblems(page)).toEqual([]);
    await turnDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);
    await turnLight(page);
  };

  test.each(pages)(
    '[UX-11] none on %s, light and dark: rows, expanded row, dialog with errors',
    async (path, add, refused) => {
      const { page, close } = await sitDown(browser, path);
      await page.getByRole('table').first().waitFor();
      const opener = page.locator('tbody button[aria-expanded=false]').first();
      if (await opener.count()) {
        await opener.click();
        await page.getByRole('table').nth(1).waitFor();
      }
      await everywhere(page);
      await button(page, add).click();
      await page.getByRole('dialog').getByRole('textbox').first().fill(refused);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor();
      await everywhere(page);
      await close();
    },
  );
});
