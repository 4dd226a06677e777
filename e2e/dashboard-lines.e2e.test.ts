import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, inject, it } from 'vitest';
import { openClient } from '#server/db/client.ts';
import { useBrowser } from './browser.ts';
import { aFailedMessage } from './failed-message.ts';
import { ownDiscipline, signIn } from './own-bank.ts';
import { openAs } from './staff-page.ts';
import { settled } from './visitor.ts';

const browser = useBrowser();

/** A question that the demo's collaborator writes for its teacher. */
async function aCollaboratorsQuestion(): Promise<void> {
  const own = await ownDiscipline('MG301', [0]);
  const call = await signIn('collaborator@exam.test');
  const answers = Array.from({ length: 10 }, (_, n) => ({ text: `varianta ${n}`, isCorrect: n < 5 }));
  await call('POST', 'questions', { chapterId: own.chapters[0], text: 'De privit', answers });
}

/** A student file of the secretary's series with no row that can be imported. */
async function aRefusedFile(): Promise<void> {
  const base = `${inject('serverUrl')}/api/umfst/`;
  const login = await fetch(`${base}login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@exam.test', password: 'exam-demo-2026' }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const form = new FormData();
  const row = 'MED;LINE-1;Rândul;Refuzat;123;3;MG;31;0712345699;refuzat.1@exam.test;LINE-1';
  form.set('file', new File([row], 'refused.csv'));
  const sent = await fetch(`${base}imports/students`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form,
  });
  expect(sent.status).toBe(201);
}

/** A student import of somebody who may no longer import; no call pauses one at a known row. */
async function aPausedImport(): Promise<void> {
  const sql = openClient(inject('postgresUrl'), {
    max: 1,
    name: 'exam-platform-tests',
    settings: { TimeZone: 'Europe/Bucharest' },
  });
  await sql`insert into imports (kind, made_by, file_name, format, state)
    select 'students', id, 'paused.csv', 'csv', 'paused' from users where email = 'teacher@exam.test'`;
  await sql.end();
}

beforeAll(async () => {
  await aCollaboratorsQuestion();
  await aRefusedFile();
  await aPausedImport();
  // Another test has one that fails for a moment only: this one keeps the list of jobs from being empty by then.
  await aFailedMessage();
  await fetch(`${inject('serverUrl')}/api/umfst/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'student2@exam.test', password: 'not the password' }),
  });
});

