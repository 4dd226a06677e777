import { describe, expect, it } from 'vitest';
import { answer, beginExam, expectStored, patience, press } from './exam-desk.ts';
import { cut, everything, examHall, onDisk } from './exam-hall.ts';
import type { Candidate } from './exam-room.ts';

const hall = examHall();

const uploads = /\/uploadExamRecording/;

const events = ({ examId }: Candidate, kind: string) =>
  hall.room.sql<
    { ticks: number }[]
  >`select ticks from exam_events where exam_id = ${examId} and kind = ${kind}`;

describe('what an exam leaves behind', () => {
  it('[SAFE-2] is sent from any other page of the product, once no page of the exam works on it', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    await page.route(everything, cut);
    const ticks = await answer(page);
    await page.waitForTimeout(onDisk);
    await page.close();
    expect(await hall.room.stored(candidate.examId)).toEqual(['', '']);
    const other = await hall.browser.contexts()[0]?.newPage();
    // Minutes later, as this computer sees it.
    await other?.clock.setSystemTime(Date.now() + 3 * 60_000);
    await other?.goto('/dashboard');
    await expectStored(hall.room, candidate, [ticks, '']);
  });

  it('[EXAM-8] is kept as late when the time and the grace are over, and the student is told', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    await page.route(everything, cut);
    await answer(page);
    await page.getByText(/No connection/).waitFor();
    await hall.room.endIn(candidate.examId, -61);
    await page.unroute(everything);
    await page.getByText(/^1 answer reached the server after the end|^2 answers reached/).waitFor();
    expect(await hall.room.stored(candidate.examId)).toEqual(['', '']);
    expect((await events(candidate, 'l')).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'See the result' }).click();
    await page.waitForURL(/\/examResult/);
  });

  it('[REC-4] a recording whose upload failed is uploaded again', async () => {
    const candidate = await hall.room.candidate({ questions: 1 });
    const page = await beginExam(hall.browser, candidate);
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
        await hall.room.sql`select from recordings r join exams e on e.group_id = r.exam_group_id
          where e.id = ${candidate.examId}`
      ).count;
    await expect.poll(recorded, { timeout: patience }).toBeGreaterThan(0);
  });
});
