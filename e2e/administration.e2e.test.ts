import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { aFailedMessage } from './failed-message.ts';
import { ownDiscipline, signIn } from './own-bank.ts';
import { button, dialog, expectNoSidewaysScroll, field, openAs, seeText } from './staff-page.ts';
import { resize, setDark, setLight, settled } from './visitor.ts';

const browser = useBrowser();

/** Waits until the notices, which cover the page, have closed by themselves. */
async function untilNoticesClose(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator('[data-group="appWarning"]').count(), { timeout: 30_000, interval: 250 })
    .toBe(0);
}

async function expectNoProblems(page: Page): Promise<void> {
  await untilNoticesClose(page);
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
}

beforeAll(aCollaboratorsQuestion);

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

it('[ADMIN-1] [ADMIN-2] an administrator sees health, adds, disables and enables an account, and finds it in the log', async () => {
  const { page, close } = await openAs(browser, '/admin', { language: 'en' });
  await page.getByRole('listitem').filter({ hasText: 'Database' }).filter({ hasText: 'works' }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Mail' }).waitFor();
  await seeText(page, /The log is intact up to|Nothing has been sealed yet/);
  await button(page, 'Check all data').click();
  // Other tests change records at the same time, so this accepts any outcome of the check. One that a test's own server began
  // is taken over a minute after that server has ended.
  await page
    .getByText(/read [\d,]+ entries and found no problems|found \d+ changes?/)
    .first()
    .waitFor({ timeout: 180_000 });
  await expectNoProblems(page);

  const name = `Profesor ${Date.now()}`;
  const email = `p${Date.now()}@exam.test`;
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await button(page, 'Add an account').click();
  const form = dialog(page, 'Add an account');
  await field(form, 'Name').fill(name);
  await field(form, 'E-mail').fill(email);
  await button(form, 'Add an account').click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Search name or address' }).fill(email);
  await page.waitForURL(/search=/);
  await rowOf(page, email).getByText('no password yet').waitFor();
  await expectNoProblems(page);

  await button(rowOf(page, email), `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Disable the account' }).click();
  await button(dialog(page, `Disable the account of ${name}?`), 'Disable the account').click();
  await rowOf(page, email).getByText('disabled').waitFor();
  await button(rowOf(page, email), `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: 'Enable the account' }).click();
  await rowOf(page, email).getByText('disabled').waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await page.getByRole('combobox', { name: 'What' }).fill('Account disabled');
  await page.getByRole('option', { name: 'Account disabled' }).click();
  await page.waitForURL(/action=accountDisabled/);
  const entry = rowOf(page, name).filter({ hasText: 'Account disabled' });
  await entry.getByText('disabled at').waitFor();
  await expectNoProblems(page);
  await page.goto('/admin?part=log&entity=exam_sessions');
  await page.getByText('each right decision counts').first().waitFor();
  await settled(page);
  expect(await page.getByText('FULL_MATCH').count()).toBe(0);
  const download = page.waitForEvent('download');
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await download).suggestedFilename()).toBe('log.csv');

  const subject = await aFailedMessage();
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await rowOf(page, subject).getByText('abandoned').waitFor();
  await button(rowOf(page, subject), /^Try again/).click();
  // It waits for the mail server again, without a failure.
  await rowOf(page, subject).waitFor({ state: 'detached' });
  for (const part of ['', '?part=accounts', '?part=log', '?part=jobs', '?part=dayPasswords']) {
    await resize(page, 360, 740);
    await page.goto(`/admin${part}`);
    await page.locator('[data-page-title]').waitFor();
    await expectNoSidewaysScroll(page);
    // The open part is in view among those that scroll sideways.
    const isOpenInView = async () => {
      const open = await page.locator('[data-tour="admin-parts"] [aria-current="page"]').boundingBox();
      return open !== null && open.x >= 0 && open.x + open.width <= 360;
    };
    await expect.poll(isOpenInView).toBe(true);
    // Also after the window becomes narrow.
    await resize(page, 740, 360);
    await resize(page, 360, 740);
    await expect.poll(isOpenInView).toBe(true);
  }
  await close();
});

it('[ADMIN-2] a secretary opens a student’s page from the list, resets and disables the account, and sees the history', async () => {
  const { page, close } = await openAs(browser, '/students', {
    email: 'secretary@exam.test',
    language: 'en',
  });
  // One of the demo: students of other journeys are signed in.
  await page
    .getByRole('row')
    .filter({ hasText: '@student.exam.test' })
    .nth(5)
    .getByRole('link', { name: /^Open the page of/ })
    .click();
  await page.waitForURL(/student=\d+/);
  await page.getByRole('region', { name: 'Enrolments' }).getByRole('table').waitFor();
  await settled(page);
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  const account = page.getByRole('region', { name: 'Account' });
  await button(account, 'Disable the account').click();
  await button(dialog(page, `Disable the account of ${name}?`), 'Disable the account').click();
  await account.getByText('disabled', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'History of changes' })
    .getByText('Account disabled')
    .first()
    .waitFor();
  await button(account, 'Enable the account').click();
  await button(account, 'Disable the account').waitFor();
  await expectNoProblems(page);
  await resize(page, 360, 740);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'All students' }).click();
  await page.waitForURL((url) => !url.search.includes('student='));
  await close();
});

it('[ROLE-11] a teacher opens a student’s page by its address, without personal data and account', async () => {
  const office = await openAs(browser, '/students', { email: 'teacher@exam.test', language: 'en' });
  const { page, close } = office;
  const response = page.waitForResponse((response) => /students\/\d+\/page/.test(response.url()));
  await page.getByRole('row').nth(1).getByRole('cell').last().click();
  expect((await (await response).json()).cnp).toBeNull();
  await page.getByRole('region', { name: 'Enrolments' }).waitFor();
  await settled(page);
  expect(await page.getByRole('region', { name: 'Account' }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'History of changes' }).count()).toBe(0);
  await page.reload();
  await page.getByRole('region', { name: 'Enrolments' }).waitFor();
  await close();
});

/** A question that the demo's collaborator writes for its teacher. */
async function aCollaboratorsQuestion(): Promise<void> {
  const own = await ownDiscipline('MG301', [0]);
  const call = await signIn('collaborator@exam.test');
  const answers = Array.from({ length: 10 }, (_, n) => ({ text: `varianta ${n}`, isCorrect: n < 5 }));
  await call('POST', 'questions', { chapterId: own.chapters[0], text: 'Scrisă de un colaborator', answers });
}

it.each([
  ['admin@exam.test', 'Needs attention', /^\/(admin|imports|configuration)/],
  ['dean@exam.test', 'Calendar of sessions', /^\/examinare/],
  ['secretary@exam.test', 'Students without an appointment', /^\/appointments/],
  ['teacher@exam.test', 'Questions last changed by a collaborator, past 14 days', /^\/question\//],
] as const)('[HOME-1] the dashboard of %s shows what is next, with links', async (email, group, place) => {
  const { page, close } = await openAs(browser, '/dashboard', { email, language: 'en' });
  const board = page.getByRole('region', { name: 'What is next' });
  await board.waitFor();
  await expectNoProblems(page);
  await resize(page, 360, 740);
  await expectNoSidewaysScroll(page);
  await board.getByRole('region', { name: group }).getByRole('link').first().click();
  await page.waitForURL((url) => place.test(url.pathname));
  await page.locator('[data-page-title]').waitFor();
  await close();
});
