import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { useBrowser } from './browser.ts';
import { type OwnDiscipline, ownDiscipline, saveStructure } from './own-bank.ts';
import { button, dialog, field, openAs, search, seeText, withNotice } from './staff-page.ts';

const browser = useBrowser();
let own: OwnDiscipline;
beforeAll(async () => {
  own = await ownDiscipline('MG301', [6, 3]);
});

const teacher = { email: 'teacher@exam.test' } as const;

async function open(setting: Parameters<typeof openAs>[2] = teacher, of = own) {
  const visit = await openAs(browser, `/disciplineList?disciplineId=${of.id}`, setting);
  await visit.page.getByRole('heading', { name: of.description }).waitFor();
  return visit;
}
const exam = (page: Page) => field(page, 'Întrebări în examen');
const minutes = (page: Page) => field(page, 'Durata în minute');
const ofChapter = (page: Page, chapter: string) => field(page, `Întrebări, capitolul ${chapter}`);
const byHand = (page: Page) => page.getByText('Stabilite manual').click();
const totals = (page: Page) => page.getByRole('region', { name: 'Totaluri' });
const save = (page: Page) => button(page, 'Salvează structura');

describe('validation next to the field while typing', () => {
  it('[DISC-7] refuses fewer questions than the chapters together', async () => {
    const { page, close } = await open();
    await byHand(page);
    await ofChapter(page, 'K1').fill('4');
    await ofChapter(page, 'K2').fill('2');
    await exam(page).fill('5');
    const reason = /Întrebări cerute de disciplină: 5, mai puține decât cele ale capitolelor împreună \(6\)/;
    const describedBy = await exam(page).getAttribute('aria-describedby');
    await seeText(page.locator(`[id="${describedBy}"]`), reason);
    await seeText(totals(page), reason);
    await close();
  });

  it('[DISC-9] refuses a chapter sum that differs from the exam', async () => {
    const { page, close } = await open();
    await byHand(page);
    await ofChapter(page, 'K1').fill('4');
    await ofChapter(page, 'K2').fill('2');
    await exam(page).fill('8');
    await seeText(totals(page), 'Întrebări cerute de capitole împreună: 6; în examen: 8');
    await exam(page).fill('6');
    await totals(page).getByText('Întrebări cerute de capitole împreună').waitFor({ state: 'detached' });
    await close();
  });

  it('[DISC-8] refuses more questions than a chapter holds, naming it, and more than all chapters hold', async () => {
    const { page, close } = await open();
    await byHand(page);
    await exam(page).fill('4');
    await ofChapter(page, 'K1').fill('0');
    await ofChapter(page, 'K2').fill('4');
    await seeText(page.getByRole('alert'), 'Întrebări cerute din capitolul K2: 4; introduse: doar 3');
    await expect.poll(() => ofChapter(page, 'K2').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('După mărimea capitolului').click();
    await exam(page).fill('10');
    await seeText(totals(page), 'Întrebări cerute de examen: 10; introduse: doar 9');
    await close();
  });

  it('[DISC-10] refuses a missing count and duration, focuses the first and sends no request', async () => {
    const { page, close } = await open();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await exam(page).fill('5');
    await exam(page).fill('');
    await minutes(page).focus();
    await seeText(page, 'Disciplina trebuie să aibă un număr de întrebări de examen');
    await exam(page).fill('5');
    await exam(page).press('Enter');
    await seeText(page, 'Disciplina trebuie să aibă o durată a examenului');
    await expect.poll(() => minutes(page).evaluate((input) => input === document.activeElement)).toBe(true);
    expect(sent).toEqual([]);
    await close();
  });
});

describe('writing a structure', () => {
  it('[DISC-3] splits by chapter size, allows manual changes, saves by keyboard and loads again', async () => {
    const mine = await ownDiscipline('MG301', [6, 3]);
    const { page, close } = await open(teacher, mine);
    await exam(page).fill('6');
    await seeText(page, '4 din 6');
    await seeText(page, '2 din 3');
    await exam(page).fill('5');
    await seeText(page, '3 din 6');
    await seeText(totals(page), '5 cerute din capitole');

    await byHand(page);
    await expect.poll(() => ofChapter(page, 'K1').inputValue()).toBe('3');
    await ofChapter(page, 'K1').press('ArrowUp');
    await ofChapter(page, 'K2').press('ArrowDown');
    await seeText(totals(page), '5 cerute din capitole');
    await field(page, 'Simple %, capitolul K1').fill('75');
    await expect.poll(() => field(page, 'Multiple %, capitolul K1').inputValue()).toBe('25 %');
    await minutes(page).fill('10');
    await seeText(totals(page), /120 s pe întrebare/);
    await seeText(totals(page), 'Încă nesalvat');
    await withNotice(page, /întrebări: 5, durata: 10 min/, () => minutes(page).press('Enter'));
    await totals(page).getByText('Încă nesalvat').waitFor({ state: 'detached' });

    await page.reload();
    await expect.poll(() => ofChapter(page, 'K1').inputValue()).toBe('4');
    await expect.poll(() => ofChapter(page, 'K2').inputValue()).toBe('1');
    await expect.poll(() => minutes(page).inputValue()).toBe('10');
    await expect.poll(() => save(page).isDisabled()).toBe(true);
    await close();
  });

  it('[DISC-2] sets the percents of all chapters in one step', async () => {
    const { page, close } = await open();
    await field(page, 'Simple în toate capitolele (%)').fill('100');
    for (const chapter of ['K1', 'K2'])
      await expect.poll(() => field(page, `Simple %, capitolul ${chapter}`).inputValue()).toBe('100 %');
    await exam(page).fill('9');
    await seeText(totals(page), '9 simple, 0 multiple');
    await close();
  });

  it('[DISC-4] locks the percents where the section does not allow changes', async () => {
    const locked = await ownDiscipline('MGE301', [5]);
    const { page, close } = await open(teacher, locked);
    await seeText(page, 'Facultatea sau specializarea nu permite schimbarea procentelor.');
    expect(await page.getByRole('textbox', { name: /Simple|Multiple/ }).count()).toBe(0);
    await exam(page).fill('4');
    await minutes(page).fill('5');
    await withNotice(page, /întrebări: 4, durata: 5 min/, () => save(page).click());
    await close();
  });

  it('[UX-6] asks before discarding changes', async () => {
    const { page, close } = await open();
    await exam(page).fill('7');
    await page.getByRole('link', { name: 'Toate disciplinele' }).click();
    const question = dialog(page, 'Pleci fără să salvezi?');
    await button(question, 'Rămâi aici').click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => exam(page).inputValue()).toBe('7');
    await page.getByRole('link', { name: 'Toate disciplinele' }).click();
    await button(question, 'Pleacă').click();
    await page.getByRole('heading', { name: 'Structura examenului' }).waitFor();
    await close();
  });

  it('[DISC-2] links to the questions of a chapter and to a sample exam', async () => {
    const mine = await ownDiscipline('MG301', [2, 1]);
    await saveStructure(mine, [2, 1]);
    const { page, close } = await open(teacher, mine);
    await page.getByRole('link', { name: 'Exemplu de examen' }).click();
    await page.waitForURL(/\/questionPreview\?disciplineId=/);
    await page.goBack();
    await page.getByRole('link', { name: /Întrebările capitolului K2/ }).click();
    await page.waitForURL(
      new RegExp(`/question/0/50/\\d+/\\d+/${mine.id}/3\\?chapterId=${mine.chapters[1]}`),
    );
    await seeText(page, 'Întrebarea 1.1');
    await close();
  });
});

