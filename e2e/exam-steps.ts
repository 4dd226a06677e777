import type { Browser, Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { lastShown } from '#server/exams/questions.ts';
import type { Candidate, ExamRoom } from './exam-room.ts';
import { newVisitor, quiet, signedIn, timeoutMs } from './visitor.ts';

/** Timeout for slow machines. */
export const stepTimeoutMs = timeoutMs;
/** Timeout for the upload of a recording, which is retried after pauses of up to half a minute. */
export const uploadTimeoutMs = 3 * timeoutMs;

export const heading = (page: Page, index: number) =>
  page.getByRole('heading', { name: new RegExp(`^Question ${index} of`) });
export const answers = (page: Page) => page.locator('fieldset input');
export const saved = (page: Page) => page.locator('header').getByText('Saved', { exact: true });
export const leaveIt = (page: Page) => page.getByRole('button', { name: 'Leave it empty', exact: true });

type PageOptions = NonNullable<Parameters<typeof newVisitor>[1]>;

/** Opens a browser context for a candidate who is signed in and has not begun the exam. */
export async function openCandidatePage(
  browser: Browser,
  { email }: Candidate,
  options: PageOptions = {},
): Promise<Page> {
  const page = await newVisitor(browser, { width: 1280, height: 800, ...options }, await signedIn(email));
  page.setDefaultTimeout(stepTimeoutMs);
  return page;
}

/** Same, with the exam begun and the first question on the screen. */
export async function beginExam(
  browser: Browser,
  candidate: Candidate,
  options: PageOptions = {},
): Promise<Page> {
  const page = await openCandidatePage(browser, candidate, options);
  await beginOn(page);
  return page;
}

/** Begins the exam of the signed-in candidate. */
export async function beginOn(page: Page): Promise<void> {
  await page.goto('/prepareExam');
  await page.getByRole('button', { name: 'Begin the exam' }).click();
  await atQuestion(page, 1);
}

/** Waits until a question can be answered. */
export async function atQuestion(page: Page, index: number): Promise<void> {
  await heading(page, index).waitFor();
  await answers(page).first().waitFor({ state: 'attached' });
}

/** Waits until every question is in the browser, so all can be answered offline. A concurrent test gives its `expect`. */
export async function allDelivered(page: Page, questions: number, check = expect): Promise<void> {
  const delivered = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('examQuestion')).length,
    );
  await check.poll(delivered, { timeout: stepTimeoutMs }).toBeGreaterThanOrEqual(questions);
}

/** Waits until the page has its own dialogs. They load after the first question; until then the browser asks, which no test answers. */
export async function dialogsLoaded(page: Page): Promise<void> {
  // It comes with them.
  await page
    .locator('header')
    .getByRole('button', { name: /^Hand in/ })
    .waitFor();
  await quiet(page);
}

/** Waits until the open dialog has the focus, which comes shortly after it is visible. */
export async function focusInDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]') !== null);
}

/** Presses the letter keys of answers. */
export async function press(page: Page, letters: string): Promise<void> {
  for (const letter of letters) await page.keyboard.press(letter.toLowerCase());
}

/** The letters ticked on the screen. */
export const ticked = (page: Page): Promise<string> =>
  answers(page).evaluateAll((inputs) =>
    inputs
      .map((input, at) => ((input as HTMLInputElement).checked ? String.fromCharCode(65 + at) : ''))
      .join(''),
  );

/** Ticks the first answer of the question on the screen, or the first two of a multiple question. */
export async function answer(page: Page): Promise<string> {
  const isMultiple = (await page.locator('[data-kind="multiple"]').count()) > 0;
  const letters = isMultiple ? 'AC' : 'B';
  await press(page, letters);
  await vi.waitFor(async () => expect(await ticked(page)).toBe(letters), { timeout: stepTimeoutMs });
  return letters;
}

export const summary = (page: Page) => page.getByRole('heading', { name: 'Before you hand in' });

/** Finishes the exam from any question: opens the summary and confirms. */
export async function handIn(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Hand in/ });
  await page
    .locator('header')
    .getByRole('button', { name: /^Hand in/ })
    .click();
  await summary(page).waitFor();
  await button.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Hand in/ })
    .click();
}

/** Presses Tab until the locator has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < 40; tabs += 1) {
    if (await target.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there');
}

/** Waits until the server knows which question is on the screen: it is reported after the ticks. */
export async function expectShown(room: ExamRoom, { examId }: Candidate, index: number): Promise<void> {
  await expect.poll(() => lastShown(room.sql, examId)).toBe(index);
}

/** Waits until the ticks are in the database. */
export async function expectStored(
  room: ExamRoom,
  { examId }: Candidate,
  letters: readonly string[],
  check = expect,
): Promise<void> {
  await check.poll(() => room.stored(examId), { timeout: stepTimeoutMs }).toEqual(letters);
}
