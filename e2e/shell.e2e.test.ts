import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { leaveAll } from './reused-pages.ts';
import { newVisitor, resize, setDark, setLight, settled, visitAs } from './visitor.ts';

const browser = useBrowser();
afterEach((test) => leaveAll(browser, test));

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const scheme = (page: Page) =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));

describe('browser settings', () => {
  it('[UX-2] keeps the theme across visits and applies it before the page’s first script', async () => {
    const page = await visitAs(browser, 'student', '/dashboard', { dark: false });
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect.poll(() => scheme(page)).toBe('dark');
    await page.route('**/assets/**', (route) => route.abort());
    await page.reload({ waitUntil: 'domcontentloaded' });
    expect(await scheme(page)).toBe('dark');
    expect(await page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true');
  });

  it('[UX-1] keeps the language across visits', async () => {
    const page = await visitAs(browser, 'teacher', '/dashboard', { language: 'ro' });
    await page.getByRole('group', { name: 'Limba' }).getByRole('button', { name: /EN/ }).click();
    await heading(page, /Hello/);
    await page.reload();
    await heading(page, /Hello/);
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
  });

  it('[UX-1] defaults to Romanian', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const known = await newVisitor(browser);
    await known.goto('/login');
    await page.goto(known.url());
    await heading(page, 'Autentificare');
    await expect.poll(() => page.title()).toBe('Autentificare');
  });
});

describe('error pages', () => {
  it('[NAV-5] shows a page with a link home for an unknown address', async () => {
    const page = await visitAs(browser, 'teacher', '/no/such/place');
    await heading(page, 'Page not found');
    await page.getByRole('link', { name: 'Back to the dashboard' }).click();
    await heading(page, /Hello/);
  });

  it('[NAV-5] shows the rights message in place without the role and makes no call that would sign out', async () => {
    const page = await visitAs(browser, 'student', '/dashboard');
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 401 || response.status() === 403) refused.push(response.url());
    });
    for (const path of ['/imports', '/secretars', '/students', '/sali']) {
      await page.goto(path);
      await heading(page, 'You do not have the rights to access this resource');
    }
    expect(refused).toEqual([]);
    await page.goto('/dashboard');
    await heading(page, /Hello/);
  });

  it('[NAV-1] reports a page script that fails to load, stops requesting it and can retry', async () => {
    const page = await visitAs(browser, 'admin', '/dashboard');
    let requests = 0;
    await page.route('**/assets/**', (route) => {
      if (/structure-screen-.*\.js/.test(route.request().url())) requests += 1;
      return route.abort();
    });
    await page.getByRole('link', { name: 'Exam structure' }).first().click();
    await heading(page, 'The page could not be loaded');
    // One request by the preload, one by the import.
    expect(requests).toBeLessThanOrEqual(2);
    await page.unroute('**/assets/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Exam structure');
  });

  it('[MSG-1] reports an unreachable server and keeps the user signed in', async () => {
    const page = await visitAs(browser, 'admin', '/dashboard');
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Rooms' }).first().click();
    await page
      .getByRole('alert')
      .getByText('The server is unavaible. Please try again later!')
      .first()
      .waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('authenticated'))).toBe('true');
  });
});

describe('pages without a header entry', () => {
  it.each([
    [
      'student',
      '/dashboard',
      [
        [/^Rehearsal/, '/test'],
        [/^Contestations/, '/contestations'],
      ],
    ],
    ['teacher', '/dashboard', [[/^Exam schedule/, '/exam-schedule']]],
    ['secretary', '/dashboard', [[/^Exam schedule/, '/exam-schedule']]],
    ['secretary', '/appointments', [[/^Exam schedule$/, '/exam-schedule']]],
    ['admin', '/admin', [[/^Printing papers and templates$/, '/adminExamPrint']]],
  ] as const)('[NAV-9] are opened by the %s through links of %s', async (account, from, links) => {
    const page = await visitAs(browser, account, from);
    for (const [name, path] of links) {
      // What loads above a link moves it.
      await settled(page);
      await page.getByRole('main').getByRole('link', { name }).click();
      await page.waitForURL((url) => url.pathname === path);
      await page.locator('[data-page-title]').waitFor();
      await page.goBack();
      await page.waitForURL((url) => url.pathname === from);
    }
  });
});

