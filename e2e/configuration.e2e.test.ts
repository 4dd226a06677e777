import { expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { button, field, seen, sitDown } from './staff-desk.ts';

const browser = useBrowser();

it('[CONF-1] an administrator changes a setting, sees what it affects, and finds it marked after a reload', async () => {
  const { page, close } = await sitDown(browser, '/configuration');
  await field(page, 'Mărirea imaginilor').fill('3');
  await seen(
    page,
    'Valabil pentru paginile deschise de acum înainte; o pagină deja deschisă rămâne cum este.',
  );
  await button(page, 'Salvează: Examene').click();
  await seen(page, 'Setările au fost salvate și sunt valabile imediat.');

  await page.reload();
  await seen(page, /^Implicit: 2 · modificat de Mihai Stoica, /);
  expect(await field(page, 'Mărirea imaginilor').inputValue()).toBe('3');
  const told = await page.request.get('/api/umfst/applicationUiSettings');
  expect(await told.json()).toMatchObject({ zoomScale: 3 });

  await field(page, 'Mărirea imaginilor').fill('2');
  await page.keyboard.press('Enter');
  await seen(page, 'Setările au fost salvate și sunt valabile imediat.');
  await close();
});
