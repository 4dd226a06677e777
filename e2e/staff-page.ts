import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Language } from '#i18n/languages.ts';
import { leave } from './reused-pages.ts';
import { overflow } from './steady-page.ts';
import { newVisitor, quiet, signedIn } from './visitor.ts';

export type StaffPage = { readonly page: Page; readonly close: () => Promise<void> };

type StaffPageOptions = {
  readonly email?: string;
  readonly language?: Language;
  readonly width?: number;
  readonly dark?: boolean;
  readonly rows?: 10;
  readonly serverUrl?: string;
};

/** Opens a page in a new browser context, signed in as a user of the demo university. */
export async function openAs(
  browser: Browser,
  path: string,
  setting: StaffPageOptions = {},
): Promise<StaffPage> {
  const { email = 'admin@exam.test', language = 'ro', width = 1440, dark = false, ...rest } = setting;
  const page = await newVisitor(
    browser,
    { language, width, height: 900, dark, ...rest },
    await signedIn(email, rest.serverUrl),
  );
  await page.goto(path);
  await page.locator('[data-page-title]').waitFor();
  await quiet(page);
  return { page, close: () => leave(page) };
}

export const button = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, exact: typeof name === 'string' });
export const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name, exact: typeof name === 'string' });
export const field = (scope: Page | Locator, label: string) => scope.getByRole('textbox', { name: label });

/** The first option of the open list. */
export const firstOption = (page: Page) => page.locator('[role="option"]:visible').first();

/** Opens a select and chooses an option. */
export async function choose(scope: Locator, label: string, option: string): Promise<void> {
  const page = scope.page();
  await scope.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Searches a list. Other tests add rows, so that one may be on a later page. */
export async function search(box: Locator, text: string): Promise<void> {
  await box.fill(text);
  await box.page().waitForURL((url) => [...url.searchParams.values()].includes(text));
  await quiet(box.page());
}

/** Deletes a row, confirms, and waits until it is gone. */
export async function deleteRow(page: Page, row: string, confirmation: string): Promise<void> {
  await button(page, `Șterge ${row}`).click();
  await button(dialog(page, confirmation), 'Șterge').click();
  await button(page, `Șterge ${row}`).waitFor({ state: 'detached' });
}

/** Waits until a text is visible. */
export async function seeText(scope: Page | Locator, text: string | RegExp): Promise<void> {
  await scope.getByText(text).first().waitFor();
}

/** Acts and sees the notice of its success. That closes by itself, so a slow machine could miss it after the action. */
export async function withNotice(
  page: Page,
  text: string | RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  await Promise.all([seeText(page, text), act()]);
}

/** The cell of a row under a header, wherever its column is. */
export async function cellUnder(row: Locator, header: string): Promise<Locator> {
  const at = await row.evaluate((element, name) => {
    const headers = [...(element.closest('table')?.tHead?.rows[0]?.cells ?? [])];
    return headers.findIndex(({ innerText }) => innerText.trim() === name);
  }, header);
  if (at < 0) throw new Error(`The table has no column “${header}”`);
  return row.locator(':scope > :is(td, th)').nth(at);
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await quiet(page);
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
}
