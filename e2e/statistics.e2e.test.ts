import { afterEach, expect, inject, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { contestedCohort, type Ticks } from './contested-exams.ts';
import { useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf, sitAppointment } from './sat-exams.ts';
import { button, cellUnder, expectNoSidewaysScroll, openAs, seeText } from './staff-page.ts';
import { resize, settled } from './visitor.ts';

const [right, wrong] = [['corect 1', 'corect 2'], ['greșit 1']];
/** The better half knows all but question I, as if its key were wrong; nobody answers question IV. */
const good: Ticks = (question) =>
  question === 'Întrebarea IV' ? [] : question === 'Întrebarea I' ? wrong : right;
const weak: Ticks = (question) =>
  question === 'Întrebarea IV' ? [] : question === 'Întrebarea I' ? right : wrong;
const tenSitters = Object.fromEntries(
  ['Albu', 'Barbu', 'Coman', 'Dinu', 'Enache', 'Florea', 'Groza', 'Horia', 'Iacob', 'Jianu'].map(
    (name, at) => [name, at < 5 ? good : weak],
  ),
);

const browser = useBrowser();
const room = useExamRoom();
afterEach((test) => leaveAll(browser, test));

it('[RESU-5] [RESU-6] shows the distribution, the questions with their answers, and what another mode would give', async () => {
  const candidate = await room.candidate({ questions: 4 });
  await sitAppointment(await callsOf(inject('serverUrl'), candidate.email));
  const [exam] = await room.sql<{ id: number; disciplineId: number; discipline: string }[]>`
    select a.custom_exam_id as id, d.id as "disciplineId", d.description as discipline from appointments a
      join custom_exam_disciplines c on c.custom_exam_id = a.custom_exam_id join disciplines d on d.id = c.discipline_id
     where a.exam_id = ${candidate.examId}`;
  const { page } = await openAs(browser, `/studentsExams?examCustomId=${exam?.id}`);
  await page.getByRole('link', { name: 'Statistici' }).click();
  await page.getByRole('heading', { level: 2, name: 'Distribuția notelor' }).waitFor();
  await seeText(page, 'Se bazează pe 1 examen.');
  // The two distributions share the width of the page.
  await settled(page);
  const histogram = (name: string) => page.getByRole('region', { name }).boundingBox();
  const [grades, points] = [
    await histogram('Distribuția notelor'),
    await histogram('Distribuția punctajelor'),
  ];
  expect(points?.y).toBe(grades?.y);
  const content = await page.locator('[data-tour=page-content]').boundingBox();
  expect((points?.x ?? 0) + (points?.width ?? 0)).toBeCloseTo((content?.x ?? 0) + (content?.width ?? 0), 0);
  // One exam says nothing about reliability.
  const figures = page.getByRole('main').locator('dl').first();
  await expect.poll(() => figures.getByText('prea puține').count()).toBe(4);

  const table = page.getByRole('table', { name: 'Întrebări', exact: true });
  await seeText(table, 'Prea puține răspunsuri pentru o apreciere.');
  await table
    .getByRole('button', { name: /^Răspunsurile întrebării/ })
    .first()
    .click();
  await table.getByText('Cei mai buni 27 %').waitFor();
  // Nor about the time, or who chose which answer.
  await seeText(await cellUnder(table.getByRole('row').nth(1), 'Timp'), 'prea puține');
  await seeText(table.getByRole('table', { name: /^Răspunsurile întrebării/ }), 'prea puține');
  await seeText(table.getByRole('table', { name: 'De-a lungul anilor' }), /^\d{4}\/\d{4}/);
  await button(page, 'Exportă distribuția').waitFor();

  await page.getByRole('combobox', { name: 'Mod de punctare' }).click();
  await page.getByRole('option', { name: 'Totul sau nimic' }).click();
  await button(page, 'Calculează').click();
  await page.getByRole('table', { name: 'Ce-ar fi dacă…' }).waitFor();
  await seeText(page, /Se schimbă [\d.]+ (de )?not/);
  const saving = page.waitForEvent('download');
  await button(page, 'Exportă comparația').click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/);
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  // A window of half a wide screen shows all columns.
  await resize(page, 960, 900);
  await expect
    .poll(() =>
      table.evaluate(
        (element) => (element.parentElement?.scrollWidth ?? 0) - (element.parentElement?.clientWidth ?? 0),
      ),
    )
    .toBeLessThanOrEqual(0);
  // On a phone the question is a card, which is still open and shows the same figures and answers.
  await resize(page, 360, 800);
  const card = page.getByRole('list', { name: 'Întrebări', exact: true }).getByRole('listitem').first();
  expect(await card.locator('dl').first().locator('dt').allInnerTexts()).toEqual([
    'Primită de',
    'Fără răspuns',
    'Dificultate',
    'Discriminare',
    'Cei mai buni − cei mai slabi',
    'Timp',
    'Primită în total',
  ]);
  await seeText(card.getByRole('list', { name: /^Răspunsurile întrebării/ }), 'prea puține');
  await seeText(card.getByRole('list', { name: 'De-a lungul anilor' }), /^\d{4}\/\d{4}/);
  await expectNoSidewaysScroll(page);
  expect(await axeProblems(page)).toEqual([]);

  // The same for all exams of a discipline, through its filter.
  await resize(page, 1440, 900);
  await page.goto(`/studentsExams?pkDiscipline=${exam?.disciplineId}`);
  await page.getByRole('link', { name: 'Statistici' }).click();
  await page.getByRole('heading', { level: 1, name: exam?.discipline ?? '' }).waitFor();
  // The demo has other exams with this discipline.
  await seeText(page, /Se bazează pe [\d.]+ (de )?exam/);
  await table
    .getByRole('button', { name: /^Răspunsurile întrebării/ })
    .first()
    .waitFor();
  const savingAgain = page.waitForEvent('download');
  // Grades are left out when another journey has sat an exam that asks this discipline beside others.
  await button(page, 'Exportă punctajele').click();
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  expect((await savingAgain).suggestedFilename()).toMatch(/\.csv$/);
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await resize(page, 360, 800);
  await expectNoSidewaysScroll(page);
});

