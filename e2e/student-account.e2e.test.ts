import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { useBrowser } from './browser.ts';
import { ownDatabase, useOwnServer } from './own-server.ts';
import { leave } from './reused-pages.ts';
import { button, dialog, openAs, withNotice } from './staff-page.ts';
import { enter, newVisitor } from './visitor.ts';

const mail = useTestMailServer();
// A database of its own: with the shared one, this server would send the messages of other tests.
const server = useOwnServer(async () => ({
  ...mailEnvironment(mail),
  DEMO: '1',
  DATABASE_URL: await ownDatabase('student_accounts'),
}));
const browser = useBrowser();

/** Opens the page of a student from the secretary's list; returns their address. */
async function openStudent(page: Page, at: number): Promise<string> {
  await page
    .getByRole('link', { name: /^Open the page of/ })
    .nth(at)
    .click();
  await page.getByRole('region', { name: 'Account' }).waitFor();
  return page
    .getByText(/\S+@\S*exam\.test/)
    .first()
    .innerText();
}

const office = () =>
  openAs(browser, '/students', {
    email: 'secretary@exam.test',
    language: 'en',
    serverUrl: server.url,
  });

/** Chooses a new password on the page that a link or a one-time password leads to. */
async function choosePassword(page: Page, secret: string): Promise<void> {
  const fields = page.locator('input[autocomplete="new-password"]');
  await fields.nth(0).fill(secret);
  await fields.nth(1).fill(secret);
  await page.locator('button[type="submit"]').click();
}

it('[AUTH-8] [AUTH-10] a secretary sends a link from a student’s page; the student opens it once, sets a password and signs in', async () => {
  const { page, close } = await office();
  const email = await openStudent(page, 3);
  const account = page.getByRole('region', { name: 'Account' });
  await button(account, 'Send a reset link').click();
  await withNotice(page, `A link was sent to ${email}`, () =>
    button(dialog(page, 'Send a link for a new password?'), 'Send a reset link').click(),
  );
  await page
    .getByRole('region', { name: 'History of changes' })
    .getByText('Link for a password sent')
    .waitFor();
  await close();

  // The demo's own messages, as about appointments, go out as well.
  const linkIn = () =>
    mail.received
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => /https:\S+setPassword=\S+/.exec(text) ?? [])
      .at(0);
  await expect.poll(linkIn, { timeout: 90_000 }).toBeDefined();
  const link = new URL(linkIn() ?? '');
  const student = await newVisitor(browser, { serverUrl: server.url });
  await student.goto(`${link.pathname}${link.search}`);
  const secret = 'o parolă destul de lungă';
  await choosePassword(student, secret);
  await student.locator('input[name="email"]').waitFor();
  await enter(student, email, secret);
  await student.waitForURL(/\/(dashboard)?$/);
  await leave(student);

  const again = await newVisitor(browser, { serverUrl: server.url });
  await again.goto(`${link.pathname}${link.search}`);
  await choosePassword(again, 'altă parolă destul de lungă');
  await again.getByRole('alert').first().waitFor();
  await enterRefused(again, email, 'altă parolă destul de lungă');
  await leave(again);
});

/** The password does not open the account. */
async function enterRefused(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/login');
  await enter(page, email, secret);
  await page.getByRole('alert').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
}

it('[AUTH-10] a secretary prints a one-time password on a student’s page; the student signs in and chooses their own', async () => {
  const { page, close } = await office();
  const email = await openStudent(page, 4);
  const account = page.getByRole('region', { name: 'Account' });
  await account.getByRole('button', { name: /^One-time password/ }).click();
  await button(dialog(page, 'One-time password'), 'Generate the password').click();
  const slip = dialog(page, 'One-time password').filter({ hasText: 'Shown only now' });
  const secret = await slip.getByText(/^[a-z0-9]{4}(-[a-z0-9]{4}){2}$/).innerText();
  await close();

  const student = await newVisitor(browser, { serverUrl: server.url });
  await student.goto('/login');
  await enter(student, email, secret);
  const own = 'parola mea cea nouă';
  await choosePassword(student, own);
  await student.waitForURL(/\/(dashboard)?$/);
  await leave(student);
  const again = await newVisitor(browser, { serverUrl: server.url });
  await enterRefused(again, email, secret);
  await enter(again, email, own);
  await again.waitForURL(/\/(dashboard)?$/);
  await leave(again);
});