describe('[DISC-6] feasibility while editing the structure', () => {
  it('[DISC-6] shows the number of different exams and the overlap of two', async () => {
    const { page, close } = await open();
    await exam(page).fill('9');
    await field(page, 'Simple în toate capitolele (%)').fill('100');
    await seeText(page, 'Banca acoperă acest examen.');
    await seeText(page, 'întrebări comune la doi studenți: aproximativ 9,0 din 9');
    await close();
  });

  it('[DISC-6] writes large numbers in words in every language', async () => {
    const { page, close } = await openAs(browser, '/disciplineList', { ...teacher, language: 'en' });
    await search(page.getByRole('searchbox'), 'farmacologie');
    await page.getByRole('link', { name: 'Farmacologie' }).click();
    await seeText(page, /≈ \d\.\d × 10[⁰¹²³⁴⁵⁶⁷⁸⁹]+/);
    await close();
  });

  it('[DISC-6] names the chapter that is short and what it lacks', async () => {
    const { page, close } = await open();
    await byHand(page);
    await exam(page).fill('5');
    await ofChapter(page, 'K1').fill('0');
    await ofChapter(page, 'K2').fill('5');
    await seeText(page, 'Banca nu acoperă încă acest examen.');
    await seeText(page, 'Capitolul K2: întrebări cerute: 5, disponibile în total: 3.');
    await close();
  });
});

describe('[ROLE-9] rights to edit a structure', () => {
  test.each(['secretary@exam.test', 'collaborator@exam.test'])(
    '[ROLE-9] %s has read-only access',
    async (email) => {
      const mine = await ownDiscipline('MG301', [2]);
      await saveStructure(mine, [2]);
      const { page, close } = await open({ email }, mine);
      await seeText(page, 'Poți consulta această structură.');
      await seeText(page, 'Banca acoperă acest examen.');
      expect(await page.locator('main').getByRole('textbox').count()).toBe(0);
      expect(await save(page).count()).toBe(0);
      await close();
    },
  );

  it('[ROLE-10] the dean’s office edits any structure without access to the questions', async () => {
    const mine = await ownDiscipline('MG301', [2]);
    const { page, close } = await open({ email: 'dean@exam.test' }, mine);
    await exam(page).fill('2');
    await minutes(page).fill('3');
    await withNotice(page, /întrebări: 2, durata: 3 min/, () => save(page).click());
    await close();
  });

  it('[ROLE-5] a teacher does not see the disciplines of others', async () => {
    const { page, close } = await openAs(browser, '/disciplineList?disciplineId=99999999', teacher);
    await seeText(page, 'Resursa cerută nu a fost găsită');
    await page.getByRole('link', { name: 'Toate disciplinele' }).click();
    await page.getByRole('table').waitFor();
    await search(page.getByRole('searchbox'), 'logie');
    await page.getByRole('link', { name: 'Farmacologie' }).waitFor();
    expect(await page.getByRole('link', { name: 'Cardiologie' }).count()).toBe(0);
    await close();
  });
});

describe('[DISC-2] the list of disciplines', () => {
  it('[UX-5] can be searched, sorted and exported, and keeps its state in the URL', async () => {
    const { page, close } = await openAs(browser, '/disciplineList');
    await page.getByRole('searchbox').fill('farma');
    await page.getByRole('link', { name: 'Chimie farmaceutică' }).waitFor();
    await page.getByRole('link', { name: 'Anatomie și embriologie' }).waitFor({ state: 'detached' });
    await button(page, 'Cod').focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('columnheader', { name: 'Cod', exact: true })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    await page.getByRole('link', { name: 'Chimie farmaceutică' }).click();
    await page.getByRole('heading', { name: 'Chimie farmaceutică' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Chimie farmaceutică' }).waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('farma');
    const download = page.waitForEvent('download');
    await button(page, 'Exportă').click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    expect((await download).suggestedFilename()).toBe('disciplines.csv');
    await close();
  });
});
