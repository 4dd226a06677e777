import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { openClient } from '#server/db/client.ts';
import { slope } from '#server/testing/png.ts';
import { aFileQuestion, aQuestionFile, moodleWithImage } from '#server/testing/question-files.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { ownDiscipline } from './own-bank.ts';
import { leave } from './reused-pages.ts';
import { setDark, settled, visitAs } from './visitor.ts';

const browser = useBrowser();

/** For a background job: a server that a test kills may have begun it. */
const job = { timeout: 90_000 } as const;

/** How far the page extends below the footer. */
const belowFooter = (page: Page) =>
  page.evaluate(() => {
    const end = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0;
    return document.documentElement.scrollHeight - Math.ceil(end + window.scrollY);
  });

/** Chooses a file in the page's file input. */
async function give(page: Page, name: string, content: Buffer): Promise<void> {
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
}

async function choose(page: Page, label: string, option: RegExp, typed = ''): Promise<void> {
  const box = page.getByRole('combobox', { name: label });
  await box.click();
  if (typed !== '') await box.fill(typed);
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option }).first().click();
}

/** Chooses the chapter of a discipline that no other test uses. */
async function chooseOwnChapter(page: Page): Promise<void> {
  const { description } = await ownDiscipline('MG301', [1]);
  await choose(page, 'Discipline', new RegExp(`^${description} `), description);
  await choose(page, 'Chapter', /./);
}

