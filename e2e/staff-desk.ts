import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language } from '#i18n/languages.ts';
import { newVisitor, signedIn } from './visitor.ts';

export type Desk = { readonly page: Page; readonly close: () => Promise<void> };

type Setting = {
  readonly email?: string;
  readonly language?: Language;
  readonly width?: number;
  readonly dark?: boolean;
};

/** Someone of the demo university at a browser of their own, signed in and looking at a page. */
export async function sitDown(browser: Browser, path: string, setting: Setting = {}): Promise<Desk> {
  const { email = 'admin@exam.test', language = 'ro', width = 1440, dark = false } = setting;
  const page = await newVisitor(browser, { language, width, height: 900, dark }, await signedIn(email));
  page.setDefaultTimeout(15_000);
  await page.goto(path);
  await page.locator('[data-page-title]').waitFor();
  return { page, close: () => page.context().close() };
}

export const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: typeof name === 'string' });
export const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name, exact: typeof name === 'string' });
export const field = (scope: Page | Locator, label: string) => scope.getByRole('textbox', { name: label });

/** The first choice of the list that is open. */
export const firstOption = (page: Page) => page.locator('[role="option"]:visible').first();

/** Opens a list of choices and takes one. */
export async function choose(scope: Locator, label: string, option: string): Promise<void> {
  const page = scope.page();
  await scope.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Deletes a row after confirming it, and waits until it is gone. */
export async function deleteRow(page: Page, row: string, confirmation: string): Promise<void> {
  await button(page, `Șterge ${row}`).click();
  await button(dialog(page, confirmation), 'Șterge').click();
  await button(page, `Șterge ${row}`).waitFor({ state: 'detached' });
}

/** Waits for a text to be on the page. */
export async function seen(scope: Page | Locator, text: string | RegExp): Promise<void> {
  await scope.getByText(text).first().waitFor();
}

/** A page that can be moved sideways does not fit its screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
