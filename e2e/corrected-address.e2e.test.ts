import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useExamHall } from './exam-hall.ts';
import { allDelivered, answer, atQuestion, beginExam, expectStored, heading, saved } from './exam-steps.ts';
import { button, dialog, field, openAs, seeText } from './staff-page.ts';
import { accounts, password } from './visitor.ts';

const hall = useExamHall();

/** Opens the edit dialog of the student with the given address. */
async function openStudent(page: Page, email: string) {
  await page.getByRole('searchbox').fill(email);
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: /^Edit/ }).click();
  const form = dialog(page, /^Edit/);
  await form.waitFor();
  return form;
}

describe('[SAFE-22] correcting an address during an exam', () => {
  it('[SAFE-22] does not interrupt the student, who later signs in with the new address and loses nothing', async () => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const page = await beginExam(hall.browser, candidate);
    await allDelivered(page, 3);
    const first = await answer(page);
    await saved(page).waitFor();

    const corrected = candidate.email.replace('candidat.', 'corectat.');
    const office = await openAs(hall.browser, '/students', { language: 'en' });
    const form = await openStudent(office.page, candidate.email);
    await field(form, 'E-mail').fill(corrected);
    await button(form, /^Save/).click();
    await form.waitFor({ state: 'detached' });

    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 2);
    const second = await answer(page);
    await saved(page).waitFor();

    await hall.room.expire(corrected);
    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 3);
    const again = page.getByRole('dialog', { name: 'Please sign in again' });
    await again.waitFor();
    await again.getByLabel('Password', { exact: true }).fill(password);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByText('The e-mail address or the password is incorrect.').waitFor();
    await again.getByLabel('E-mail address').fill(accounts.student);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByText(/This is another account/).waitFor();
    await again.getByLabel('E-mail address').fill(corrected);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'hidden' });
    await heading(page, 3).waitFor();
    const third = await answer(page);
    await saved(page).waitFor();
    await expectStored(hall.room, candidate, [first, second, third]);
  });
});

describe('[ROLE-12] an address whose account the secretary may not change', () => {
  it('[ROLE-12] is refused under the field and keeps the typed values', async () => {
    const { page } = await openAs(hall.browser, '/students', {
      email: accounts.secretary,
      language: 'en',
    });
    await page.getByRole('table').waitFor();
    const row = page.getByRole('row').filter({ hasText: '@student.exam.test' }).first();
    const [email = ''] = /\S+@student\.exam\.test/.exec(await row.innerText()) ?? [];
    const form = await openStudent(page, email);
    await field(form, 'Phone').fill('0799123456');
    await field(form, 'E-mail').fill(accounts.admin);
    await button(form, /^Save/).click();
    await seeText(form, 'The account with this address can only be changed by an administrator');
    const input = field(form, 'E-mail');
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => input.inputValue()).toBe(accounts.admin);
    await expect.poll(() => field(form, 'Phone').inputValue()).toBe('0799123456');
    await input.fill(email);
    await button(form, /^Save/).click();
    await form.waitFor({ state: 'detached' });
  });
});