describe('importing questions', () => {
  it('[IMP-2] previews, places and imports an Excel file; bad rows give a reason; the report lists everything', async () => {
    const page = await visitAs(browser, 'admin', '/imports');
    const file = await aQuestionFile(
      [
        aFileQuestion(1, { text: 'Which of these is **new** in H~2~O?' }),
        aFileQuestion(2, { correct: 3 }),
        aFileQuestion(3, { text: 'To be left out' }),
      ],
      'xlsx',
    );
    await give(page, 'chemistry.xlsx', file);
    await page.getByRole('heading', { level: 1, name: 'chemistry.xlsx' }).waitFor();
    // [MSG-20]
    await page
      .getByText('Questions are not saved until they are validated and the import button is pressed.')
      .waitFor();
    await page.getByText('Question cannot be imported').waitFor();
    await page.getByText('At least 5 correct answers are needed; 2 missing.').waitFor();

    await page.getByRole('button', { name: 'Show question 1 as it will be stored' }).click();
    await page.getByText('Correct answers (5)').waitFor();
    await expect.poll(() => page.locator('sub', { hasText: '2' }).count()).toBeGreaterThan(0);
    await page.getByText('With problems (1)').click();
    await page.getByText('1–1 of 1').waitFor();
    await page.getByText('All (3)').click();

    await expect
      .poll(() => page.getByRole('button', { name: 'Import', exact: true }).isDisabled())
      .toBe(true);
    await chooseOwnChapter(page);
    await page.getByRole('button', { name: 'Import 2 questions' }).waitFor();
    await page.getByRole('checkbox', { name: 'Import question 3' }).uncheck();
    await page.getByRole('button', { name: 'Import 1 question' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 question' }).click();
    await page
      .getByText('1 question was imported. 2 questions were not imported; the report says why.')
      .waitFor(job);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    const report = await readFile(await (await downloading).path(), 'utf8');
    expect(
      report
        .split('\r\n')
        .slice(1, 4)
        .map((line) => /Imported|cannot be imported|Left out/.exec(line)?.[0]),
    ).toEqual(['Imported', 'cannot be imported', 'Left out']);

    await page.getByRole('link', { name: 'Open the question bank' }).click();
    await page.getByRole('link', { name: 'Which of these is new in H2O?', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'To be left out' }).count()).toBe(0);
    await leave(page);
  });

  it('[IMP-2] [UX-13] imports a Moodle file with its image, also after leaving the page and returning', async () => {
    const page = await visitAs(browser, 'admin', '/imports');
    await give(page, 'moodle-bank.xml', moodleWithImage(slope(80, 60), 'What does the picture show?'));
    await page.getByRole('heading', { level: 1, name: 'moodle-bank.xml' }).waitFor();
    await page.getByText(/Questions of type “essay” cannot be imported/).waitFor();
    await page.getByRole('link', { name: 'All imports' }).click();
    await page.getByText('Not saved yet').first().waitFor();
    await page.getByRole('link', { name: 'moodle-bank.xml' }).click();
    await page.getByRole('button', { name: 'Show question 1 as it will be stored' }).click();
    const picture = page.getByRole('img', { name: 'Image of question 1' });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBe(80);
    await chooseOwnChapter(page);
    await page.getByRole('button', { name: 'Import 1 question' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 question' }).click();
    await page.getByText('1 question was imported.').waitFor(job);
    await page.reload();
    await page.getByText('1 question was imported.').waitFor();
    await leave(page);
  });

  it('[SAFE-10] refuses an unreadable file with an explanation and stores nothing', async () => {
    const page = await visitAs(browser, 'admin', '/imports', { language: 'ro' });
    const bomb = '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY a "b">]><quiz>&a;</quiz>';
    await give(page, 'bomba.xml', Buffer.from(bomb));
    const alert = page.getByRole('alert');
    await alert.getByText('Acest fișier nu poate fi importat: bomba.xml').waitFor();
    await alert.getByText(/din motive de siguranță nu este citit/).waitFor();
    expect(await page.getByRole('link', { name: 'bomba.xml' }).count()).toBe(0);
    await leave(page);
  });

  it('[IMP-2] accepts a dropped file like a chosen one', async () => {
    const page = await visitAs(browser, 'admin', '/imports');
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['One? {=yes ~no}'], 'dropped.gift'));
      return transfer;
    });
    await page.getByRole('region', { name: 'Question file' }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByRole('heading', { level: 1, name: 'dropped.gift' }).waitFor();
    await page.getByText(/Incomplete question \(1 correct, 1 wrong\)/).waitFor();
    await leave(page);
  });

  it('[IMP-2] exports a chapter as a file that can be imported again', async () => {
    const page = await visitAs(browser, 'teacher', '/question/0/50/0/0/0/0');
    await choose(page, 'Discipline', /^Farmacologie/, 'Farmacologie');
    await choose(page, 'Chapter', /./);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export the chapter' }).click();
    await page.getByRole('menuitem', { name: 'Moodle XML' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file).toContain('<quiz>');
    expect(file.match(/type="multichoice"/g)?.length).toBeGreaterThan(0);
    await leave(page);
  });
});

describe('importing from the question list', () => {
  it('[IMP-4] lets a holder import into a discipline they hold', async () => {
    const page = await visitAs(browser, 'teacher', '/question/0/50/0/0/0/0');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Import questions' }).waitFor();
    const file = await aQuestionFile([aFileQuestion(1, { text: 'Entered by its holder' })], 'xlsx');
    await give(page, 'holder.xlsx', file);
    await page.getByRole('heading', { level: 1, name: 'holder.xlsx' }).waitFor();
    await chooseOwnChapter(page);
    await page.getByRole('button', { name: 'Import 1 question' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 question' }).click();
    await page.getByText('1 question was imported.').waitFor(job);
    await leave(page);
  });

  it('[IMP-4] [NAV-8] offers no import to a teacher who holds no discipline', async () => {
    const collaborator = await visitAs(browser, 'collaborator', '/question/0/50/0/0/0/0');
    await settled(collaborator);
    expect(await collaborator.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
    await collaborator.goto('/imports');
    await collaborator.getByText('You do not have the rights to access this resource').waitFor();
    await leave(collaborator);
  });
});

describe('importing students', () => {
  it('[IMP-1] prints one-time passwords for new students when no mail can be sent', async () => {
    const page = await visitAs(browser, 'admin', '/imports');
    const students = (
      await page.evaluate(async () => {
        const response = await fetch('/api/umfst/students?take=1', {
          headers: { authorization: `Bearer ${sessionStorage.getItem('authorization')}` },
        });
        return (await response.json()) as {
          collegeName: string;
          sectionName: string;
          seriesName: string;
          year: number;
        }[];
      })
    )[0];
    await page.getByRole('radiogroup', { name: 'What the file contains' }).getByText('Students').click();
    const row = [students?.collegeName, 'E2E-9', 'Nouaru', 'Ilinca', '6050101221143', students?.year];
    const rest = [
      students?.sectionName,
      students?.seriesName,
      '0712345678',
      'ilinca.nouaru@exam.test',
      'E2E-M1',
    ];
    await give(page, 'new-students.csv', Buffer.from([...row, ...rest].join(';')));
    await page.getByRole('button', { name: 'Import 1 student' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 student' }).click();
    await page.getByText('1 student of this import has no password yet.').waitFor(job);
    await page.getByRole('button', { name: 'Print 1 one-time password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Print 1 one-time password' }).click();
    const sheet = page.getByRole('dialog', { name: 'One-time passwords' });
    await sheet.getByText('ilinca.nouaru@exam.test').waitFor();
    const printed = await sheet.getByRole('listitem').textContent();
    expect(printed).toMatch(/Nouaru Ilinca.*[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await axeProblems(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('has no password yet').waitFor({ state: 'detached' });

    // A lost sheet is printed again with other passwords.
    const again = 'Print 1 password again';
    await page.getByRole('button', { name: again }).click();
    await page.getByRole('dialog').getByRole('button', { name: again }).click();
    const reprinted = sheet.getByRole('listitem').filter({ hasText: 'ilinca.nouaru@exam.test' });
    await reprinted.waitFor();
    expect(await reprinted.textContent()).toMatch(/[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    expect(await reprinted.textContent()).not.toBe(printed);
    await sheet.getByRole('button', { name: 'Close' }).last().click();

    // Students of the series who are not in the file lead to their pages.
    const absent = page.getByRole('region', { name: 'Not in the file' }).getByRole('link').first();
    const name = await absent.innerText();
    await absent.click();
    await page.waitForURL(/\/students\?student=\d+/);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await leave(page);
  });
});

/** How many pixels the page overflows the window; 0 when it does not scroll sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('an open import', () => {
  it.each([
    { language: 'en', width: 1440, height: 900 },
    { language: 'ro', width: 360, height: 740 },
    { language: 'fr', width: 360, height: 740 },
  ] as const)('[UX-11] [UX-12] is accessible in light and dark at $width px in $language', async (look) => {
    const page = await visitAs(browser, 'admin', '/imports', { ...look, dark: false });
    const questions = [
      aFileQuestion(1, {
        text: 'Întrebare cu H~2~SO~4~ și **aldine**, destul de lungă cât să se rupă pe două rânduri.',
      }),
      aFileQuestion(2, { correct: 2, wrong: 1 }),
      aFileQuestion(3, { text: 'Aceeași întrebare', chapter: 'Capitol necunoscut' }),
      aFileQuestion(4, { text: 'Aceeași întrebare' }),
    ];
    await give(page, 'anatomie-si-fiziologie-semestrul-2.csv', await aQuestionFile(questions));
    // The list of imports has such buttons too.
    await page.getByRole('heading', { level: 1, name: 'anatomie-si-fiziologie-semestrul-2.csv' }).waitFor();
    await settled(page);
    await page.getByRole('button', { name: /1/, expanded: false }).first().click();
    await page.getByText('adevărat 5').first().waitFor();
    await settled(page);
    expect(await axeProblems(page)).toEqual([]);
    await setDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);
    await expect.poll(() => overflow(page)).toBe(0);
    await expect.poll(() => belowFooter(page)).toBeLessThanOrEqual(0);
    await leave(page);
  });
});

describe('importing students', () => {
  it('[IMP-1] [MSG-20] checks a file cell by cell, imports it, and offers the students not imported as a file', async () => {
    const page = await visitAs(browser, 'admin', '/imports');
    await page.locator('[data-tour="import-kind"]').getByText('Students', { exact: true }).click();
    const row = (name: string, cnp: string, number: number) =>
      `MED;E2E-${number};Noul;${name};${cnp};3;MG;31;071234560${number};noul.${number}@exam.test;E2E-${number}`;
    const file = [row('Matei', '1630615123457', 1), row('Radu', '123', 2)].join('\r\n');
    await give(page, 'students.csv', Buffer.from(file));
    await page.getByRole('heading', { level: 1, name: 'students.csv' }).waitFor();
    await page.getByText('Students are not saved until the import button is pressed.').waitFor();
    await page.getByText('Refused (1)').click();
    await page.getByText(/Personal id: neither a CNP of 13 digits/).waitFor();
    await page.getByText('All (2)').click();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 1 student' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 student' }).click();
    await page.getByText(/The import is finished. New: 1, changed: 0/).waitFor(job);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Students not imported' }).click();
    await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
    const list = await readFile(await (await downloading).path(), 'utf8');
    expect(list.split('\r\n')).toHaveLength(3);
    expect(list).toContain('noul.2@exam.test');

    // The corrected list is imported, paused and resumed; a lock holds its first batch until it is paused.
    await page.getByRole('link', { name: 'Import another file' }).click();
    await page.locator('[data-tour="import-kind"]').getByText('Students', { exact: true }).click();
    const renamed = row('Matei Ion', '1630615123457', 1).replaceAll(';', ',');
    const again = list.replace(/(?<!\d)123(?!\d)/, '6140101070075') + renamed;
    await give(page, 'corrected.csv', Buffer.from(again));
    await page.getByRole('heading', { level: 1, name: 'corrected.csv' }).waitFor();
    const sql = openClient(inject('postgresUrl'), {
      max: 2,
      name: 'exam-platform-tests',
      settings: { TimeZone: 'Europe/Bucharest' },
    });
    await sql.begin(async (tx) => {
      await tx`select from users where email = 'noul.1@exam.test' for update`;
      await page.getByRole('button', { name: 'Import 2 students' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Import 2 students' }).click();
      await page.getByRole('button', { name: 'Pause' }).click();
      // The server pauses it, or waits with it for the batch. Asked outside the transaction, which would see the first answer again.
      await expect
        .poll(
          async () =>
            (
              await sql`select from imports where file_name = 'corrected.csv' and state = 'paused'
                union all select from pg_stat_activity where wait_event_type = 'Lock' and query like '%by_file_chapter%for update%'`
            ).count,
        )
        .toBeGreaterThan(0);
    });
    await sql.end();
    await page.getByText(/^Paused: \d of 2 rows are imported/).waitFor(job);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(/The import is finished. New: 1, changed: 1/).waitFor(job);

    await page.getByRole('link', { name: 'Open the students' }).click();
    // The previous list also has a search field and stays on screen until the students load.
    await page.getByRole('heading', { level: 1, name: 'Students', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('Noul Matei');
    await page.getByText('noul.1@exam.test').first().waitFor();
    await page.getByRole('searchbox').fill('Noul Radu');
    await page.getByText('noul.2@exam.test').first().waitFor();
    await leave(page);
  });
});
