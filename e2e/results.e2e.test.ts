import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { type Candidate, useExamRoom } from './exam-room.ts';
import { leaveAll } from './reused-pages.ts';
import {
  type Calls,
  callsOf,
  endSlot,
  shortestSimulation,
  simulate,
  sit,
  sitAppointment,
} from './sat-exams.ts';
import { expectNoSidewaysScroll } from './staff-page.ts';
import { accounts, newVisitor, setDark, settled, signedIn } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
let student: Candidate;
let calls: Calls;
let exams: readonly number[];

/** A student who finished an exam of two disciplines while others still sit it. */
beforeAll(async () => {
  student = await room.candidate({ parts: 2, questions: 4 });
  calls = await callsOf(inject('serverUrl'), student.email);
  exams = await sitAppointment(calls);
});
afterEach((test) => leaveAll(browser, test));

type PageOptions = NonNullable<Parameters<typeof newVisitor>[1]>;

async function visit(path: string, options: PageOptions = {}, email = student.email): Promise<Page> {
  const page = await newVisitor(browser, options, await signedIn(email));
  await page.goto(path);
  await settled(page);
  return page;
}

/** The stored result of an exam, formatted as on the pages. */
async function stored(examId: number | undefined) {
  const [row] = await room.sql<{ score: string; grade: string; groupId: number }[]>`
    select to_char(score, 'FM990.00') as score, to_char(grade, 'FM90.00') as grade, group_id as "groupId"
      from exams where id = ${examId ?? 0}`;
  if (!row) throw new Error(`there is no exam ${examId}`);
  return row;
}

