import type { Browser, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { answer, beginExam, expectStored, patience, press } from './exam-desk.ts';
import { type Candidate, type ExamRoom, openExamRoom } from './exam-room.ts';

let browser: Browser;
let room: ExamRoom;
beforeAll(async () => {
  browser = await launchBrowser();
  room = openExamRoom();
});
afterAll(async () => {
  await browser?.close();
  await room?.close();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

const everything = /\/api\//;
const uploads = /\/uploadExamRecording/;
const cut = (route: Route) => route.abort('connectionfailed');
/** Long enough for a tick to be on the disk (the promise is 250 ms). */
const onDisk = 250;

const events = ({ examId }: Candidate, kind: string) =>
  room.sql<{ ticks: number }[]>`select ticks from exam_events where exam_id = ${examId} and kind = ${kind}`;

describe('what an exam leaves behind', () => {
  it('[SAFE-2] is sent from any other page of the product, once no page of the exam works on it', async () => {
    const candidate = await room.candidate({ questions: 2 });
    const page = await beginExam(browser, candidate);
    await page.route(everything, cut);
    const ticks = await answer(page);
    await page.waitForTimeout(onDisk);
    await page.close();
    expect(await room.stored(candidate.examId)).toEqual(['', '']);
    const other = await browser.contexts()[0]?.newPage();
    // Minutes later, as this computer sees it.
    await other?.clock.setSystemTime(Date.now() + 3 * 60_000);
    await other?.goto('/dashboard');
    await expectStored(room, candidate, [ticks, '']);
  });

  it('[EXAM-8] is kept as late when the time and the grace are over, and the student is told', async () => {
    const candidate = await room.candidate({ questions: 2 });
    const page = await beginExam(browser, candidate);
    await page.route(everything, cut);
    await answer(page);
    await page.getByText(/No connection/).waitFor();
    await room.endIn(candidate.examId, -61);
    await page.unroute(everything);
    await page.getByText(/^1 answer reached the server after the end|^2 answers reached/).waitFor();
    expect(await room.stored(candidate.examId)).toEqual(['', '']);
    expect((await events(candidate, 'l')).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'See the result' }).click();
    await page.waitForURL(/\/examResult/);
  });

  it('[REC-4] a recording whose upload failed is uploaded again', async () => {
    const candidate = await room.candidate({ questions: 1 });
    const page = await beginExam(browser, candidate);
    await page.getByText('Screen recorded').waitFor();
    let failures = 0;
    await page.route(uploads, (route) => {
      failures += 1;
      return cut(route);
    });
    await press(page, 'b');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in', exact: true }).click();
    await page.waitForURL(/\/examResult/);
    await expect.poll(() => failures, { timeout: patience }).toBeGreaterThan(0);
    await page.unroute(uploads);
    const recorded = async () =>
      (
        await room.sql`select from recordings r join exams e on e.group_id = r.exam_group_id
          where e.id = ${candidate.examId}`
      ).count;
    await expect.poll(recorded, { timeout: patience }).toBeGreaterThan(0);
  });
});
