import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { ResultRow } from '#contract/exam-results.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { ownDatabase, useOwnServer } from './own-server.ts';
import { callsOf } from './sat-exams.ts';
import { button, expectNoSidewaysScroll, field, openAs, seeText } from './staff-page.ts';
import { enter, newVisitor, setDark, setLight } from './visitor.ts';

const browser = useBrowser();
// These tests change what everyone sees, so they do not share a server with other files.
const server = useOwnServer(async () => ({
  DATABASE_URL: await ownDatabase('whole_university'),
  DEMO: '1',
  // A directory that does not respond; the settings decide who needs it.
  LDAP_URL: 'ldap://127.0.0.1:1',
  LDAP_BASE: 'dc=exam,dc=test',
}));

const secret = 'parola-serverului-de-mail';
const openGroup = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Grupuri de setări' }).getByRole('link', { name }).click();
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const saveOf = (page: Page, group: string) => button(page, `Salvează: ${group}`);

async function save(page: Page, group: string): Promise<void> {
  await saveOf(page, group).click();
  // The save bar disappears once the changes are stored.
  await saveOf(page, group).waitFor({ state: 'detached' });
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
}

it('[CONF-1][CONF-2][UX-18] lets an administrator change each group of settings, which apply to everyone at once', async () => {
  const { url } = server;
  const simulation = await openAs(browser, '/examSimulation', {
    email: 'student@exam.test',
    serverUrl: url,
  });
  const { page, close } = await openAs(browser, '/configuration', { serverUrl: url });
  const responses: string[] = [];
  page.on('response', async (response) => {
    if (/\/settings$/.test(new URL(response.url()).pathname))
      responses.push(await response.text().catch(() => ''));
  });

  // Exams: another user's page follows.
  const allowExams = 'Studenții se pot programa și pot simula examene';
  await page.locator('label', { hasText: allowExams }).click();
  await seeText(row(page, allowExams), 'Nesalvat');
  await seeText(page, /^Valabil imediat pentru programări, mutări, anulări/);
  await expectAccessible(page);
  await save(page, 'Examene');
  await seeText(row(page, allowExams), /Implicit: pornit · modificat de Mihai Stoica/);
  await simulation.page.reload();
  await seeText(simulation.page, 'Examenele nu pot fi simulate');
  await simulation.close();

  // Questions: contradicting values cannot be saved, whichever one was typed.
  await openGroup(page, 'Întrebări');
  const maxCorrect = field(page, 'Maximum de răspunsuri corecte la o întrebare cu complement multiplu');
  await maxCorrect.fill('5');
  await seeText(row(page, 'Răspunsuri afișate la fiecare întrebare'), 'Valoarea trebuie să fie cel puțin 6');
  await expect.poll(() => saveOf(page, 'Întrebări').isDisabled()).toBe(true);
  await field(page, 'Răspunsuri afișate la fiecare întrebare').fill('6');
  await save(page, 'Întrebări');

  await openGroup(page, 'Rezultate și contestații');
  await field(page, 'Zile pentru depunerea unei contestații').fill('7');
  await page.locator('label', { hasText: 'Studenții pot contesta rezultatele' }).click();
  await save(page, 'Rezultate și contestații');
  const student = await callsOf(url, 'student@exam.test');
  const results = await student<ResultRow[]>('GET', 'examsPreview');
  const sat = results.find(({ exam }) => exam.annulled === undefined);
  const contest = await openAs(browser, `/examContest/${sat?.exam.id}/edit`, {
    email: 'student@exam.test',
    serverUrl: url,
  });
  await seeText(contest.page, 'În prezent nu se pot depune contestații.');
  await contest.close();

  await openGroup(page, 'Autentificare');
  const dean = page.getByRole('textbox', { name: 'Adresele decanatului' });
  await dean.fill('teacher@exam.test\nfără adresă');
  await expect.poll(() => saveOf(page, 'Autentificare').isDisabled()).toBe(true);
  await dean.fill('teacher@exam.test');
  await save(page, 'Autentificare');

  // Mail: the password is stored, never shown.
  await openGroup(page, 'E-mail');
  await field(page, 'Server de e-mail').fill('localhost');
  await seeText(page, 'Adresa serverului SMTP nu este corectă');
  await field(page, 'Server de e-mail').fill('mail.umfst.ro');
  await page.getByLabel('Parolă', { exact: true }).fill(secret);
  await save(page, 'E-mail');
  await page.reload();
  await page.getByPlaceholder('Există o parolă salvată').waitFor();
  expect(await page.getByLabel('Parolă', { exact: true }).inputValue()).toBe('');
  await expect.poll(() => field(page, 'Server de e-mail').inputValue()).toBe('mail.umfst.ro');
  await expect.poll(() => responses.length).toBeGreaterThan(5);
  expect(responses.filter((answer) => answer.includes(secret))).toEqual([]);
  await close();

  const phone = await openAs(browser, '/configuration?group=questions', { width: 360, serverUrl: url });
  await expect
    .poll(() => field(phone.page, 'Răspunsuri afișate la fiecare întrebare').inputValue())
    .toBe('6');
  await field(phone.page, 'Răspunsuri afișate la fiecare întrebare').fill('7');
  await expectNoSidewaysScroll(phone.page);
  await expectAccessible(phone.page);
  await phone.close();
});

it('[AUTH-4] a student signs in with a printed password of the day while the directory is down', async () => {
  const { url } = server;
  const { page, close } = await openAs(browser, '/configuration?group=signIn', { serverUrl: url });
  await openGroup(page, 'Autentificare');
  await page.locator('label', { hasText: 'Studenții se autentifică prin serviciul LDAP' }).click();
  await save(page, 'Autentificare');
  await page.goto('/admin?part=dayPasswords');
  await page.getByText('Serie', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Serie' }).click();
  await page.locator('[role="option"]:visible').first().click();
  const sheet = page.getByRole('region', { name: 'Foaia cu parole' });
  const make = async () => {
    await button(page, 'Creează parole').click();
    await button(page.getByRole('dialog'), 'Creează parole').click();
    await sheet.waitFor();
  };
  await make();
  const slip = sheet
    .getByRole('listitem')
    .filter({ hasText: /[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}/ })
    .first();
  await slip.waitFor();
  const text = await slip.innerText();
  const [email = ''] = /\S+@\S+/.exec(text) ?? [];
  const [printed = ''] = /[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}$/m.exec(text) ?? [];

  // The sheet of a room and hour gives each student their seat.
  await button(sheet, 'Închide').click();
  await page.getByText('Sală și oră', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Sală și oră' }).click();
  const room = page.locator('[role="option"]:visible').first();
  const [roomName = ''] = (await room.innerText()).split(' · ');
  await room.click();
  await make();
  await seeText(sheet, roomName);
  await seeText(sheet.getByRole('listitem').first(), /locul \d+/);
  await close();

  const student = await newVisitor(browser, { language: 'ro', serverUrl: url });
  await student.goto('/login');
  await enter(student, email, 'parola-obisnuita');
  await student.getByRole('alert').first().waitFor();
  await enter(student, email, printed);
  await student.waitForURL((address) => address.pathname === '/dashboard');
});
