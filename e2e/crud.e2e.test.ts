import { readFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import { useBrowser } from './browser.ts';
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

const browser = useBrowser();

describe('[STRUCT-3] rooms', () => {
  it('[UX-6] adds a room by keyboard alone, gives it rows and slots, changes it and deletes it', async () => {
    const { page, close } = await openAs(browser, '/sali');
    await button(page, 'Adaugă o sală').focus();
    await page.keyboard.press('Enter');
    const adding = dialog(page, 'Adaugă o sală');
    // Input typed before the dialog has the focus is lost.
    await adding.locator('input:focus').waitFor();
    for (const text of ['Sala de probă', 'Corp Z', '20', '3']) {
      await page.keyboard.type(text);
      if (text !== '3') await page.keyboard.press('Tab');
    }
    await withNotice(page, 'Sala a fost creată!', () => page.keyboard.press('Enter'));
    // The dialog of a new room stays open for its rows and slots.
    const staying = dialog(page, 'Modifică sala');
    await staying.waitFor();
    await page.keyboard.press('Escape');
    await staying.waitFor({ state: 'detached' });

    await search(page.getByRole('searchbox'), 'Sala de probă');
    await button(page, 'Arată ce aparține de Sala de probă · Corp Z').click();
    await button(page, 'Adaugă un rând').click();
    const row = dialog(page, /^Adaugă un rând · Sala de probă/);
    await field(row, 'Numărul rândului').fill('1');
    await field(row, 'Locuri').fill('15');
    await page.keyboard.press('Enter');
    await row.waitFor({ state: 'detached' });
    await seeText(page, '15 (5 fără rând)');

    await button(page, 'Adaugă un rând').click();
    await field(row, 'Numărul rândului').fill('2');
    await field(row, 'Locuri').fill('6');
    await page.keyboard.press('Enter');
    await seeText(row, 'Eroare cu rândul!');
    await seeText(row, /Rândurile au mai multe locuri|mai multe locuri decât sala/);
    await expect.poll(() => field(row, 'Locuri').inputValue()).toBe('6');
    await page.keyboard.press('Escape');
    await button(dialog(page, 'Închizi fără să salvezi?'), 'Închide fără salvare').click();
    await row.waitFor({ state: 'detached' });

    await button(page, 'Adaugă un interval orar').click();
    const slot = dialog(page, /^Adaugă un interval orar/);
    await field(slot, 'Începe la').fill('1:00 PM');
    await field(slot, 'Se termină la').fill('15:00');
    await expect.poll(() => field(slot, 'Începe la').inputValue()).toBe('13:00');
    await page.keyboard.press('Enter');
    await slot.waitFor({ state: 'detached' });
    await button(page, 'Modifică 13:00 · 15:00').waitFor();

    await button(page, 'Modifică Sala de probă · Corp Z').click();
    const editing = dialog(page, 'Modifică sala');
    await field(editing, 'Clădire').fill('Corp Y');
    await withNotice(page, 'Sala a fost modificată!', () => button(editing, 'Salvează sala').click());
    await editing.waitFor({ state: 'detached' });

    await deleteRow(page, '13:00 · 15:00', 'Ștergi intervalul orar?');
    await deleteRow(page, 'Numărul rândului 1 · Locuri 15', 'Ștergi rândul?');
    await deleteRow(page, 'Sala de probă · Corp Y', 'Ștergi sala?');
    await close();
  });

  test.each([
    ['ro', 'Adaugă o sală', 'Câmp obligatoriu', 'Valoarea nu poate fi zero'],
    ['en', 'Add room', 'Required field', 'Value cannot be zero'],
    ['fr', 'Ajouter une salle', 'Champ obligatoire', 'La valeur ne peut pas être zéro'],
  ] as const)(
    '[UX-8] names missing fields in %s and focuses the first one',
    async (language, add, missing, zero) => {
      const { page, close } = await openAs(browser, '/sali', { language });
      await button(page, add).click();
      const adding = dialog(page, add);
      await adding.locator('input:focus').waitFor();
      await page.keyboard.press('Enter');
      await seeText(adding, missing);
      await seeText(adding, zero);
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
      await close();
    },
  );

  it('[UX-6] ignores a click outside; Escape cancels and asks for confirmation when something was typed', async () => {
    const { page, close } = await openAs(browser, '/sali');
    await button(page, 'Adaugă o sală').click();
    const adding = dialog(page, 'Adaugă o sală');
    await adding.locator('input:focus').waitFor();
    await page.mouse.click(20, 450);
    await expect.poll(() => adding.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await adding.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Adaugă o sală');

    await page.keyboard.press('Enter');
    await field(adding, 'Denumire').fill('Ceva');
    await page.keyboard.press('Escape');
    const question = dialog(page, 'Închizi fără să salvezi?');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => field(adding, 'Denumire').inputValue()).toBe('Ceva');
    await close();
  });

  it('[UX-5] searches without diacritics, focuses the search with the slash key and reverses the order of a column', async () => {
    const { page, close } = await openAs(browser, '/faculties');
    await page.getByRole('cell', { name: 'Facultatea de Farmacie', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('stiinte si litere');
    await page
      .getByRole('cell', { name: 'Facultatea de Farmacie', exact: true })
      .waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Facultatea de Științe și Litere', exact: true }).waitFor();
    await button(page, 'Șterge căutarea').click();
    const first = page.locator('tbody tr').first();
    await seeText(first, 'Farmacie');
    // The list is sorted by this column already, so the first click reverses it.
    await button(page, 'Denumire').click();
    await seeText(first, 'Științe');
    await close();
  });

  it('[UX-14] exports to Excel and CSV with labels in the screen’s language', async () => {
    const { page, close } = await openAs(browser, '/sali');
    const fetchFile = async (format: string) => {
      await button(page, 'Exportă').click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
    };
    const csv = await fetchFile('CSV (.csv)');
    expect(csv.name).toMatch(/\.csv$/);
    expect(csv.bytes.toString()).toMatch(/Denumire.*Clădire.*Locuri/);
    expect(csv.bytes.toString()).toContain('Corp A');
    const xlsx = await fetchFile('Excel (.xlsx)');
    expect(xlsx.name).toMatch(/\.xlsx$/);
    expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK');
    await close();
  });
});

describe('[STRUCT-2] faculties', () => {
  it('[UX-5] adds series three levels deep and updates the counts of their parents', async () => {
    const { page, close } = await openAs(browser, '/faculties');
    await button(page, /^Arată ce aparține de FAR · /).click();
    await button(page, /^Arată ce aparține de FAR · Farmacie/).click();
    await button(page, 'Adaugă o serie').click();
    const adding = dialog(page, /^Adaugă o serie · FAR · Farmacie/);
    await field(adding, 'Cod').fill('900');
    await field(adding, 'Denumire').fill('Seria de probă');
    await field(adding, 'An de studiu').fill('9');
    await page.keyboard.press('Tab');
    await seeText(adding, 'Valoarea trebuie să fie cel mult 8');
    await field(adding, 'An de studiu').fill('5');
    await choose(adding, 'Limba', 'Maghiara');
    await withNotice(page, 'Seria a fost creată!', () => button(adding, 'Salvează seria').click());
    await adding.waitFor({ state: 'detached' });
    await deleteRow(page, '900 · Seria de probă', 'Ștergi seria?');
    await close();
  });

  it('[STRUCT-9] keeps the sum of default percents at 100; the right to edit them is yes, no or not set', async () => {
    const { page, close } = await openAs(browser, '/faculties');
    await button(page, 'Adaugă o facultate').click();
    const adding = dialog(page, 'Adaugă o facultate');
    await field(adding, 'Cod').fill('PRB');
    await field(adding, 'Denumire').fill('Facultatea de probă');
    await field(adding, 'Întrebări simple implicit (%)').fill('40');
    await field(adding, 'Întrebări multiple implicit (%)').fill('50');
    await page.keyboard.press('Enter');
    await seeText(adding, /100/);
    await field(adding, 'Întrebări multiple implicit (%)').fill('60');
    await expect.poll(() => adding.getByRole('radio', { name: 'Nesetat' }).isChecked()).toBe(true);
    await adding.getByText('Nu', { exact: true }).click();
    await button(adding, 'Salvează facultatea').click();
    await adding.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /PRB/ });
    await row.getByRole('cell', { name: 'Nu', exact: true }).waitFor();
    await deleteRow(page, 'PRB · Facultatea de probă', 'Ștergi facultatea?');
    await close();
  });

  it('[STRUCT-7] refuses to delete a college in use and says what uses it', async () => {
    const { page, close } = await openAs(browser, '/faculties');
    await button(page, /^Șterge MED · /).click();
    await button(dialog(page, 'Ștergi facultatea?'), 'Șterge').click();
    await seeText(page, 'Eroare cu facultatea!');
    await seeText(page, /Nu s-a putut șterge\..*specializări \(\d+\)/);
    await close();
  });
});
