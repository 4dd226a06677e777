import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { button, expectNoSidewaysScroll, openAs } from './staff-page.ts';
import { quiet, resize, setDark, setLight } from './visitor.ts';

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

/**
 * Expects rows of equal height, columns that show at least a few letters, no scrolling box around the table, and a tooltip
 * for the first icon of a row.
 */
async function expectEvenRows(page: Page): Promise<void> {
  const rows = page.locator('tbody tr[data-row]');
  await rows.nth(1).waitFor();
  await quiet(page);
  const found = await rows.evaluateAll((all) => {
    const cells = all.flatMap((row) => [...row.querySelectorAll<HTMLElement>(':scope > td')]);
    const scrolls = (one: Element | null): boolean =>
      one !== null &&
      one !== document.documentElement &&
      (one.scrollHeight > one.clientHeight + 1 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY)
        ? true
        : scrolls(one.parentElement));
    return {
      heights: [...new Set(all.map((row) => Math.round(row.getBoundingClientRect().height)))],
      slivers: cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth < 96)
        .map((cell) => cell.textContent),
      isBox: scrolls(all[0]?.closest('table') ?? null),
    };
  });
  expect({ ...found, heights: found.heights.length }).toEqual({ heights: 1, slivers: [], isBox: false });
  const icon = rows.first().locator('td:last-child').getByRole('button').first();
  await icon.hover();
  await page
    .getByRole('tooltip')
    .filter({ hasText: /^\p{Lu}/u })
    .waitFor();
  await page.mouse.move(0, 0);
}

test.each(pages)(
  '[UX-11] [UX-12] %s fits a phone as cards with a full-screen dialog, and has no axe violations on a desktop with even rows, light and dark: rows, expanded row, dialog with errors',
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

    await resize(page, 1440, 900);
    await page.getByRole('table').first().waitFor();
    await expectEvenRows(page);
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

test.each(['ro', 'en', 'fr'] as const)(
  '[UX-12] the actions, filters and tools of the appointments do not wrap at 1440 px in %s',
  async (language) => {
    const { page, close } = await openAs(browser, '/appointments', { language, width: 1440 });
    await page.getByRole('table').first().waitFor();
    await quiet(page);
    /** The vertical centres of the controls in a part of the page. */
    const rowsOf = async (part: string) => {
      const boxes = await page
        .locator(`[data-tour=${part}] > *`)
        .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().toJSON()));
      const shown = boxes.filter(({ height }) => height > 0);
      expect(shown.length).toBeGreaterThan(3);
      return [...new Set(shown.map(({ top, bottom }) => Math.round((top + bottom) / 2)))];
    };
    expect(await rowsOf('page-filters')).toHaveLength(1);
    expect(await rowsOf('page-actions')).toHaveLength(1);
    const title = await page.locator('[data-page-title]').boundingBox();
    const actions = await page.locator('[data-tour=page-actions]').boundingBox();
    expect(actions?.y ?? 0).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    await close();
  },
);
