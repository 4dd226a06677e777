import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { type OwnDiscipline, ownDiscipline, saveStructure } from './own-bank.ts';
import {
  button,
  choose,
  dialog,
  expectNoSidewaysScroll,
  field,
  firstOption,
  openAs,
  seeText,
} from './staff-desk.ts';
import { setDark, setLight } from './visitor.ts';

const browser = useBrowser();
const secretary = { email: 'secretary@exam.test' } as const;
let first: OwnDiscipline;
let second: OwnDiscipline;
beforeAll(async () => {
  [first, second] = [await ownDiscipline('MG301', [6, 3]), await ownDiscipline('MG301', [6])];
  await saveStructure(first, [4, 2]);
  await saveStructure(second, [4]);
});

const totals = (page: Page) => page.getByRole('region', { name: 'Totaluri' });
const exam = (page: Page) => page.getByRole('region', { name: 'Examenul, în ordinea în care se susține' });
const questionsOf = (page: Page, { description }: OwnDiscipline) => field(page, `Întrebări, ${description}`);
const groupName = (page: Page) => exam(page).getByRole('textbox', { name: 'Grup', exact: true });
const save = (page: Page) => button(page, /^(Creează|Salvează) examenul$/);

async function takeFirst(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).focus();
  await page.keyboard.press('ArrowDown');
  await firstOption(page).click();
}

async function expectNoProblems(page: Page): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
}

it('[CUST-1] a secretary composes, saves and copies an exam and resolves a concurrent edit', async () => {
  const name = `Examen de probă ${first.id}`;
  const { page, close } = await openAs(browser, '/customExams', secretary);
  await button(page, 'Examen personalizat nou')
    .or(page.getByRole('link', { name: 'Examen personalizat nou' }))
    .first()
    .click();

  // Submitting with missing fields sends no request and focuses the first one.
  await save(page).click();
  await seeText(page, 'Câmp obligatoriu');
  await expect
    .poll(() => field(page, 'Denumire').evaluate((input) => input === document.activeElement))
    .toBe(true);
  await field(page, 'Denumire').fill(name);
  await takeFirst(page, 'Facultate');
  await takeFirst(page, 'Specializare');
  await page.getByRole('combobox', { name: 'An', exact: true }).click();
  await page.getByRole('option', { name: '3', exact: true }).click();
  await takeFirst(page, 'Serii');
  await page.keyboard.press('Escape');

  await button(page, `Adaugă ${first.description}`).click();
  await expect.poll(() => questionsOf(page, first).inputValue()).toBe('6');
  await button(page, 'Grup integrativ').click();
  await groupName(page).fill('Clinică');
  await choose(page.locator('main'), 'Adaugă la', 'Clinică');
  await button(page, `Adaugă ${second.description}`).click();
  await field(page, `Credite, ${first.description}`).fill('2.5');
  await field(page, 'Credite, Clinică').fill('4');
  await seeText(totals(page), '10');
  await seeText(totals(page), '6.5');

  // The bank is checked while the number is typed.
  await questionsOf(page, first).fill('10');
  const reason = `${first.description}: întrebări cerute: 10, introduse: 9`;
  await seeText(totals(page), reason);
  await expect.poll(() => questionsOf(page, first).getAttribute('aria-invalid')).toBe('true');
  await expectNoProblems(page);
  await questionsOf(page, first).fill('6');
  await totals(page).getByText(reason).waitFor({ state: 'detached' });

  // Move the group to the top by keyboard.
  await button(page, 'Mută mai sus Clinică').focus();
  await page.keyboard.press('Enter');
  await seeText(page, 'Clinică este acum pe locul 1 din 2');

  await button(page, 'Model de subiect').click();
  const sample = dialog(page, 'Model de subiect');
  await seeText(sample, '1. Clinică');
  const order = sample.getByRole('list', { name: 'Ordinea întrebărilor' }).first().locator('li');
  await expect.poll(() => order.count()).toBe(4);
  await page.keyboard.press('Escape');
  await sample.waitFor({ state: 'detached' });

  await field(page, 'Denumire').press('Enter');
  await seeText(page, `${name} este creat.`);
  await page.waitForURL(/examId=\d+/);
  const address = page.url();
  await page.reload();
  await expect.poll(() => field(page, 'Denumire').inputValue()).toBe(name);
  await expect.poll(() => groupName(page).inputValue()).toBe('Clinică');

  // Another secretary saves first: the second sees the conflict, keeps the typed values and decides.
  const other = await openAs(browser, address, { email: 'general.secretary@exam.test' });
  await field(other.page, 'Minute').fill('55');
  await save(other.page).click();
  await seeText(other.page, `${name} este salvat.`);
  await other.close();
  await field(page, 'Denumire').fill(`${name} bis`);
  await save(page).click();
  await seeText(page, 'Examenul a fost modificat între timp de Viorica Hâncu.');
  await expect.poll(() => field(page, 'Denumire').inputValue()).toBe(`${name} bis`);
  await expectNoProblems(page);
  await button(page, 'Salvează varianta mea').click();
  await seeText(page, `${name} bis este salvat.`);

  // The copy is a separate exam.
  await page.getByRole('link', { name: 'Toate examenele personalizate' }).click();
  await field(page, 'Caută').or(page.getByRole('searchbox')).first().fill(name);
  await page.getByRole('link', { name: `Copiază ${name} bis` }).click();
  await seeText(page, `Copiat din „${name} bis”`);
  await save(page).click();
  await seeText(page, `${name} bis (copie) este creat.`);
  await page.goto('/customExams');
  await page.getByRole('link', { name: `${name} bis (copie)`, exact: true }).waitFor();
  await expectNoProblems(page);
  await close();

  const phone = await openAs(browser, address, { ...secretary, width: 360 });
  await exam(phone.page).waitFor();
  await expectNoSidewaysScroll(phone.page);
  await phone.close();
});
