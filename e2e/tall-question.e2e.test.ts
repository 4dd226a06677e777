import type { Page } from 'playwright-core';
import { afterEach, expect, inject, it } from 'vitest';
import type { TemplateOverview } from '#contract/templates.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { useBrowser } from './browser.ts';
import { useExamRoom } from './exam-room.ts';
import { ownDiscipline, saveStructure } from './own-bank.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf } from './sat-exams.ts';
import { password, settled, visitAs } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach((test) => leaveAll(browser, test));

/** Uploads a square picture as the administrator. */
async function uploadPicture(page: Page): Promise<string> {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 600, height: 600 } });
  const base = `${inject('serverUrl')}/api/umfst`;
  const login = await fetch(`${base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@exam.test', password }),
  });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
  const response = await fetch(`${base}/answerImages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body,
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { name: string }).name;
}

/**
 * An exam of four questions: every answer of one is a picture, every answer of two is a very long text, and the last has the longest text
 * and the longest answer there can be.
 */
async function tallExam(page: Page): Promise<string> {
  const call = await callsOf(inject('serverUrl'), 'admin@exam.test');
  const own = await ownDiscipline('MG301', [0]);
  const image = await uploadPicture(page);
  const words = (length: number) => 'Lung '.repeat(length / 5).trim();
  for (const answer of [{ text: 'Imagine', image }, { text: words(1900) }, { text: words(1960) }])
    await call('POST', 'questions', {
      chapterId: own.chapters[0],
      text: `Alege: ${answer.text.slice(0, 7)}`,
      answers: Array.from({ length: 10 }, (_, index) => ({
        ...answer,
        text: `${index + 1} ${answer.text}`,
        isCorrect: index < 5,
      })),
    });
  await call('POST', 'questions', {
    chapterId: own.chapters[0],
    text: words(10_000),
    answers: Array.from({ length: 10 }, (_, index) => ({
      text: index === 0 ? words(9_990) : `Varianta ${index}`,
      isCorrect: index < 5,
    })),
  });
  await saveStructure(own, [4]);
  const [studyPlace] = await room.sql<{ college: number; section: number; year: number; series: number }[]>`
    select d.college_id as college, d.section_id as section, d.year, min(s.series_id) as series
      from disciplines d join discipline_series s on s.discipline_id = d.id where d.id = ${own.id} group by d.id`;
  const examCustomId = await room.sql.begin((tx) =>
    insertCustomExam(tx, {
      name: own.description,
      collegeId: studyPlace?.college ?? 0,
      sectionId: studyPlace?.section ?? 0,
      year: studyPlace?.year ?? 0,
      seriesIds: [studyPlace?.series ?? 0],
      durationMinutes: 30,
      parts: [{ credits: 5, disciplines: [{ disciplineId: own.id, questions: 4, credits: 5 }] }],
    }),
  );
  const [session] = await room.sql<{ id: number }[]>`select min(id) as id from exam_sessions`;
  const sessionId = session?.id ?? 0;
  await call('POST', 'templateExams', { examCustomId, sessionId, count: 1, randomize: false });
  const query = `examCustomId=${examCustomId}&sessionId=${sessionId}`;
  const state = async () =>
    (await call<TemplateOverview>('GET', `templateExams/overview?${query}`)).run?.state;
  // A background job: a server that a test kills may have begun it.
  await expect.poll(state, { timeout: 90_000 }).toBe('done');
  return `/adminExamPrint?examCustomId=${examCustomId}&examSessionId=${sessionId}`;
}

it('[PRINT-1] a question higher than a page gets smaller images, or is divided between its answers and lines', async () => {
  const page = await visitAs(browser, 'admin', '/adminExamPrint');
  await page.goto(await tallExam(page));
  await page.getByRole('checkbox', { name: 'Select template 1' }).check();
  await page.getByRole('button', { name: 'Prepare one paper' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare and freeze' }).click();
  // Every line of the longest question is measured.
  await page.getByText(/^Batch 1 of 1: 1 papers, \d+ pages$/).waitFor({ timeout: 90_000 });
  await page
    .getByText(/^Question \d, continued$/)
    .first()
    .waitFor();
  // However small they are printed, they keep the resolution they were uploaded with.
  const widths = () =>
    page
      .locator('article img')
      .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widths).toEqual(Array(5).fill(600));
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  const pages = page.locator('article:not([data-blank])');
  const overflowing = () =>
    pages.evaluateAll(
      (all) =>
        all.filter(
          (one) =>
            one.scrollHeight > one.clientHeight + 1 ||
            (one.children[1] && one.children[1].scrollHeight > one.children[1].clientHeight + 1),
        ).length,
    );
  await expect.poll(overflowing).toBe(0);
  const heights = await page
    .locator('article img')
    .evaluateAll((all) => all.map((image) => image.getBoundingClientRect().height));
  for (const height of heights) expect(height).toBeGreaterThan(70);
  // Every line of the longest text is on one of the pages, and none is cut.
  const cut = await page.locator('article [data-piece] > div').evaluateAll((windows) =>
    windows.flatMap((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(one);
      return [...range.getClientRects()]
        .filter((box) => box.width > 0 && box.height < 40)
        .filter(
          (box) =>
            (box.top < top - 1 && box.bottom > top + 1) || (box.top < bottom - 1 && box.bottom > bottom + 1),
        )
        .map((box) => [box.top, box.bottom, top, bottom]);
    }),
  );
  expect(cut).toEqual([]);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const printed = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
  const sheets = await page.locator('article').count();
  expect([sheets, sheets + 1]).toContain(printed);
});
