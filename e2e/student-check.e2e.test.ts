import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { openClient, type Sql } from '#server/db/client.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { leaveAll } from './reused-pages.ts';
import { visitAs } from './visitor.ts';

const browser = useBrowser();

/** The first hundred rows of a file take more than the second of the request, and the others wait for a lock. */
async function onSlowDatabase(work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = openClient(inject('postgresUrl'), { max: 2, name: 'exam-platform-tests' });
  await sql.unsafe(`
    create function slow_check() returns trigger language plpgsql as $$ begin
      perform case when new.position <= 100 then pg_sleep(0.012) else pg_advisory_xact_lock(4711) end; return new; end $$;
    create trigger slow_check before update on student_import_rows for each row when (new.label like 'Lentul %')
      execute function slow_check()`);
  try {
    await work(sql);
  } finally {
    await sql.unsafe('drop trigger slow_check on student_import_rows; drop function slow_check()');
    await sql.end();
  }
}

const file = (count: number) =>
  Buffer.from(
    Array.from(
      { length: count },
      (_, n) =>
        `MED;LENT-${n};Lentul;Ion;AB${100000 + n};3;MG;31;07123${String(n).padStart(5, '0')};lent.${n}@exam.test;L-${n}`,
    ).join('\r\n'),
  );

async function upload(page: Page, name: string): Promise<void> {
  await page.locator('[data-tour="import-kind"]').getByText('Students', { exact: true }).click();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: file(150) });
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

it('[UX-13] [IMP-1] the check of a file shows its progress to every administrator, survives a reload, and can be ended', async (test) => {
  const page = await visitAs(browser, 'admin', '/imports');
  const other = await visitAs(browser, 'admin', '/imports');
  const progress = /^100 of 150 rows are checked\. You may leave this page/;
  await onSlowDatabase(async (sql) => {
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(4711)`;
      await upload(page, 'slow.csv');
      await page.getByText(progress).waitFor();
      expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
      expect(await axeProblems(page)).toEqual([]);
      await page.reload();
      await page.getByText(progress).waitFor();
      await other.reload();
      await other
        .getByRole('row', { name: /slow\.csv/ })
        .getByText('Being checked')
        .waitFor();
    });
    await page.getByRole('button', { name: 'Import 150 students' }).waitFor();
    await other
      .getByRole('row', { name: /slow\.csv/ })
      .getByText('Not saved yet')
      .waitFor();

    await page.getByRole('link', { name: 'All imports' }).click();
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(4711)`;
      await upload(page, 'ended.csv');
      await page.getByText(progress).waitFor();
      await page.getByRole('button', { name: 'Delete the import ended.csv' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    });
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
    await page.getByRole('row', { name: /slow\.csv/ }).waitFor();
    await expect.poll(() => page.getByRole('row', { name: /ended\.csv/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete the import slow.csv' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /slow\.csv/ }).waitFor({ state: 'detached' });
  });
  await leaveAll(browser, test);
});