it('[RESU-5] [RESU-6] [ROLE-5] shows a holder the sittings of their exam, the question whose key looks wrong, and the exam without it', async () => {
  const { customExamId, sessionId } = await contestedCohort(room.sql, { sitters: tenSitters });
  const { page } = await openAs(browser, `/studentsExams?examCustomId=${customExamId}`, {
    email: 'teacher@exam.test',
  });
  await page.getByRole('link', { name: 'Deschide examenul: Albu Ioana' }).click();
  await page.getByRole('heading', { level: 1, name: 'Albu Ioana' }).waitFor();
  await page.getByRole('article').nth(3).waitFor();
  await page.getByRole('link', { name: 'Înapoi la listă' }).click();

  await page.getByRole('link', { name: 'Statistici' }).click();
  await seeText(page, 'Se bazează pe 10 examene.');
  const table = page.getByRole('table', { name: 'Întrebări', exact: true });
  const rowOf = (text: string) =>
    table.getByRole('row').filter({ has: page.getByText(text, { exact: true }) });
  await seeText(rowOf('Întrebarea I'), /Verifică baremul: cei mai buni studenți au ales răspunsul [A-E]/);
  // Everybody left it open, so it tells nobody apart; ten are enough.
  await seeText(rowOf('Întrebarea IV'), 'nu variază');
  await page.getByText('Numai întrebările de verificat', { exact: false }).click();
  await rowOf('Întrebarea II').waitFor({ state: 'detached' });
  await rowOf('Întrebarea I').waitFor();

  // A list that opens while the page above it still changes may be hidden with its field.
  await settled(page);
  await page.getByRole('combobox', { name: 'Fără întrebările' }).click();
  await page.getByRole('option', { name: /: Întrebarea I$/ }).click();
  await page.keyboard.press('Escape');
  await button(page, 'Calculează').click();
  await page.getByRole('table', { name: 'Ce-ar fi dacă…' }).waitFor();
  await seeText(page, 'Se schimbă 10 note.');
  const changes = page.getByRole('table', { name: 'Se schimbă 10 note.' });
  expect(await changes.getByRole('columnheader').allInnerTexts()).toEqual([
    'Student',
    'Punctaj înainte',
    'Punctaj după',
    'Notă înainte',
    'Notă după',
  ]);
  const albu = changes.getByRole('row').filter({ hasText: 'Albu' });
  expect(await (await cellUnder(albu, 'Notă după')).innerText()).toMatch(/^\d+,\d\d$/);

  // The same exam beside the others of its session.
  await page.goto(`/studentsExams?sessionId=${sessionId}`);
  await page.getByRole('link', { name: 'Statistici' }).click();
  await page.getByRole('heading', { level: 2, name: 'Comparație' }).waitFor();
  await seeText(page, /^Examene diferite nu pot fi comparate prin fidelitate/);
  const compared = page.getByRole('table', { name: 'Comparație' });
  const bySittings = compared.getByRole('columnheader', { name: 'Examene' });
  for (const order of ['ascending', 'descending']) {
    await bySittings.getByRole('button').click();
    await compared.locator(`th[aria-sort="${order}"]`, { hasText: 'Examene' }).waitFor();
  }
  const [exam] = await room.sql<{ name: string }[]>`select name from custom_exams where id = ${customExamId}`;
  const own = compared.getByRole('row').filter({ hasText: exam?.name ?? '' });
  await seeText(own, /^10$/);
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await resize(page, 360, 800);
  await expectNoSidewaysScroll(page);
  await resize(page, 1440, 900);
  await own.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: exam?.name ?? '' }).waitFor();
  await seeText(page, 'Se bazează pe 10 examene.');
});
