import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { choose, questionText } from './question-page.ts';
import { leaveAll } from './reused-pages.ts';
import { visitAs } from './visitor.ts';

const browser = useBrowser();
afterEach((test) => leaveAll(browser, test));

describe('previews', () => {
  it('[QUES-7][QUES-3] show a question as simple and as complex, ticked by letter', async () => {
    const page = await visitAs(browser, 'teacher', '/questionPreview?questionId=1');
    const marks = page.getByRole('group', { name: /CM/ }).getByRole('checkbox');
    await marks.first().waitFor();
    await expect.poll(() => marks.count()).toBe(5);
    await marks.first().focus();
    await page.keyboard.press('c');
    await expect.poll(() => marks.nth(2).isChecked()).toBe(true);
    await page.getByText('Simple (CS)').click();
    await page.waitForURL(/kind=simple/);
    await page.getByRole('group', { name: /CS/ }).getByRole('radio').first().waitFor();
  });

  it('[QUES-6][QUES-7] edit, preview and history of a question are one click from each other', async () => {
    const page = await visitAs(browser, 'teacher', '/questionPreview?questionId=1');
    await page.getByRole('link', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByText('Version 1').waitFor();
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    await questionText(page).waitFor();
    await page.getByRole('link', { name: 'Preview' }).click();
    await page.getByRole('group', { name: /CM/ }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await questionText(page).waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await history.getByText('Version 1').waitFor();
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Back to the questions' }).click();
    await page.waitForURL(/\/question\/0\/\d+\/0\/0\/[1-9]\d*\/0/);
    await page.getByRole('table').waitFor();
  });

  it('[QUES-7] show a sample exam of a discipline, the same for the same URL, another on request', async () => {
    const page = await visitAs(browser, 'teacher', '/question/0/50/0/0/0/0');
    await choose(page, 'Discipline', /^Farmacologie/);
    await page.getByRole('link', { name: 'Sample exam' }).click();
    await page.getByText('Question 1 of 40').waitFor();
    await page.getByText('All on one page').click();
    const whole = () => page.getByRole('list').filter({ hasText: 'Question 40 of 40' }).innerText();
    const first = await whole();
    await page.reload();
    await page.getByText('All on one page').click();
    await expect.poll(whole).toBe(first);
    await page.getByRole('button', { name: 'Another sample' }).click();
    await page.waitForURL(/seed=2/);
    await page.getByText('Question 40 of 40').waitFor();
    await expect.poll(whole).not.toBe(first);
  });

  it('[QUES-7] show the rights message to users who may not read the question and keep them signed in', async () => {
    const noRights = { name: 'You do not have the rights to access this resource' };
    const page = await visitAs(browser, 'student', '/questionPreview?questionId=1');
    await page.getByRole('heading', noRights).waitFor();
    const teacher = await visitAs(browser, 'teacher', '/questionPreview?questionId=999999');
    await teacher.getByRole('heading', noRights).waitFor();
    await teacher.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await teacher.getByRole('link', { name: 'Questions', exact: true }).click();
    await teacher.getByRole('table').waitFor();
  });
});
