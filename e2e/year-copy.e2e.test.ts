import { beforeAll, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { ownDiscipline, signIn } from './own-bank.ts';
import { button, dialog, expectNoSidewaysScroll, openAs, search, seeText } from './staff-page.ts';
import { setDark, setLight } from './visitor.ts';

const browser = useBrowser();
const firstYear = 2060 + (process.pid % 30);
let call: Awaited<ReturnType<typeof signIn>>;
let discipline: Awaited<ReturnType<typeof ownDiscipline>>;
let yearId: number;
let studentId: number;
const seriesName = `Seria anului ${process.pid}`;

/** A separate university year with one discipline and one series of two students. */
beforeAll(async () => {
  call = await signIn();
  const made = async (path: string, body: object) => (await call('POST', path, body)) as Item;
  yearId = (await made('universityYears', { startYear: firstYear, endYear: firstYear + 1 })).id;
  discipline = await ownDiscipline('Anatomie', [2, 1]);
  const stored = (await call('GET', `disciplines/${discipline.id}`)) as Item;
  await call('PUT', `disciplines/${discipline.id}`, { ...stored, universityYearId: yearId });
  const { collegeId, sectionId } = stored as unknown as { collegeId: number; sectionId: number };
  const series = await made('series', {
    ...{ sectionId, code: 900 + (process.pid % 90), name: seriesName, year: 2 },
  });
  for (const name of ['Anca', 'Bianca'])
    studentId = (
      await made('students', {
        ...{ firstName: name, lastName: `Mutatu${process.pid}`, year: 2, cnp: '6140101070075' },
        ...{ email: `${name.toLowerCase()}.${process.pid}@exam.test`, phoneNumber: '0712345678' },
        ...{ collegeId, sectionId, seriesId: series.id, nrMatricol: `${name}-${process.pid}` },
      })
    ).id;
});

it('[IMP-5] a new university year takes over disciplines and students after a preview; repeating it changes nothing', async () => {
  const { page, close } = await openAs(browser, '/universityYears');
  await search(page.getByRole('searchbox').first(), String(firstYear));
  await page
    .getByRole('link', { name: new RegExp(`${firstYear}`) })
    .first()
    .click();
  await seeText(page, new RegExp(`An nou pornind de la ${firstYear}`));
  await button(page, new RegExp(`^Adaugă ${firstYear + 1}`)).click();

  // The preview: what happens to each discipline, and who moves up.
  const disciplines = page.getByRole('region', { name: 'Discipline' });
  await seeText(disciplines, new RegExp(discipline.description));
  await seeText(disciplines, 'Nouă, întrebări: 3');
  const series = page.getByRole('region', { name: 'Studenții care trec în anul următor' });
  await series.getByRole('searchbox').fill(seriesName);
  await series.getByRole('checkbox', { name: new RegExp(seriesName) }).check();
  await seeText(page, '2 studenți trec în anul următor.');
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
  const start = async () => {
    await button(page, 'Preia').click();
    await button(dialog(page, /^Preiei în/), 'Preia').click();
  };
  await start();
  // A background job: a server that a test kills may have begun it.
  await page
    .getByText(/Încheiat\. Discipline: 1, întrebări copiate: 3, studenți trecuți în anul următor: 2\./)
    .waitFor({ timeout: 90_000 });
  const years = (await call('GET', `universityYears?search=${firstYear + 1}`)) as Item[];
  const next = years.find(({ startYear }) => startYear === firstYear + 1);
  const copies = async () =>
    ((await call('GET', `disciplines?search=${discipline.code}`)) as Item[]).map(
      (one) => one.universityYearId,
    );
  expect((await copies()).sort()).toEqual([yearId, next?.id].sort());
  expect(await call('GET', `students/${studentId}`)).toMatchObject({ year: 3 });

  // A second time there is nothing left to copy and no one left to move.
  await page.reload();
  await seeText(disciplines, 'Există deja');
  await series.getByRole('searchbox').fill(seriesName);
  await series.getByRole('checkbox', { name: new RegExp(seriesName) }).waitFor({ state: 'detached' });
  await start();
  await page
    .getByText(/Încheiat\. Discipline: 1, întrebări copiate: 0, studenți trecuți în anul următor: 0\./)
    .waitFor({ timeout: 90_000 });
  expect(await copies()).toHaveLength(2);
  expect(await call('GET', `students/${studentId}`)).toMatchObject({ year: 3 });
  await close();

  const phone = await openAs(browser, `/universityYears?from=${yearId}`, { width: 360 });
  await seeText(phone.page, discipline.description);
  await expectNoSidewaysScroll(phone.page);
  await phone.close();
});