it('[ROLE-10] the dean’s office finds exam structure in the header, and reads disciplines, results and the schedule', async () => {
  const page = await visitAs(browser, 'dean', '/dashboard');
  await page.getByRole('navigation').first().getByRole('link', { name: 'Exam structure' }).click();
  await heading(page, 'Exam structure');
  for (const [path, title] of [
    ['/disciplineManage', 'Disciplines'],
    ['/studentsExams', 'Students’ exams'],
  ] as const) {
    await page.goto(path);
    await heading(page, title);
    await page.getByRole('main').getByRole('table').getByRole('row').nth(1).waitFor();
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Add|Edit|Delete)/ })
        .count(),
    ).toBe(0);
  }
  await page.goto('/exam-schedule');
  await heading(page, 'Exam schedule');
});

describe('copying and inspecting', () => {
  const selectable = (page: Page) => page.evaluate(() => getComputedStyle(document.body).userSelect);

  it('[UX-9] is blocked for a student, except in form fields', async () => {
    const page = await visitAs(browser, 'student', '/dashboard');
    await expect.poll(() => selectable(page)).toBe('none');
    await page.goto('/login');
    await page.goto('/dashboard?inspect');
    await heading(page, /Hello/);
    await expect.poll(() => selectable(page)).not.toBe('none');
  });

  it('[UX-9] is allowed for a teacher', async () => {
    const page = await visitAs(browser, 'teacher', '/dashboard');
    await expect.poll(() => selectable(page)).not.toBe('none');
  });

  it('[UX-9] leaves the fields of the login page selectable', async () => {
    const page = await newVisitor(browser);
    await page.goto('/login');
    const field = page.locator('input[name="email"]');
    await field.waitFor();
    await expect.poll(() => selectable(page)).toBe('none');
    expect(await field.evaluate((input) => getComputedStyle(input).userSelect)).toBe('text');
  });
});

describe('keyboard', () => {
  it('[UX-11] reaches the skip link with the first Tab', async () => {
    const page = await visitAs(browser, 'admin', '/dashboard');
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to content' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('[UX-11] moves the focus to the new page’s heading after navigation', async () => {
    const page = await visitAs(browser, 'admin', '/dashboard');
    await page.getByRole('link', { name: 'Exam structure' }).first().press('Enter');
    await heading(page, 'Exam structure');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Exam structure');
  });
});

describe('borders', () => {
  it('[UX-11] fields and the focused field have the border colours of the theme', async () => {
    const page = await newVisitor(browser);
    await page.goto('/login');
    const field = page.locator('input[name="email"]');
    await field.waitFor();
    const border = () => field.evaluate((input) => getComputedStyle(input).borderTopColor);
    const named = (variable: string) =>
      page.evaluate((name) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, variable);
    for (const turn of [setLight, setDark]) {
      await turn(page);
      await field.blur();
      await expect.poll(border).toBe(await named('--app-field-border'));
      await field.focus();
      await expect.poll(border).toBe(await named('--app-focus'));
    }
  });
});

