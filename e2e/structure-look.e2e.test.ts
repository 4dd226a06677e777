import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { type OwnDiscipline, ownDiscipline } from './own-bank.ts';
import { expectNoSidewaysScroll, field, openAs, seeText } from './staff-page.ts';
import { setDark, setLight } from './visitor.ts';

const browser = useBrowser();
let own: OwnDiscipline;
beforeAll(async () => {
  own = await ownDiscipline('MG301', [6, 3]);
});

const teacher = { email: 'teacher@exam.test' } as const;

async function expectNoProblems(page: Page): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
}

/** Opens a structure with errors in a chapter, the totals and the feasibility. */
async function openWithMistakes(setting: Parameters<typeof openAs>[2]) {
  const visit = await openAs(browser, `/disciplineList?disciplineId=${own.id}`, setting);
  const { page } = visit;
  await field(page, 'Întrebări în examen').fill('5');
  await page.getByText('Stabilite manual').click();
  await field(page, 'Întrebări, capitolul K2').fill('8');
  await seeText(page, 'Banca nu acoperă încă acest examen.');
  return visit;
}

describe('[UX-11] axe violations, light and dark', () => {
  it('[UX-11] none in the structure with errors', async () => {
    const { page, close } = await openWithMistakes(teacher);
    await expectNoProblems(page);
    await close();
  });

  it('[UX-11] none in the list, the read-only view and the disciplines', async () => {
    const { page, close } = await openAs(browser, '/disciplineList', { email: 'collaborator@exam.test' });
    await page.getByRole('table').waitFor();
    await expectNoProblems(page);
    await page.goto(`/disciplineList?disciplineId=${own.id}`);
    await seeText(page, 'Poți consulta această structură.');
    await expectNoProblems(page);
    await page.goto('/disciplineManage');
    await page.locator('tbody button[aria-expanded=false]').first().click();
    await page.getByRole('table').nth(1).waitFor();
    await expectNoProblems(page);
    await close();
  });
});

describe('[UX-12] on a 360 px phone', () => {
  it('[UX-12] fits the structure with all errors and keeps the totals in view', async () => {
    const { page, close } = await openWithMistakes({ ...teacher, width: 360 });
    await expectNoSidewaysScroll(page);
    await page.mouse.wheel(0, 2000);
    await page.waitForFunction(() => window.scrollY > 0);
    const isInView = async () => {
      const y = (await page.getByRole('region', { name: 'Totaluri' }).boundingBox())?.y ?? -1;
      return y >= 0 && y < 200;
    };
    await expect.poll(isInView).toBe(true);
    await close();
  });

  test.each(['/disciplineList', '/disciplineManage'])('[UX-12] %s fits as cards', async (path) => {
    const { page, close } = await openAs(browser, path, { ...teacher, width: 360 });
    await page.locator('main li').first().waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await close();
  });
});

describe('[UX-1] in every language', () => {
  test.each(languages)('[UX-1] shows no raw translation key on the structure in %s', async (language) => {
    const address = `/disciplineList?disciplineId=${own.id}`;
    const { page, close } = await openAs(browser, address, { ...teacher, language });
    await page.getByRole('heading', { name: own.description }).waitFor();
    await page.getByRole('textbox').first().fill('4');
    expect(await page.locator('main').innerText()).not.toMatch(/examStructure|errors\.|crud\./);
    await close();
  });
});
