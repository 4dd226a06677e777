import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { CustomExamItem, ExamImpact } from '#contract/custom-exams.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { useExamRoom } from './exam-room.ts';
import { type OwnDiscipline, ownDiscipline, saveStructure, signIn } from './own-bank.ts';
import {
  button,
  choose,
  dialog,
  expectNoSidewaysScroll,
  field,
  firstOption,
  openAs,
  seeText,
  withNotice,
} from './staff-page.ts';
import { quiet, setDark, setLight } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
const secretary = { email: 'secretary@exam.test' } as const;
let first: OwnDiscipline;
let second: OwnDiscipline;
/** An exam that somebody sits in two hours. */
let soon: { readonly id: number; readonly name: string };
beforeAll(async () => {
  const { examId } = await room.candidate({ questions: 3, from: 120, to: 240 });
  const [found] = await room.sql<{ id: number; name: string }[]>`
    select c.id, c.name from custom_exams c join appointments a on a.custom_exam_id = c.id where a.exam_id = ${examId}`;
  if (!found) throw new Error('the candidate has no exam');
  soon = found;
  [first, second] = [await ownDiscipline('MG301', [6, 3]), await ownDiscipline('MG301', [6])];
  await saveStructure(first, [4, 2]);
  await saveStructure(second, [4]);
});

const totals = (page: Page) => page.getByRole('region', { name: 'Totaluri' });
const exam = (page: Page) => page.getByRole('region', { name: 'Examenul, în ordinea în care se susține' });
const questionsOf = (page: Page, { description }: OwnDiscipline) => field(page, `Întrebări, ${description}`);
const groupName = (scope: Page | Locator) => scope.getByRole('textbox', { name: 'Grup', exact: true });
/** The parts of the exam, found by the button that removes them. */
const parts = (page: Page) => exam(page).locator('ol').first().locator('> li');
const partOf = (page: Page, name: string) =>
  parts(page).filter({ has: page.getByRole('button', { name: `Scoate ${name}`, exact: true }) });
const gripOf = (page: Page, name: string) => partOf(page, name).getByTitle('Trage în alt loc').first();
const save = (page: Page) => button(page, /^(Creează|Salvează) examenul$/);

