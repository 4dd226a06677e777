import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { launchBrowser } from './browser.ts';
import { type OwnDiscipline, ownDiscipline } from './own-bank.ts';
import { expectNoSidewaysScroll, field, seen, sitDown } from './staff-desk.ts';

let browser: Browser;
let own: OwnDiscipline;
beforeAll(async () => {
  browser = await launchBrowser();
  own = await ownDiscipline('MG301', [6, 3]);
});
afterAll(() => browser?.close());

const teacher = { email: 'teacher@exam.test' } as const;

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** The structure with a mistake in a chapter, in the totals and in the feasibility. */
async function openWithMistakes(setting: Parameters<typeof sitDown>[2]) {
  const desk = await sitDown(browser, '/disciplineList', setting);
  const { page } = desk;
  await page.goto(`/disciplineList?disciplineId=${own.id}`);
  await field(page, 'Întrebări în examen').fill('5');
  await page.getByText('Stabilite manual').click();
  await field(page, 'Întrebări, capitolul K2').fill('8');
  await seen(page, 'Banca nu poate acoperi încă acest examen.');
  return desk;
}

describe('[UX-11] nothing for axe to find', () => {
  test.each([false, true])('[UX-11] in the structure with its mistakes, dark %s', async (dark) => {
    const { page, close } = await openWithMistakes({ ...teacher, dark });
    expect(await violations(page)).toEqual([]);
    await close();
  });

  test.each([false, true])('[UX-11] in the list, to read and among disciplines, dark %s', async (dark) => {
    const { page, close } = await sitDown(browser, '/disciplineList', {
      email: 'collaborator@exam.test',
      dark,
    });
    await page.getByRole('table').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`/disciplineList?disciplineId=${own.id}`);
    await seen(page, 'Poți consulta această structură.');
    expect(await violations(page)).toEqual([]);
    await page.goto('/disciplineManage');
    await page.locator('tbody button[aria-expanded=false]').first().click();
    await page.getByRole('table').nth(1).waitFor();
    expect(await violations(page)).toEqual([]);
    await close();
  });
});

describe('[UX-12] on a phone of 360 px', () => {
  it('[UX-12] the structure fits with all its mistakes, and the totals stay in view', async () => {
    const { page, close } = await openWithMistakes({ ...teacher, width: 360 });
    await expectNoSidewaysScroll(page);
    await page.mouse.wheel(0, 2000);
    await page.waitForTimeout(200);
    const totals = await page.getByRole('region', { name: 'Totaluri' }).boundingBox();
    expect(totals?.y).toBeGreaterThanOrEqual(0);
    expect(totals?.y).toBeLessThan(200);
    await close();
  });

  test.each(['/disciplineList', '/disciplineManage'])('[UX-12] %s fits as cards', async (path) => {
    const { page, close } = await sitDown(browser, path, { ...teacher, width: 360 });
    await page.locator('main li').first().waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await expectNoSidewaysScroll(page);
    await close();
  });
});

describe('[UX-1] in every language', () => {
  test.each(languages)('[UX-1] %s: no raw key on the structure', async (language) => {
    const { page, close } = await sitDown(browser, '/disciplineList', { ...teacher, language });
    await page.goto(`/disciplineList?disciplineId=${own.id}`);
    await page.getByRole('heading', { name: own.description }).waitFor();
    await page.getByRole('textbox').first().fill('4');
    expect(await page.locator('main').innerText()).not.toMatch(/examStructure|errors\.|crud\./);
    await close();
  });
});
