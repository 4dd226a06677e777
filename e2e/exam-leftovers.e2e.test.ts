import { describe, expect, it } from 'vitest';
import { type EventKind, eventLetters } from '#domain/exam-taking/events.ts';
import { abortRequest, anyApiCall, onDisk, useExamHall } from './exam-hall.ts';
import type { Candidate } from './exam-room.ts';
import {
  answer,
  beginExam,
  expectStored,
  handIn,
  press,
  stepTimeoutMs,
  uploadTimeoutMs,
} from './exam-steps.ts';
import { recordsIn } from './stored-bytes.ts';
import { enter } from './visitor.ts';

const hall = useExamHall();

const uploads = /\/uploadExamRecording/;

const events = ({ examId }: Candidate, kind: EventKind) =>
  hall.room.sql<
    { ticks: number }[]
  >`select ticks from exam_events where exam_id = ${examId} and kind = ${eventLetters[kind]}`;

const recorded = async ({ examId }: Candidate) =>
  (
    await hall.room.sql`select from recordings r join exams e on e.group_id = r.exam_group_id
      where e.id = ${examId}`
  ).count;

describe('leftovers of an exam', () => {
  it('[SAFE-2] sends unsent ticks from any other page once no exam page is open', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    const context = page.context();
    await context.setOffline(true);
    const ticks = await answer(page);
    await onDisk(page, ticks);
    await page.close();
    expect(await hall.room.stored(candidate.examId)).toEqual(['', '']);
    const other = await context.newPage();
    await context.setOffline(false);
    // Minutes later on this computer's clock.
    await other.clock.setSystemTime(Date.now() + 3 * 60_000);
    await other.goto('/dashboard');
    // The tab that held the sign-in is closed.
    await enter(other, candidate.email);
    await expectStored(hall.room, candidate, [ticks, '']);
  });

  it('[EXAM-8] records ticks that arrive after the grace as late and tells the student', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    await page.route(anyApiCall, abortRequest);
    await answer(page);
    await page.getByText(/No connection/).waitFor();
    await hall.room.endIn(candidate.examId, -61);
    await page.unroute(anyApiCall);
    await page.getByText(/^1 answer reached the server after the end|^2 answers reached/).waitFor();
    expect(await hall.room.stored(candidate.examId)).toEqual(['', '']);
    expect((await events(candidate, 'late')).length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'See the result' }).click();
    await page.waitForURL(/\/examResult/);
  });

  it('[REC-4] retries a failed upload of a recording', async () => {
    const candidate = await hall.room.candidate({ questions: 1 });
    const page = await beginExam(hall.browser, candidate);
    await page.getByText('Screen recorded').waitFor();
    let failures = 0;
    await page.route(uploads, (route) => {
      failures += 1;
      return abortRequest(route);
    });
    await press(page, 'b');
    await handIn(page);
    await page.waitForURL(/\/examResult/);
    await expect.poll(() => failures, { timeout: stepTimeoutMs }).toBeGreaterThan(0);
    await page.unroute(uploads);
    await expect.poll(() => recorded(candidate), { timeout: uploadTimeoutMs }).toBeGreaterThan(0);
  });

  it('[REC-4][SAFE-17] retries a recording while the server is busy and drops it silently when storage is full', async () => {
    for (const [error, outcome] of [
      ['recording.busy', 'uploaded'],
      ['recording.full', 'dropped'],
    ] as const) {
      const candidate = await hall.room.candidate({ questions: 1 });
      const page = await beginExam(hall.browser, candidate);
      await page.getByText('Screen recorded').waitFor();
      let refusals = 0;
      await page.route(uploads, (route) => {
        refusals += 1;
        return refusals === 1
          ? route.fulfill({ status: 409, json: { error, params: {} } })
          : route.continue();
      });
      await press(page, 'b');
      await handIn(page);
      await page.waitForURL(/\/examResult/);
      await expect.poll(() => refusals).toBeGreaterThan(0);
      await expect.poll(() => recordsIn(page, 'recordings'), { timeout: uploadTimeoutMs }).toBe(0);
      await expect.poll(() => recorded(candidate)).toBe(outcome === 'uploaded' ? 1 : 0);
      expect(await page.getByRole('alert').count()).toBe(0);
    }
  });
});
