import { expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { button, dialog, openAs } from './staff-page.ts';
import { enter, newVisitor } from './visitor.ts';

const browser = useBrowser();

it('[AUTH-10] signs in once with a one-time password from staff and then asks for a new password', async () => {
  const { page, close } = await openAs(browser, '/students', { language: 'en' });
  const row = page.getByRole('row').filter({ hasText: '@student.exam.test' }).last();
  const [email = ''] = /\S+@student\.exam\.test/.exec(await row.innerText()) ?? [];
  await row.getByRole('button', { name: /^One-time password for/ }).click();
  await button(dialog(page, 'One-time password'), 'Generate the password').click();
  const slip = dialog(page, 'One-time password').filter({ hasText: 'Shown only now' });
  await slip.waitFor();
  const secret = await slip.getByText(/^[a-z0-9]{4}(-[a-z0-9]{4}){2}$/).innerText();
  await close();

  const student = await newVisitor(browser);
  await student.goto('/login');
  await enter(student, email, secret);
  await student.locator('input[autocomplete="new-password"]').first().waitFor();

  const again = await newVisitor(browser);
  await again.goto('/login');
  await enter(again, email, secret);
  await again.getByRole('alert').first().waitFor();
  expect(new URL(again.url()).pathname).toBe('/login');
});
