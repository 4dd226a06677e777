import type { Locator, Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { aFileQuestion, aQuestionFile } from '#server/testing/question-files.ts';
import { useBrowser } from './browser.ts';
import { answer, atQuestion, handIn } from './exam-steps.ts';
import { ownDatabase, useOwnServer } from './own-server.ts';
import { button, dialog, seeText, withNotice } from './staff-page.ts';
import { countRequests, enter, quiet } from './visitor.ts';

const browser = useBrowser();
const databaseName = `empty_university_${process.pid}`;
const newPassword = 'a long enough password';
const questions = 3;
/** The timeout of one step; the machine may be busy, and every page loads without a cache. */
const timeoutMs = 60_000;
/** The product on a database with only its first administrator. */
const server = useOwnServer(async () => ({ DATABASE_URL: await ownDatabase(databaseName), DEMO: '0' }));

async function visitor(): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(() => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('toursOffered', 'admin dean teacher secretary generalSecretary student');
  });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  countRequests(page);
  return page;
}

/** Signs in with a one-time password and chooses a password. */
async function firstSignIn(page: Page, email: string, oneTimePassword: string): Promise<void> {
  await page.goto('/login');
  await enter(page, email, oneTimePassword);
  for (const name of ['new-password', 'repeat-password'])
    await page.locator(`input[name="${name}"]`).fill(newPassword);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.locator('[data-page-title]').waitFor();
}

/** Opens a screen by its entry in the header, which may be in the menu of those that do not fit. */
async function go(page: Page, name: string): Promise<void> {
  const header = page.getByRole('navigation', { name: 'Main navigation' });
  const entry = header.getByRole('link', { name, exact: true });
  const hidden = header.getByRole('menuitem', { name, exact: true });
  await header.getByRole('link').first().waitFor();
  // The header measures its entries once they are drawn, so an entry may still move into the menu.
  await vi.waitFor(
    async () => {
      if ((await entry.or(hidden).count()) === 0)
        await header.getByRole('button', { name: 'More' }).click({ timeout: 10_000 });
      await entry.or(hidden).click({ timeout: 10_000 });
    },
    { timeout: timeoutMs },
  );
}

/** Makes a one-time password for the only row of a list and closes it; returns it. */
async function oneTimePassword(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^One-time password for/ }).click();
  const shown = dialog(page, 'One-time password');
  await button(shown, 'Generate the password').click();
  const password = await page.getByText(/^[a-z0-9]{4}(-[a-z0-9]{4}){2}$/).innerText();
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
  return password;
}

const text = (scope: Locator | Page, label: string) =>
  scope.getByRole('textbox', { name: label, exact: true });

/** Adds a row with the given texts. Where only one choice exists, the form has chosen it, unless the field may stay empty. */
async function add(
  page: Page,
  what: string,
  texts: Readonly<Record<string, string>>,
  choices: readonly string[] = [],
): Promise<void> {
  await button(page, `Add ${what}`).first().click();
  const adding = page.getByRole('dialog', { name: new RegExp(`^Add ${what}`) });
  await adding.waitFor();
  for (const label of choices) await takeFirst(page, label);
  for (const [label, value] of Object.entries(texts)) await text(adding, label).fill(value);
  // The form knows that a choice is the only one when it has its list.
  await quiet(page);
  await button(adding, `Save ${what}`).click();
  await adding.waitFor({ state: 'detached' });
}
const expand = (page: Page) =>
  page
    .getByRole('button', { name: /^Show what belongs to/, expanded: false })
    .first()
    .click();

/** Chooses the first option; opens the list again if it re-rendered. */
async function takeFirst(page: Page, label: string): Promise<void> {
  const option = page.locator('[role="option"]:visible').first();
  await vi.waitFor(
    async () => {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await option.click({ timeout: 10_000 });
    },
    { timeout: timeoutMs },
  );
}

/** A day relative to today in the university's time zone, as typed into a form. */
function day(days: number): string {
  const moment = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Bucharest' }).format(moment);
}

/** The minutes left of the day in the university's time zone. */
function minutesLeftToday(): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Bucharest', timeStyle: 'short' });
  const [hours = 0, minutes = 0] = clock.format(new Date()).split(':').map(Number);
  return 24 * 60 - 60 * hours - minutes;
}

