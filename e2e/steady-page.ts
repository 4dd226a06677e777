import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { collectFaults, faultsOf } from './page-faults.ts';
import { resize, settled } from './visitor.ts';

export const desktop = { width: 1920, height: 1000 };
export const fourK = { width: 3840, height: 2160 };

/** The delay added to every API response. */
export const RESPONSE_DELAY_MS = 400;

/** How many pixels the page overflows the window; 0 when it does not scroll sideways. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects that nothing moved much since the page was loaded, other than after an input. */
export async function expectNoJumps(page: Page): Promise<void> {
  const { shifts } = await faultsOf(page);
  const shifted = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(shifted, JSON.stringify(shifts)).toBeLessThan(0.1);
}

/** Expects that the page fits a 4K screen and a desktop; the window keeps the latter size. */
export async function expectFits(page: Page): Promise<void> {
  for (const size of [fourK, desktop]) {
    await resize(page, size.width, size.height);
    await expect.poll(async () => [size.width, await overflow(page)]).toEqual([size.width, 0]);
  }
}

const answerLater = async (route: Route) => {
  await pause(RESPONSE_DELAY_MS);
  // The page may have gone.
  await route.continue().catch(() => undefined);
};

/** Loads the page again from a slower API and expects that it fits up to 4K and does not jump. */
export async function expectSteady(page: Page): Promise<void> {
  await resize(page, desktop.width, desktop.height);
  await collectFaults(page);
  await page.route(/\/api\//, answerLater);
  await page.reload();
  await settled(page);
  await page.unroute(/\/api\//, answerLater);
  await expectNoJumps(page);
  await expectFits(page);
}
