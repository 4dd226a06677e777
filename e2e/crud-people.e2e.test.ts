import { describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import {
  button,
  choose,
  deleteRow,
  dialog,
  field,
  firstOption,
  openAs,
  seeText,
  withNotice,
} from './staff-page.ts';
import { settled } from './visitor.ts';

const browser = useBrowser();

describe('[STRUCT-5] students', () => {
  it('[UX-7] enrols a student from college to series and validates the identifier while typing', async () => {
    const { page, close } = await openAs(browser, '/students');
    await button(page, 'Adaugă un student').click();
    const adding = dialog(page, 'Adaugă un student');
    await field(adding, 'Prenume').fill('Ioana');
    await field(adding, 'Nume').first().fill('Probă');
    await field(adding, 'An de studiu').fill('1');
    await field(adding, 'E-mail').fill('ioana.proba');
    await field(adding, 'CNP sau alt identificator').fill('1630615123458');
    await seeText(adding, 'Valoarea nu este o adresă de e-mail validă');
    await field(adding, 'Telefon').fill('0722000000');
    await seeText(adding, /cifra de control/);
    await field(adding, 'E-mail').fill('ioana.proba@student.exam.test');
    await field(adding, 'CNP sau alt identificator').fill('FR1234567');
    await seeText(adding, /identificator al unui student străin/);

    const section = adding.getByRole('combobox', { name: 'Specializare' });
    await expect.poll(() => section.isDisabled()).toBe(true);
    await choose(adding, 'Facultate', 'Facultatea de Farmacie');
    await choose(adding, 'Specializare', 'Farmacie');
    await adding.getByRole('combobox', { name: 'Serie' }).click();
    await firstOption(page).click();
    await choose(adding, 'Facultate', 'Facultatea de Medicină Dentară');
    await expect.poll(() => section.inputValue()).toBe('');
    await expect.poll(() => adding.getByRole('combobox', { name: 'Serie' }).isDisabled()).toBe(true);
    await section.click();
    await firstOption(page).waitFor();
    await settled(page);
    expect(await page.getByRole('option', { name: 'Farmacie', exact: true }).count()).toBe(0);
    await firstOption(page).click();
    await adding.getByRole('combobox', { name: 'Serie' }).click();
    await firstOption(page).click();
    await withNotice(page, 'Studentul a fost creat!', () => button(adding, 'Salvează studentul').click());
    await adding.waitFor({ state: 'detached' });

    await page.getByRole('searchbox').fill('proba ioana');
    await button(page, 'Modifică Probă Ioana').waitFor();
    await deleteRow(page, 'Probă Ioana', 'Ștergi studentul?');
    await close();
  });

  it('[UX-5] filters students by faculty, section and year; Back and a link show the same rows, a row opens', async () => {
    const { page, close } = await openAs(browser, '/students');
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    const filters = page.locator('[data-tour=page-filters]');
    await expect.poll(() => filters.getByRole('combobox', { name: 'Specializare' }).isDisabled()).toBe(true);
    await choose(filters, 'Facultate', 'Facultatea de Farmacie');
    await page.waitForURL(/collegeId=\d+/);
    await choose(filters, 'An de studiu', 'An de studiu 1');
    await page.waitForURL(/collegeId=\d+&year=1/);
    await settled(page);
    const found = await rows.allTextContents();
    expect(found.length).toBeGreaterThan(0);
    await page.reload();
    await rows.first().waitFor();
    await expect.poll(() => rows.allTextContents()).toEqual(found);
    await page.goBack();
    await page.waitForURL((url) => url.searchParams.has('collegeId') && !url.searchParams.has('year'));
    await page.goForward();
    await page.waitForURL(/year=1/);
    // A row of the other list would take the focus with it.
    await settled(page);
    await expect.poll(() => rows.allTextContents()).toEqual(found);
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await dialog(page, 'Modifică studentul').waitFor();
    await close();
  });

  it('[ROLE-11] shows students to a teacher read-only, without identifier and phone', async () => {
    const { page, close } = await openAs(browser, '/students', { email: 'teacher@exam.test' });
    await page.getByRole('table').waitFor();
    await button(page, 'Coloane').click();
    await page.getByRole('checkbox', { name: 'ID', exact: true }).waitFor();
    expect(await page.getByRole('checkbox', { name: /CNP|Telefon/ }).count()).toBe(0);
    expect(await button(page, /^(Adaugă|Modifică|Șterge)/).count()).toBe(0);
    await close();
  });

  it('[NAV-5] shows the rights message to a student who opens the rooms and keeps them signed in', async () => {
    const { page, close } = await openAs(browser, '/sali', { email: 'student@exam.test' });
    await seeText(page, 'Nu ai drepturi de acces la această resursă');
    expect(await page.evaluate(() => sessionStorage.getItem('authenticated'))).toBe('true');
    await close();
  });
});

describe('[STRUCT-6] secretaries', () => {
  it('[MSG-7] refuses a duplicate assignment in the dialog and keeps the typed values', async () => {
    const { page, close } = await openAs(browser, '/secretars');
    await button(page, 'Adaugă un secretar').click();
    const adding = dialog(page, 'Adaugă un secretar');
    await field(adding, 'E-mail').fill('secretar.proba@exam.test');
    await choose(adding, 'Facultate', 'Facultatea de Farmacie');
    await field(adding, 'An de studiu').fill('3');
    await page.keyboard.press('Enter');
    await seeText(adding, 'Câmp obligatoriu');
    await field(adding, 'An de studiu').fill('0');
    await button(adding, 'Salvează secretarul').click();
    await adding.waitFor({ state: 'detached' });

    await button(page, 'Adaugă un secretar').click();
    await field(adding, 'E-mail').fill('secretar.proba@exam.test');
    await choose(adding, 'Facultate', 'Facultatea de Farmacie');
    await field(adding, 'An de studiu').fill('0');
    await button(adding, 'Salvează secretarul').click();
    await seeText(adding, 'Eroare cu secretarul!');
    await expect.poll(() => field(adding, 'E-mail').inputValue()).toBe('secretar.proba@exam.test');
    await button(adding, 'Renunță').click();
    await button(dialog(page, 'Închizi fără să salvezi?'), 'Închide fără salvare').click();
    await deleteRow(page, 'secretar.proba@exam.test · Facultatea de Farmacie', 'Ștergi secretarul?');
    await close();
  });
});

describe('[STRUCT-4] sessions', () => {
  it('[UX-19] accepts every kind of date and time, typed or picked, validates it and stores it', async () => {
    const { page, close } = await openAs(browser, '/examinare', { language: 'en' });
    await button(page, 'Add session').click();
    const adding = dialog(page, 'Add session');
    await field(adding, 'Description').fill('Trial session');
    await field(adding, 'Start date').fill('31/02/2031');
    await field(adding, 'End date').fill('1/3/2031');
    await seeText(adding, 'Invalid date format');
    await field(adding, 'Start date').fill('3.3.2031');
    await field(adding, 'Contestations from').fill('5/3/2031 8:00');
    await expect.poll(() => field(adding, 'Start date').inputValue()).toBe('03/03/2031');
    await field(adding, 'Contestations until').fill('06/03/2031 20:00');
    await field(adding, 'Contestations resolved by').fill('10/03/2031 20:00');
    await field(adding, 'Booking from').fill('01/02/2031 08:00');
    await field(adding, 'Booking until').fill('02/03/2031 08:00');
    await choose(adding, 'Modules', 'Modulul clinic');
    await page.keyboard.press('Escape');
    await expect.poll(() => adding.isVisible()).toBe(true);
    await field(adding, 'Description').press('Enter');
    await seeText(adding, 'The end must not be before the start');

    await button(adding, 'Open the calendar: End date').click();
    await button(page, '20 March 2031').click();
    await expect.poll(() => field(adding, 'End date').inputValue()).toBe('20/03/2031');
    await choose(adding, 'Scoring mode', 'All or nothing');
    await adding.getByRole('checkbox', { name: 'Simulation' }).check();
    await withNotice(page, 'Session created!', () => button(adding, 'Save session').click());
    await adding.waitFor({ state: 'detached' });

    await button(page, /^Edit Trial session/).click();
    const editing = dialog(page, 'Edit session');
    await expect.poll(() => field(editing, 'Contestations from').inputValue()).toBe('05/03/2031 08:00');
    await seeText(editing, 'Modulul clinic');
    await page.keyboard.press('Escape');
    await button(page, /^Delete Trial session/).click();
    await withNotice(page, 'Session deleted!', () =>
      button(dialog(page, 'Delete session?'), 'Delete').click(),
    );
    await close();
  });
});