it('[CUST-1] [APPT-1] [EXAM-1] an empty database leads to a finished exam by clicking alone', async () => {
  // The exam is sat in a slot of today, which ends at midnight.
  await vi.waitUntil(() => minutesLeftToday() > 20, { timeout: 1_260_000, interval: 1000 });
  const page = await visitor();
  const printed = await vi.waitUntil(() => /^\s+(\S+@\S+)\s+(\S+)$/m.exec(server.output()), timeoutMs);
  const [, admin = '', secret = ''] = printed;
  await firstSignIn(page, admin, secret);

  await go(page, 'University years');
  await add(page, 'university year', { 'Start year': '2026', 'End year': '2027' });
  await go(page, 'Colleges');
  await add(page, 'college', { Code: 'FM', Name: 'Faculty of Medicine' });
  await expand(page);
  await add(page, 'section', { Code: 'MG', Name: 'Medicine' });
  await expand(page);
  await add(page, 'series', { Code: '1', Name: 'Series A', 'Year of study': '3' });

  // The dialog of a room stays open for its rows and slots.
  await go(page, 'Rooms');
  await button(page, 'Add room').first().click();
  const adding = dialog(page, 'Add room');
  for (const [label, value] of Object.entries({ Name: 'Hall 1', Building: 'A', Seats: '1', Priority: '1' }))
    await text(adding, label).fill(value);
  await button(adding, 'Save room').click();
  const room = dialog(page, 'Edit room');
  await text(room, 'Rows').fill('4');
  await text(room, 'Seats per row').fill('5');
  await button(room, 'Add 4 rows').click();
  await withNotice(page, '4 rows added.', () =>
    button(dialog(page, 'Add seats to the room?'), 'Add 4 rows').click(),
  );
  await expect.poll(() => text(room, 'Seats').inputValue()).toBe('20');
  await text(room, 'From').fill('00:00');
  await text(room, 'To').fill('23:59');
  await text(room, 'Length in minutes').fill('1439');
  await withNotice(page, '1 slot added.', () => button(room, 'Add 1 slot').click());
  await page.keyboard.press('Escape');
  await room.waitFor({ state: 'detached' });

  await go(page, 'Exam sessions');
  await add(page, 'module', { Number: '1', Name: 'Module 1' });
  await add(page, 'session', {
    Description: 'Session of today',
    'Start date': day(0),
    'End date': day(5),
    'Booking from': `${day(-1)} 00:00`,
    'Booking until': `${day(4)} 00:00`,
    'Contestations from': `${day(6)} 00:00`,
    'Contestations until': `${day(7)} 00:00`,
    'Contestations resolved by': `${day(8)} 00:00`,
  });

  await go(page, 'Disciplines');
  await add(page, 'teacher', { Name: 'Ada Holder', 'E-mail': 'ada@university.test' });
  await add(page, 'discipline', { Name: 'Anatomy', Code: 'AN', Semester: '1' });
  await expand(page);
  await add(page, 'chapter', { Code: 'K1', Name: 'Bones' });

  await go(page, 'Imports');
  const file = await aQuestionFile([1, 2, 3, 4, 5, 6].map((number) => aFileQuestion(number)));
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'bones.csv', mimeType: 'text/csv', buffer: file });
  await page.getByRole('heading', { level: 1, name: 'bones.csv' }).waitFor();
  await takeFirst(page, 'Discipline');
  await takeFirst(page, 'Chapter');
  await button(page, 'Import 6 questions').click();
  await button(dialog(page, /./), 'Import 6 questions').click();
  await seeText(page, '6 questions were imported.');

  await go(page, 'Exam structure');
  await page
    .getByRole('link', { name: /Anatomy/ })
    .first()
    .click();
  await page.getByText('By chapter size').click();
  await text(page, 'Questions in the exam').fill(String(questions));
  await text(page, 'Duration in minutes').fill('5');
  await withNotice(page, /The structure of Anatomy was saved/, () =>
    button(page, 'Save the structure').click(),
  );

  // A secretary of the faculty composes the exam.
  await go(page, 'Secretaries');
  await add(page, 'secretary', { 'E-mail': 'office@university.test', 'Year of study': '3' }, [
    'Section',
    'Series',
  ]);
  const office = await visitor();
  await firstSignIn(office, 'office@university.test', await oneTimePassword(page));
  await go(office, 'Custom exams');
  await office.getByRole('link', { name: 'New custom exam' }).first().click();
  await text(office, 'Name').fill('Anatomy, year 3');
  await takeFirst(office, 'College');
  await takeFirst(office, 'Section');
  await office.getByRole('combobox', { name: 'Year', exact: true }).click();
  await office.getByRole('option', { name: '3', exact: true }).click();
  await takeFirst(office, 'Series');
  await office.keyboard.press('Escape');
  await button(office, 'Add Anatomy').click();
  await text(office, 'Minutes').fill('5');
  await withNotice(office, 'Anatomy, year 3 is created.', () => button(office, 'Create the exam').click());
  await office.context().close();

  await go(page, 'Students');
  await add(page, 'student', {
    'Last name': 'Pop',
    'First name': 'Ana',
    'E-mail': 'ana@student.test',
    'Personal ID (CNP)': 'FR1234567',
    Phone: '0722000000',
    'Registration number': 'M1',
  });
  const student = await visitor();
  await firstSignIn(student, 'ana@student.test', await oneTimePassword(page));
  await go(student, 'My appointments');
  await student.getByRole('link', { name: 'Choose a day: Anatomy, year 3' }).click();
  await student.locator('a[href*="examDate="]').first().click();
  await student.getByRole('region', { name: 'Hall 1' }).getByRole('link').first().click();
  await button(student, 'Book this seat').click();
  await student.getByRole('link', { name: 'Move: Anatomy, year 3' }).waitFor();
  await seeText(student, /^Hall 1, /);

  await go(student, 'Dashboard');
  await student.getByRole('link', { name: 'Start the exam' }).click();
  await button(student, 'Begin the exam').click();
  for (let number = 1; number <= questions; number += 1) {
    await atQuestion(student, number);
    await answer(student);
    if (number < questions) await student.keyboard.press('ArrowRight');
  }
  await handIn(student);
  await student.waitForURL(/\/examResult/);
  await student.context().close();

  // The office sees that the paper is finished.
  await page.goto('/exam-schedule');
  await page.getByRole('link', { name: /^Hall 1, 00:00–23:59, seats taken: 1 of 20/ }).click();
  const people = page.getByRole('table', { name: 'Who sits where' });
  await people.getByText('Pop Ana').waitFor();
  await people.getByText('finished').waitFor();
  await page.context().close();
}, 2_400_000);
