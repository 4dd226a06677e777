import type { Locator, Page } from 'playwright-core';

export const questionText = (page: Page): Locator => page.getByRole('textbox', { name: 'Question text' });

/** Chooses an option by its name. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}