describe('frame', () => {
  it('[SHELL-2][UX-12] shows the entries in the drawer on a phone', async () => {
    const page = await visitAs(browser, 'secretary', '/dashboard', { width: 360, height: 740 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'Appointments' }).waitFor();
    const entries = await drawer
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(entries).toEqual([
      '/dashboard',
      '/students',
      '/disciplineList',
      '/disciplineManage',
      '/customExams',
      '/appointments',
    ]);
    await drawer.getByRole('link', { name: 'Students' }).click();
    await heading(page, 'Students');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('[SHELL-2] moves entries that do not fit into a menu at the end of the row', async () => {
    const page = await visitAs(browser, 'admin', '/dashboard', { width: 1100 });
    const row = page.getByRole('navigation', { name: 'Main navigation' });
    await row.getByRole('button', { name: 'More' }).click();
    const menu = page.getByRole('menuitem');
    await menu.first().waitFor();
    /** The entries of the row, then those of the menu. */
    const entries = async () => {
      const both = [row.getByRole('link'), menu].map((some) =>
        some.evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
      );
      return (await Promise.all(both)).flat();
    };
    await expect.poll(async () => (await entries()).at(-1)).toBe('/appointments');
    await expect.poll(async () => new Set(await entries()).size).toBe(14);
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(60);
  });

  it('[SHELL-5] names the platform and its version in the footer', async () => {
    const page = await visitAs(browser, 'teacher', '/dashboard');
    await page
      .getByRole('contentinfo')
      .getByText(/^v\.\d/)
      .waitFor();
    await expect.poll(() => page.getByRole('contentinfo').textContent()).toMatch(/^Sim\.v\.\d+\.\d+/);
  });

  it('[SHELL-1][SHELL-3] an exam has neither links nor university name nor language switch', async () => {
    const page = await visitAs(browser, 'student', '/dashboard');
    // Hold the response back, so that the exam keeps loading.
    await page.route(/\/(fullExam|getExamById)/, () => undefined);
    await page.goto('/exam/1');
    await page.getByRole('banner').getByRole('button', { name: 'Reload the exam' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByText('University of Medicine').count()).toBe(0);
    expect(await page.getByRole('group', { name: 'Language' }).count()).toBe(0);
  });

  it('[SHELL-1] hides header and floating controls in print', async () => {
    const page = await visitAs(browser, 'admin', '/dashboard');
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('group', { name: 'Language' }).isVisible()).toBe(false);
  });

  it('[SHELL-6] the language switch is part of the header, and of the drawer on a phone, and covers nothing', async () => {
    const page = await visitAs(browser, 'secretary', '/students', { language: 'fr' });
    const group = page.getByRole('group', { name: 'Langue' });
    await expect.poll(() => group.getByRole('button', { pressed: true }).allInnerTexts()).toEqual(['FR']);
    const inHeader = await page.getByRole('banner').getByRole('group', { name: 'Langue' }).count();
    expect(inHeader).toBe(1);
    // On a long list, at its top and at its end: inside the header, above the rows and the footer.
    await resize(page, 1440, 500);
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      if (!box) throw new Error('not on the page');
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    const uncovered = async (content: Locator) => {
      const [header, languages] = [await boxOf(page.getByRole('banner')), await boxOf(group)];
      expect(languages.y).toBeGreaterThanOrEqual(header.y);
      expect(languages.bottom).toBeLessThanOrEqual(header.bottom);
      expect((await boxOf(content)).y).toBeGreaterThanOrEqual(languages.bottom);
    };
    await uncovered(page.getByRole('main'));
    await settled(page);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    await uncovered(page.getByRole('row').last());
    await uncovered(page.getByRole('contentinfo'));
    await resize(page, 360, 740);
    await group.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('group', { name: 'Langue' }).getByRole('button', { name: /EN/ }).click();
    await drawer.getByRole('link', { name: 'Students' }).waitFor();
  });

  it('[SHELL-9] offers the tour once, walks through the dashboard and can be restarted', async () => {
    const page = await visitAs(browser, 'secretary', '/dashboard', { withTourOffer: true });
    await page.getByRole('button', { name: 'Show me around' }).click();
    await page.locator('.driver-popover').getByText('Home', { exact: true }).waitFor();
    await page.locator('.driver-popover').getByRole('button', { name: 'Next' }).click();
    await page.locator('.driver-popover').getByText('Your pages').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await heading(page, /Hello/);
    await settled(page);
    expect(await page.getByRole('button', { name: 'Show me around' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Guided tour of this page' }).click();
    await page.locator('.driver-popover').waitFor();
  });

  it.each([
    ['student', ['/test', '/examSimulation', '/examAppointments']],
    ['teacher', ['/question/0/50/0/0/0/0', '/disciplineList', '/studentsExams', '/teacherExams']],
    ['secretary', ['/students', '/customExams', '/appointments']],
    ['admin', ['/imports', '/configuration', '/admin']],
  ] as const)('[SHELL-9] the tours of the %s point at controls of their screens', async (account, paths) => {
    const page = await visitAs(browser, account, '/dashboard');
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      await page.getByRole('button', { name: 'Guided tour of this page' }).click();
      const step = page.locator('.driver-popover');
      const titles: string[] = [];
      for (;;) {
        await step.waitFor();
        titles.push((await step.locator('.driver-popover-title').textContent()) ?? '');
        // The element of the previous step may stay marked when the next step follows quickly. All are read at once, because it
        // loses its mark at any moment.
        const areVisible = () =>
          page
            .locator('.driver-active-element')
            .evaluateAll((all) => [
              ...new Set(
                all.map(
                  (one) =>
                    one.checkVisibility({ visibilityProperty: true }) &&
                    one.getBoundingClientRect().width > 0,
                ),
              ),
            ]);
        await expect.poll(areVisible, { message: `${path}: ${titles.at(-1)}` }).toEqual([true]);
        const progress = await step.locator('.driver-popover-progress-text').textContent();
        await step.locator('.driver-popover-next-btn').click();
        const [at, of] = progress?.match(/\d+/g) ?? [];
        if (at === of) break;
        await expect
          .poll(() => step.locator('.driver-popover-progress-text').textContent())
          .not.toBe(progress);
      }
      // At least four steps: the page, one of its controls, account and help.
      expect(titles.length, path).toBeGreaterThanOrEqual(4);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });
});
