import { afterEach, expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { expectNoSidewaysScroll } from './staff-desk.ts';
import { accounts, newVisitor, settled, signedIn, turnDark } from './visitor.ts';

const browser = useBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

it('[APPT-1] [APPT-6] on a phone a student books a day, a room and an hour with one tap each, sees the seat, and cancels', async () => {
  const page = await newVisitor(browser, { width: 360, height: 780 }, await signedIn('student2@exam.test'));
  await page.goto('/examAppointments');
  const book = page.getByRole('link', { name: /^Choose a day: / }).first();
  await book.waitFor();
  const name = (await book.getAttribute('aria-label'))?.replace('Choose a day: ', '') ?? '';
  await expectNoSidewaysScroll(page);
  await book.click();

  await page.getByRole('heading', { name: `${name}: Choose a day` }).waitFor();
  // Not today: the slots of today may be over before the test is.
  const days = page.getByRole('link', { name: /free seat/ });
  await days.nth(2).click();
  await page.getByRole('heading', { name: `${name}: Choose a room and an hour` }).waitFor();
  await page
    .getByRole('link', { name: /free seat/ })
    .first()
    .click();

  await page.getByRole('figure', { name: 'Plan of the room' }).waitFor();
  const planned = await page.locator('[aria-current="true"]').getAttribute('title');
  await expectNoSidewaysScroll(page);
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Book this seat' }).click();

  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await card.getByRole('button', { name: 'Show the seat' }).click();
  await page.getByRole('figure', { name: 'Plan of the room' }).waitFor();
  expect(await card.locator('[aria-current="true"]').getAttribute('title')).toBe(planned);
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await turnDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);

  await card.getByRole('button', { name: `Cancel the appointment: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click();
  await page.getByRole('link', { name: `Choose a day: ${name}` }).waitFor();
});

it('[APPT-9] a secretary picks a student in scope and is led through the same steps', async () => {
  const page = await newVisitor(browser, {}, await signedIn(accounts.secretary));
  await page.goto('/examAppointments');
  await page.getByText('Choose a student first').waitFor();
  await page.getByRole('combobox', { name: /Search for a student/ }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('article').first().waitFor();
  await expect.poll(() => page.url()).toContain('studentId=');
  expect(await axeProblems(page)).toEqual([]);
});
