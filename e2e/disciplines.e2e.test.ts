import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { ownDiscipline, saveStructure } from './own-bank.ts';
import {
  button,
  choose,
  deleteRow,
  dialog,
  field,
  openAs,
  search,
  seeText,
  withNotice,
} from './staff-page.ts';
import { settled } from './visitor.ts';

const browser = useBrowser();

const disciplines = (page: Page) => page.getByRole('searchbox', { name: /Discipline$/ });

describe('[DISC-1] disciplines', () => {
  it('[DISC-1] adds a discipline with place, teachers and chapters, changes it and deletes it', async () => {
    const { page, close } = await openAs(browser, '/disciplineManage');
    await button(page, 'Adaugă o disciplină').click();
    const adding = dialog(page, 'Adaugă o disciplină');
    await field(adding, 'Denumire').fill('Imunologie de probă');
    await field(adding, 'Cod').fill('IMP1');
    await adding.getByRole('combobox', { name: 'An universitar' }).click();
    await page
      .getByRole('option', { name: /^\d{4}–\d{4}$/ })
      .first()
      .click();
    await expect.poll(() => adding.getByRole('combobox', { name: 'Specializare' }).isDisabled()).toBe(true);
    await choose(adding, 'Facultate', 'Facultatea de Farmacie');
    await choose(adding, 'Specializare', 'Farmacie');
    await choose(adding, 'Serii', 'Anul II, seria A');
    await page.keyboard.press('Escape');
    await field(adding, 'An de studiu').fill('2');
    await field(adding, 'Semestru').fill('1');
    const holders = adding.getByRole('combobox', { name: 'Titulari' });
    // Not the teacher of other tests, whose dashboard would lead to a discipline that is soon deleted.
    await holders.fill('marculet');
    await page.getByRole('option', { name: /Mărculeț/ }).click();
    const collaborators = adding.getByRole('combobox', { name: 'Colaboratori' });
    await collaborators.fill('marculet');
    await page.getByRole('option', { name: /Mărculeț/ }).click();
    await field(adding, 'Denumire').focus();
    await seeText(adding, 'Aceeași persoană nu poate fi și titular, și colaborator al disciplinei');
    await collaborators.press('Backspace');
    await field(adding, 'Denumire').focus();
    await withNotice(page, 'Disciplina a fost creată!', () => button(adding, 'Salvează disciplina').click());
    await adding.waitFor({ state: 'detached' });

    const name = 'IMP1 · Imunologie de probă';
    await search(disciplines(page), 'imunologie');
    await button(page, `Arată ce aparține de ${name}`).click();
    await button(page, 'Adaugă un capitol').click();
    const chapter = dialog(page, /^Adaugă un capitol/);
    await field(chapter, 'Cod').fill('I');
    await field(chapter, 'Denumire').fill('Imunitatea înnăscută');
    await withNotice(page, 'Capitolul a fost creat!', () => page.keyboard.press('Enter'));
    await chapter.waitFor({ state: 'detached' });

    await button(page, 'Adaugă un capitol').click();
    await field(chapter, 'Cod').fill('I');
    await field(chapter, 'Denumire').fill('Încă unul');
    await page.keyboard.press('Enter');
    await seeText(chapter, /Capitolul nu a fost adăugat\./);
    await page.keyboard.press('Escape');
    await button(dialog(page, 'Închizi fără să salvezi?'), 'Închide fără salvare').click();

    await button(page, `Șterge ${name}`).click();
    await button(dialog(page, 'Ștergi disciplina?'), 'Șterge').click();
    await seeText(page, /Nu s-a putut șterge\..*capitole/i);
    await deleteRow(page, 'I · Imunitatea înnăscută', 'Ștergi capitolul?');
    await deleteRow(page, name, 'Ștergi disciplina?');
    await close();
  });

  it('[ROLE-11] lets a secretary manage disciplines in scope; one shared with other series is read-only', async () => {
    const { page, close } = await openAs(browser, '/disciplineManage', { email: 'secretary@exam.test' });
    await search(disciplines(page), 'cardiologie');
    expect(await button(page, 'Modifică MG401 · Cardiologie').count()).toBe(0);
    expect(await page.getByRole('link', { name: /Cardiologie/ }).count()).toBe(0);
    await search(disciplines(page), 'fiziologie');
    await page.getByRole('row').filter({ hasText: 'Fiziologie' }).waitFor();
    await search(disciplines(page), 'farmacologie');
    await button(page, 'Modifică MG301 · Farmacologie').waitFor();
    expect(await button(page, /cadru didactic/).count()).toBe(0);
    await close();
  });

  it('[ROLE-5] lets a holder change the chapters of their discipline and a collaborator only read them', async () => {
    const own = await ownDiscipline('MG301', [1]);
    const row = `Arată ce aparține de ${own.code} · ${own.description}`;
    for (const [email, writes] of [
      ['teacher@exam.test', true],
      ['collaborator@exam.test', false],
    ] as const) {
      const { page, close } = await openAs(browser, '/disciplineManage', { email });
      await search(disciplines(page), own.code);
      await button(page, row).click();
      await seeText(page, 'Capitolul 1');
      await expect.poll(() => button(page, 'Adaugă un capitol').count()).toBe(writes ? 1 : 0);
      await expect.poll(() => button(page, 'Șterge K1 · Capitolul 1').count()).toBe(writes ? 1 : 0);
      expect(await button(page, 'Adaugă o disciplină').count()).toBe(0);
      await close();
    }
  });
});

describe('[DISC-5] deleting a chapter', () => {
  it('[MSG-16] warns about its questions, is refused while a structure uses them, and deletes them too', async () => {
    const own = await ownDiscipline('MG301', [2, 1]);
    await saveStructure(own, [1, 0]);
    const { page, close } = await openAs(browser, '/disciplineManage', { email: 'teacher@exam.test' });
    await search(disciplines(page), own.code);
    await button(page, `Arată ce aparține de ${own.code} · ${own.description}`).click();
    await button(page, 'Șterge K1 · Capitolul 1').click();
    const question = dialog(page, 'Ștergi capitolul?');
    await seeText(question, /Se șterg și cele 2 întrebări din el/);
    await button(question, 'Șterge').click();
    await seeText(page, /Capitolul nu a fost șters\. .*cere întrebări din el \(1\)/);
    await deleteRow(page, 'K2 · Capitolul 2', 'Ștergi capitolul?');
    await page.goto(`/disciplineList?disciplineId=${own.id}`);
    await seeText(page, '1 din 2');
    await settled(page);
    expect(await page.getByText('Capitolul 2').count()).toBe(0);
    await close();
  });
});

describe('[DISC-1] teachers', () => {
  it('[DISC-1] adds a teacher by name and address and finds them again', async () => {
    const { page, close } = await openAs(browser, '/disciplineManage');
    await button(page, 'Adaugă un cadru didactic').click();
    const adding = dialog(page, 'Adaugă un cadru didactic');
    await field(adding, 'Nume').fill('Ștefania Țiriac');
    await field(adding, 'E-mail').fill('stefania.tiriac@exam.test');
    await page.keyboard.press('Enter');
    await adding.waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: /Cadre didactice$/ }).fill('tiriac');
    const name = 'Ștefania Țiriac · stefania.tiriac@exam.test';
    await button(page, `Modifică ${name}`).waitFor();
    await deleteRow(page, name, 'Ștergi cadrul didactic?');
    await close();
  });
});