/** Expects no axe violations in the light and dark themes. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
}

describe('the result of an official exam', () => {
  it('[RESU-1][EXAM-16] shows the scores of the sitting and says when the answer key opens', async () => {
    const first = await stored(exams[0]);
    const page = await visit(`/examResult?groupId=${first.groupId}`);
    const summary = page.getByRole('region', { name: /^Result of/ });
    await summary.getByText(first.grade, { exact: true }).waitFor();
    await summary.getByText(`${first.score} of 40.00 points`).waitFor();
    await summary.getByText('3 of 4', { exact: true }).waitFor();
    await page.getByText(/^The questions and the key open on/).waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    await expectAccessible(page);

    const sitting = page.getByRole('navigation', { name: 'The exams of this sitting' });
    await sitting.getByRole('link').nth(1).click();
    await page.waitForURL(`**/examResult?examId=${exams[1]}`);
    await summary.getByText((await stored(exams[1])).grade, { exact: true }).waitFor();
  });

  it('[RESU-1] shows points, texts and marked answers once the last slot has ended', async () => {
    await endSlot(room.sql, student.examId);
    const page = await visit(`/examResult?examId=${exams[0]}`);
    const questions = page.getByRole('article');
    await questions.first().waitFor();
    await expect.poll(() => questions.count()).toBe(4);
    const points = await page
      .getByText(/^\d+\.\d\d of 10\.00 points$/)
      .evaluateAll((all) => all.map((one) => Number.parseFloat(one.textContent ?? '')));
    const sum = points.reduce((one, other) => one + other, 0);
    expect(sum.toFixed(2)).toBe((await stored(exams[0])).score);
    await questions.nth(3).getByText('You gave no answer to this question.').waitFor();
    await expect.poll(() => questions.first().locator('li[data-selected]').count()).toBeGreaterThan(0);
    await expectAccessible(page);
  });

  it('[RESU-1] prints without screen-only controls', async () => {
    await endSlot(room.sql, student.examId);
    const page = await visit(`/examResult?examId=${exams[0]}`, { dark: true });
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('article').first().isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('navigation').count()).toBe(0);
    const shown = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    expect(await shown()).toBe('light');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    expect(await shown()).toBe('dark');
  });

  it('[RESU-2] is in the list of results and opens from it', async () => {
    await endSlot(room.sql, student.examId);
    const { grade, score } = await stored(exams[0]);
    const page = await visit('/examsPreview');
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: String(exams[0]), exact: true }) });
    await row.getByRole('cell', { name: grade, exact: true }).waitFor();
    await row.getByRole('cell', { name: `${score} / 40.00` }).waitFor();
    await row.getByRole('link', { name: /^Open the result/ }).click();
    await page.getByRole('article').first().waitFor();
    await page.getByRole('link', { name: 'Back to my results' }).click();
    await row.waitFor();
  });

  it('[RESU-2] of another student is not found', async () => {
    const page = await visit(`/examResult?examId=${exams[0]}`, {}, accounts.student);
    await page.getByText('The requested resource was not found').waitFor();
    await page.goto(`/examsPreview?examId=${exams[0]}`);
    await page.getByText('The requested resource was not found').waitFor();
  });

  it('[EXAM-13] signs out after 15 minutes in exam-application mode, with a visible countdown', async () => {
    const page = await newVisitor(browser, {}, await signedIn(student.email));
    await page.clock.install();
    await page.route('**/applicationUiSettings', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), examApplicationMode: true } });
    });
    await page.goto(`/examResult?examId=${exams[0]}`);
    await page.getByText(/^You will be signed out in 1[45]:\d\d$/).waitFor();
    // The clock goes on by itself, for a slow machine more than a minute until it is read the second time.
    await page.clock.runFor('12:00');
    await page.getByText(/^You will be signed out in [123]:\d\d$/).waitFor();
    await page.reload();
    await page.getByText(/^You will be signed out in [123]:\d\d$/).waitFor();
    await page.clock.runFor('03:05');
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('authenticated'))).toBe('false');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

describe('practice', () => {
  it('[SIM-1] starts from the page; its result counts as progress, not as an official result', async () => {
    const { pkDiscipline, disciplineDescription } = await shortestSimulation(calls);
    const page = await visit('/examSimulation');
    await page.getByRole('button', { name: `Begin: ${disciplineDescription}`, exact: true }).click();
    await page.waitForURL(/\/exam\/\d+$/);
    const groupId = Number(page.url().split('/').at(-1));
    await page.getByRole('heading', { name: /^Question 1/ }).waitFor();
    // Back asks before leaving a simulation.
    await settled(page);
    await page.evaluate(() => history.back());
    const leaving = page.getByRole('dialog', { name: 'Leave the exam?' });
    await leaving.getByText('You can return to it from the page where you started it.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForURL(/\/exam\/\d+$/);
    // Leaving the page releases the exam, so it can be resumed here.
    await settled(page);
    await page.goto('about:blank');
    const [simulated] = await sit(calls, groupId);
    await simulate(calls, pkDiscipline, () => []);
    const { grade } = await stored(simulated);
    await page.goto('/examSimulation');
    await page
      .getByRole('img', { name: new RegExp(`the first with ${grade}, the last with 1.00`) })
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('row').last().getByRole('link').click();
    await page.getByText(/This was a simulation/).waitFor();
    await page.goto('/examsPreview');
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('cell', { name: String(simulated), exact: true }).count()).toBe(0);
  });

  it('[RESU-4] lets a teacher try an exam without changing any student’s record', async () => {
    const page = await visit('/teacherExams', {}, accounts.teacher);
    await page.getByRole('button', { name: 'Try the exam: Fiziopatologie', exact: true }).click();
    await page.waitForURL(/\/exam\/\d+$/);
    const groupId = Number(page.url().split('/').at(-1));
    await page.goto('/teacherExams');
    await page.getByRole('link', { name: 'Resume: Fiziopatologie' }).first().waitFor();
    const trial =
      await room.sql`select from exam_groups where id = ${groupId} and kind = 'trial' and student_id is null`;
    expect(trial.count).toBe(1);
    await sit(await callsOf(inject('serverUrl'), accounts.teacher), groupId);
    await page.reload();
    await page.getByRole('link', { name: 'Open the result: Fiziopatologie' }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open the result: Fiziopatologie' }).first().click();
    await page.getByRole('article').first().waitFor();
    await page.getByText(/This was a trial run/).waitFor();
  });
});

describe('the rehearsal', () => {
  const line = (page: Page, name: string) => page.locator(`[data-check="${name}"]`);
  const turns = (page: Page, name: string, state: string) =>
    page.locator(`[data-check="${name}"][data-state="${state}"]`).waitFor();

  it('[SIM-2] passes in this browser, by keyboard alone, and stores nothing', async () => {
    const page = await newVisitor(browser, {}, await signedIn(student.email));
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`);
    });
    await page.goto('/test');
    // Other journeys keep the machine busy: what was slow for a moment is checked again.
    const names = ['browser', 'connection', 'clock', 'storage', 'recording'];
    const states = async () => {
      const found = await Promise.all(names.map((name) => line(page, name).getAttribute('data-state')));
      if (found.some((state) => state === 'bad' || state === 'note'))
        await page.getByRole('button', { name: 'Check again' }).press('Enter');
      return found;
    };
    await expect.poll(states, { timeout: 90_000 }).toEqual(names.map(() => 'good'));
    await turns(page, 'keyboard', 'waiting');
    for (const key of ['c', 'ArrowRight', 'a', 'b', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await page.getByText('Everything works. You can take an exam on this computer.').waitFor();
    const finish = page.getByRole('button', { name: 'Finish the rehearsal' });
    await finish.press('Enter');
    const second = page.getByRole('article', { name: 'Question 2' });
    for (const mark of ['Correct, selected', 'Wrong, selected', 'Should have been selected'])
      await second.getByText(mark).first().waitFor();
    await expectAccessible(page);
    expect(writes).toEqual([]);
    const left = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(left).not.toContain('rehearsal');
  });

  it('[SIM-2] shows in red what is missing and how to fix it', async () => {
    const page = await newVisitor(browser, {}, await signedIn(student.email));
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new Error('closed');
      };
      Reflect.deleteProperty(window, 'CompressionStream');
      const now = Date.now;
      Date.now = () => now() + 10 * 365 * 86_400_000;
    });
    await page.goto('/test');
    await turns(page, 'storage', 'bad');
    await line(page, 'storage')
      .getByText(/Leave the private window/)
      .waitFor();
    await turns(page, 'recording', 'bad');
    await turns(page, 'clock', 'note');
    await line(page, 'clock')
      .getByText(/more than a day fast/)
      .waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Check again' }).click();
    await turns(page, 'connection', 'bad');
    await page.getByText('3 things need attention before an exam.').waitFor();
    await expectAccessible(page);
  });

  it('[EXAM-17] limits the image of a result to 90 % of the window and the width of its question', async () => {
    const page = await visit('/test', { width: 360, height: 740 });
    for (let moved = 0; moved < 3; moved += 1) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Finish the rehearsal' }).click();
    const question = page.getByRole('article', { name: 'Question 3' });
    const imageBox = () => question.getByRole('img').boundingBox();
    await expect.poll(async () => (await imageBox())?.width).toBeGreaterThan(200);
    const [image, article] = [await imageBox(), await question.boundingBox()];
    expect(image?.width).toBeLessThanOrEqual(0.9 * 360);
    expect(image?.width).toBeLessThanOrEqual(article?.width ?? 0);
    await expectNoSidewaysScroll(page);
  });
});

describe('the student dashboard', () => {
  it('[HOME-1] counts down to the next exam by the server’s clock and links to it when it opens', async () => {
    const other = await room.candidate({ parts: 2, questions: 4, from: 90, to: 200 });
    const page = await newVisitor(browser, { width: 360, height: 740 }, await signedIn(other.email));
    await page.addInitScript(() => {
      const now = Date.now;
      Date.now = () => now() + 10 * 365 * 86_400_000;
    });
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: /^Examen de probă/ });
    await card
      .getByRole('timer')
      .getByText(/^1:(2\d|30):\d\d$/)
      .waitFor();
    await card.getByText('Row', { exact: true }).waitFor();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await room.sql`update appointments set starts_at = now() - interval '1 minute' where exam_id = ${other.examId}`;
    await page.reload();
    await card.getByText('Your exam can begin').waitFor();
    await card.getByRole('link', { name: 'Start the exam' }).click();
    await page.waitForURL(/\/prepareExam/);
  });
});