/** What must be on the page that a line leads to; the first fitting address counts. */
const targets: readonly (readonly [RegExp, (page: Page, line: string) => Locator])[] = [
  [/^\/appointments\?view=unbooked/, (page) => someOf(page)],
  [/^\/appointments\?examRoomId=/, (page) => page.getByRole('row').nth(1)],
  [
    /^\/students\?view=notImported/,
    (page) => page.getByRole('row').filter({ hasText: 'Personal id' }).first(),
  ],
  [/^\/customExams\?examId=/, (page, line) => page.getByText(nameIn(line)).first()],
  [/^\/disciplineList\?disciplineId=/, (page, line) => page.getByText(nameIn(line)).first()],
  [/^\/disciplineList/, (page) => page.getByRole('row').nth(1)],
  [/^\/question\//, (page) => page.getByRole('row').nth(1)],
  [/^\/exam-schedule/, (page) => page.locator('[data-page-title]')],
  [/^\/contestations\?view=groups/, (page) => page.locator('[data-page-title]')],
  [/^\/examinare/, (page, line) => page.getByText(nameIn(line)).first()],
  [/^\/studentsExams\?sessionId=/, (page) => page.getByRole('row').nth(1)],
  [/^\/studentsExams\?state=running/, (page) => page.getByRole('combobox', { name: 'State' })],
  [/^\/configuration\?group=/, (page) => page.getByRole('button', { name: /^(Send a test|Test)/ })],
  [
    /^\/imports\?import=/,
    (page, line) => page.getByRole('heading', { name: /import: (.+\.\w+)/i.exec(line)?.[1] ?? '?' }),
  ],
  [/^\/admin\?part=log/, (page) => page.getByRole('row').filter({ hasText: 'ailed' }).first()],
  [/^\/admin\?part=jobs/, (page) => page.getByRole('row').nth(1)],
  [/^\/admin$/, (page) => page.getByRole('listitem').filter({ hasText: 'Database' })],
  [/^\/appointments$/, (page) => page.locator('[data-page-title]')],
  [/^\/examAppointments\?examCustomId=/, (page) => page.locator('[data-page-title]')],
];

/** Journeys beside this one book appointments, so the number may have changed since the dashboard was read. */
const someOf = (page: Page) => page.getByRole('status').filter({ hasText: / of [1-9]\d*$/ });
/** The object that a line begins with. */
const nameIn = (line: string) => (line.split('\n')[0] ?? '').split(/ · |: /)[0] ?? '';

const isMore = /\bmore\b/i;

/** Clicks every line and expects the page on which it is done. Other journeys add and remove lines at the same time. */
async function clickEveryLine(page: Page, lines: () => Locator): Promise<void> {
  const clicked: string[] = [];
  const countOf = (href: string, all: readonly string[]) => all.filter((one) => one === href).length;
  for (;;) {
    await lines().first().waitFor();
    await settled(page);
    const shown = await lines().evaluateAll((all) => all.map((line) => line.getAttribute('href') ?? ''));
    const href = shown.find((one) => countOf(one, clicked) < countOf(one, shown));
    if (href === undefined) break;
    const line = lines()
      .and(page.locator(`a[href="${href}"]`))
      .nth(countOf(href, clicked));
    const text = await line.innerText();
    clicked.push(href);
    await line.click();
    await page.waitForURL((url) => `${url.pathname}${url.search}` === href);
    await settled(page);
    // A line that says that there are more leads to the list of all.
    const [, expected] = isMore.test(text)
      ? [href, (listed: Page) => listed.locator('[data-page-title]')]
      : (targets.find(([pattern]) => pattern.test(href)) ?? []);
    expect(expected, href).toBeDefined();
    await expected?.(page, text).waitFor();
    expect([href, await page.locator('[data-kind="error"]').count()]).toEqual([href, 0]);
    await page.goBack();
  }
}

it.each([
  ['admin@exam.test', ['Needs attention', 'Today']],
  ['dean@exam.test', ['Calendar of sessions', 'Pass rates']],
  ['secretary@exam.test', ['Student imports with problems', 'Students without an appointment']],
  ['teacher@exam.test', ['Questions last changed by a collaborator, past 14 days']],
] as const)('[HOME-1] every line on the dashboard of %s leads to where it is done', async (email, groups) => {
  const { page, close } = await openAs(browser, '/dashboard', { email, language: 'en' });
  const board = page.getByRole('region', { name: 'What is next' });
  for (const group of groups) await board.getByRole('region', { name: group }).waitFor();
  await clickEveryLine(page, () => board.getByRole('link'));
  await close();
});

it('[HOME-1] every line on the dashboard of a student leads to where it is done', async () => {
  const { page, close } = await openAs(browser, '/dashboard', {
    email: 'student2@exam.test',
    language: 'en',
  });
  await clickEveryLine(page, () => page.getByRole('region', { name: 'Booking is open' }).getByRole('link'));
  await close();
});

it('[HOME-1] [IMP-1] an administrator sees who uploaded an import, and resumes one of somebody else', async () => {
  const { page, close } = await openAs(browser, '/imports', { language: 'en' });
  const row = page.getByRole('row').filter({ hasText: 'paused.csv' });
  await row.getByText('Prof. univ. dr. Radu Câmpean').waitFor();
  await row.getByRole('link', { name: 'paused.csv' }).click();
  await page.getByText('Uploaded by Prof. univ. dr. Radu Câmpean').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  // A background job: a server that a test kills may have begun it.
  await page.getByText(/The import is finished/).waitFor({ timeout: 90_000 });
  await close();
});

it('[HOME-1] a secretary books for a student who has no appointment', async () => {
  const { page, close } = await openAs(browser, '/dashboard', {
    email: 'secretary@exam.test',
    language: 'en',
  });
  await page
    .getByRole('region', { name: 'Students without an appointment' })
    .getByRole('link')
    .first()
    .click();
  const book = page.getByRole('link', { name: /^Book for/ }).first();
  const name = (await book.getAttribute('aria-label'))?.replace('Book for ', '') ?? '';
  await book.click();
  await page.waitForURL(/\/examAppointments\?studentId=\d+&examCustomId=\d+&examSessionId=\d+/);
  await expect
    .poll(() => page.getByRole('combobox', { name: /^Search for a student/ }).inputValue())
    .toContain(name);
  await close();
});