async function takeFirst(page: Page, label: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  // It has no focus and no list before it knows what it depends on.
  await expect.poll(() => box.isEnabled()).toBe(true);
  await box.focus();
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
  await seeText(totals(page), /examene diferite/);

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

  // And by dragging: the discipline above the group, then the group above the discipline again. What loads moves both.
  await quiet(page);
  await gripOf(page, first.description).dragTo(partOf(page, 'Clinică'));
  await seeText(page, `${first.description} este acum pe locul 1 din 2`);
  await expect.poll(() => parts(page).first().textContent()).toContain(first.description);
  await quiet(page);
  await gripOf(page, 'Clinică').dragTo(partOf(page, first.description));
  await seeText(page, 'Clinică este acum pe locul 1 din 2');
  await expect.poll(() => groupName(parts(page).first()).count()).toBe(1);

  await button(page, 'Model de subiect').click();
  const sample = dialog(page, 'Model de subiect');
  await seeText(sample, '1. Clinică');
  const order = sample.getByRole('list', { name: 'Ordinea întrebărilor' }).first().locator('li');
  await expect.poll(() => order.count()).toBe(4);
  await page.keyboard.press('Escape');
  await sample.waitFor({ state: 'detached' });

  await withNotice(page, `${name} este creat.`, () => field(page, 'Denumire').press('Enter'));
  await page.waitForURL(/examId=\d+/);
  const address = page.url();
  await page.reload();
  await expect.poll(() => field(page, 'Denumire').inputValue()).toBe(name);
  await expect.poll(() => groupName(page).inputValue()).toBe('Clinică');

  // Another secretary saves first: the second sees the conflict, keeps the typed values and decides.
  const other = await openAs(browser, address, { email: 'general.secretary@exam.test' });
  await field(other.page, 'Minute').fill('55');
  await field(other.page, 'Procentul de întrebări simple, Clinică').fill('40');
  await withNotice(other.page, `${name} este salvat.`, () => save(other.page).click());
  await other.close();
  await field(page, 'Denumire').fill(`${name} bis`);
  await save(page).click();
  await seeText(page, 'Examenul a fost modificat între timp de Viorica Hâncu.');
  await expect.poll(() => field(page, 'Denumire').inputValue()).toBe(`${name} bis`);
  const differences = page.getByRole('alert').getByRole('table');
  await seeText(differences, /Clinică · credite: 4 · simple 40/);
  await expectNoProblems(page);
  await withNotice(page, `${name} bis este salvat.`, () => button(page, 'Salvează varianta mea').click());

  // The copy is a separate exam.
  await page.getByRole('link', { name: 'Toate examenele personalizate' }).click();
  await field(page, 'Caută').or(page.getByRole('searchbox')).first().fill(name);
  await page.getByRole('link', { name: `Copiază ${name} bis` }).click();
  await seeText(page, `Copiat din „${name} bis”`);
  await withNotice(page, `${name} bis (copie) este creat.`, () => save(page).click());
  // Other tests add exams, so the list may have more than a page.
  await page.goto(`/customExams?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: `${name} bis (copie)`, exact: true }).waitFor();
  await expectNoProblems(page);
  await close();

  const phone = await openAs(browser, address, { ...secretary, width: 360 });
  await exam(phone.page).waitFor();
  await expectNoSidewaysScroll(phone.page);
  await phone.close();
});

/** Waits until the paper of the exam is drawn, which happens in the background. */
async function untilDrawn(): Promise<void> {
  const call = await signIn();
  const stored = (await call('GET', `examCustom/${soon.id}`)) as CustomExamItem;
  const [discipline] = stored.sumativeDisciplines;
  const draft = { ...stored, sumativeDisciplines: [{ ...discipline, questions: 2 }] };
  const papers = async () =>
    ((await call('POST', `examCustom/${soon.id}/impact`, draft)) as ExamImpact).papers;
  await expect.poll(papers, { timeout: 90_000, interval: 500 }).toBe(1);
}

it('[CUST-2] two hours before the exam its content is frozen; an administrator sees whose paper is drawn again and decides', async () => {
  const address = `/customExams?examId=${soon.id}`;
  const frozen = /urmează să înceapă sau este în desfășurare/;
  const office = await openAs(browser, address, { email: 'general.secretary@exam.test' });
  await seeText(office.page, frozen);
  const questions = (page: Page) => exam(page).getByRole('textbox', { name: /^Întrebări, / });
  await expect.poll(() => questions(office.page).isDisabled()).toBe(true);
  expect(await button(office.page, 'Grup integrativ').isDisabled()).toBe(true);
  expect(await field(office.page, 'Minute').isDisabled()).toBe(true);
  await field(office.page, 'Denumire').fill(`${soon.name} bis`);
  await withNotice(office.page, `${soon.name} bis este salvat.`, () => save(office.page).click());
  await office.close();

  await untilDrawn();
  const { page, close } = await openAs(browser, address);
  await seeText(page, frozen);
  await questions(page).fill('2');
  await save(page).click();
  const confirmation = dialog(page, 'Schimbi examenul în timpul sesiunii?');
  await seeText(confirmation, /Se extrage din nou 1 subiect: Marin Ioana \(/);
  expect(await axeProblems(page)).toEqual([]);
  await button(confirmation, 'Lasă-l neschimbat').click();
  await confirmation.waitFor({ state: 'detached' });
  await seeText(totals(page), 'Încă nesalvat');
  await save(page).click();
  await withNotice(page, `${soon.name} bis este salvat.`, () =>
    button(confirmation, 'Schimbă totuși').click(),
  );
  await page.reload();
  await expect.poll(() => questions(page).inputValue()).toBe('2');
  await close();
});
