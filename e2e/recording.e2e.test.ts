import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { axeProblems } from './axe.ts';
import { useBrowser } from './browser.ts';
import { useExamRoom } from './exam-room.ts';
import { change, click, keyframe, longRecording } from './recorded-events.ts';
import { leaveAll } from './reused-pages.ts';
import { callsOf, sitAppointment } from './sat-exams.ts';
import { expectNoSidewaysScroll, openAs } from './staff-page.ts';
import { resize, setDark, settled, signedIn, visitAs } from './visitor.ts';

const browser = useBrowser();
const room = useExamRoom();
afterEach((test) => leaveAll(browser, test));

/** How long the answer to question 2 waited for a connection. */
const lossMs = 300_000;
const lossAtTwo = (index: number) => ({
  clientTime: new Date(Date.now() - (index === 2 ? lossMs : 0)).toISOString(),
});

/** A student who finished an exam; returns the sitting and a function that uploads a part of its recording. */
async function satExam() {
  const student = await room.candidate({ questions: 3 });
  const calls = await callsOf(inject('serverUrl'), student.email);
  await sitAppointment(calls, undefined, lossAtTwo);
  const [exam] = await room.sql<{ groupId: number; startedAt: number; holder: string }[]>`
    select e.group_id as "groupId", extract(epoch from e.started_at)::float8 * 1000 as "startedAt",
           (select min(t.email) from custom_exam_disciplines d join discipline_teachers t on t.discipline_id = d.discipline_id
             where d.part_id = e.part_id and t.part = 'holder') as holder
      from exams e where e.id = ${student.examId}`;
  if (!exam) throw new Error('the exam was not stored');
  const { authorization = '' } = await signedIn(student.email);
  const send = async (name: string, events: readonly object[]) => {
    const form = new FormData();
    form.append('file', new Blob([gzipSync(JSON.stringify(events))]), name);
    const response = await fetch(`${inject('serverUrl')}/api/umfst/uploadExamRecording`, {
      method: 'POST',
      headers: { authorization: `Bearer ${authorization}` },
      body: form,
    });
    expect(response.status).toBe(201);
  };
  return { groupId: exam.groupId, startedAt: Math.round(exam.startedAt), holder: exam.holder, send };
}

const shows = (page: Page, text: string) =>
  page.frameLocator('iframe').getByRole('heading', { name: text, exact: true }).waitFor();
const bar = (page: Page) => page.getByRole('slider', { name: 'Position in the recording' });
const seek = (page: Page, milliseconds: number) =>
  bar(page).evaluate((input: HTMLInputElement, value) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input, String(value));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, milliseconds);

describe('[REC-2] the player of recordings', () => {
  it('[REC-2] [NAV-9] plays the parts in order, skips pauses, and opens from a sitting and at a moment of its history', async () => {
    const { groupId, startedAt, send } = await satExam();
    await send(`${groupId}.json`, [
      ...keyframe(startedAt, 'first page'),
      click(startedAt + 500),
      change(startedAt + 61_000, 'after the pause'),
      click(startedAt + 61_000),
      change(startedAt + 62_500, 'end of the first part'),
    ]);
    await send(`${groupId}.2.json`, [
      ...keyframe(startedAt + 300_000, 'second page'),
      change(startedAt + 300_900, 'the very end'),
      { type: 5, data: { tag: 'recording-stopped', payload: {} }, timestamp: startedAt + 301_000 },
    ]);
    const page = await visitAs(browser, 'generalSecretary', `/recording/${groupId}.json`);
    await page.getByRole('heading', { level: 1, name: 'Recording of Marin Ioana' }).waitFor();
    await shows(page, 'first page');
    await expect.poll(() => bar(page).getAttribute('aria-valuetext')).toBe('0:00:00 of 0:01:03');
    await page.getByText('8×', { exact: true }).click();
    await page.getByRole('button', { name: 'Play' }).click();
    await shows(page, 'the very end');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.getByRole('button', { name: '10 seconds back' }).click();
    await shows(page, 'first page');
    await page.getByRole('heading', { level: 1 }).hover();
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    expect(await axeProblems(page)).toEqual([]);
    await setDark(page);
    expect(await axeProblems(page, 'contrast')).toEqual([]);

    await page.goto(`/recording/${groupId}.json?at=${startedAt + 300_500}`);
    await shows(page, 'second page');
    await page.getByRole('button', { name: /Stopped by the student/ }).click();
    await shows(page, 'the very end');
    await page.goto(`/studentsExams?groupId=${groupId}`);
    await page.getByRole('tab', { name: 'History' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'The exam began' })
      .getByRole('link', { name: /^Show this moment in the recording/ })
      .click();
    await shows(page, 'first page');
    await page.goBack();
    await page.getByRole('link', { name: 'Part 2', exact: true }).click();
    await shows(page, 'second page');
    await resize(page, 360, 740);
    await settled(page);
    await expectNoSidewaysScroll(page);
  });

  it('[REC-2] plays at the chosen speed, and skips pauses only while that is chosen', async () => {
    const { groupId, startedAt, send } = await satExam();
    await send(`${groupId}.json`, [
      ...keyframe(startedAt, 'first page'),
      click(startedAt + 500),
      click(startedAt + 300_000),
      change(startedAt + 3_000_000, 'the very end'),
    ]);
    const page = await visitAs(browser, 'admin', '/dashboard');
    await page.clock.install();
    await page.goto(`/recording/${groupId}.json`);
    await shows(page, 'first page');
    const position = async () => Number(await bar(page).inputValue());
    const skip = page.getByRole('checkbox', { name: 'Skip pauses' });
    await skip.uncheck();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.clock.runFor(10_000);
    await expect.poll(position).toBeGreaterThanOrEqual(10_000);
    const slow = await position();
    // Five minutes are skipped otherwise.
    expect(slow).toBeLessThan(200_000);
    await page.getByText('16×', { exact: true }).click();
    await page.clock.runFor(10_000);
    await expect.poll(position).toBeGreaterThanOrEqual(slow + 150_000);

    await page.getByText('1×', { exact: true }).click();
    await seek(page, 5_000);
    await skip.check();
    await page.clock.runFor(2_000);
    await expect.poll(position).toBeGreaterThanOrEqual(298_000);
  });

  it('[REC-5] [ROLE-5] opens and seeks a recording of three hours without loading all of it, for the holder of the discipline, and jumps to losses and takeovers', async () => {
    const { groupId, startedAt, holder, send } = await satExam();
    const before = 2 * lossMs;
    await send(`${groupId}.json`, longRecording(startedAt - before));
    const pieces: string[] = [];
    const { page } = await openAs(browser, '/dashboard', { email: holder, language: 'en' });
    page.on('request', (request) => {
      const piece = /recordings\/.*piece=(\d+)/.exec(request.url())?.[1];
      if (piece !== undefined) pieces.push(piece);
    });
    await page.goto(`/recording/${groupId}.json`);
    await shows(page, 'change 0');
    await seek(page, 9_721_000);
    await shows(page, 'change 90009');
    await seek(page, 4_859_000);
    await shows(page, 'change 44990');
    expect(new Set(pieces).size).toBeLessThanOrEqual(6);

    const jump = async (mark: RegExp, from: number, to: number) => {
      await page.getByRole('button', { name: mark }).first().click();
      const isThere = async () => {
        const at = Number(await bar(page).inputValue());
        return at >= from && at < to;
      };
      await expect.poll(isThere).toBe(true);
    };
    await jump(/Answered · question 1/, before, 2 * before);
    // The loss is where the answer was given, not where it arrived.
    await jump(/Connection lost · question 2/, before - lossMs, before);
    await jump(/Loaded on a page/, before, 2 * before);
  });

  it('[REC-2] says what cannot be played, and that there is no recording', async () => {
    const { groupId, startedAt, send } = await satExam();
    const page = await visitAs(browser, 'admin', `/recording/${groupId}.json`);
    await page.getByText('There is no recording of this exam').waitFor();
    await send(`${groupId}.json`, [
      ...keyframe(startedAt, 'page'),
      change(startedAt + 5000, 'later'),
      { type: 5, data: { tag: 'recording-full', payload: {} }, timestamp: startedAt + 6000 },
    ]);
    await send(`${groupId}.2.json`, [change(startedAt + 9000, 'nothing to start from')]);
    await page.reload();
    await shows(page, 'page');
    await page.getByText('One part cannot be played').waitFor();
    await page.getByText('The recording ran out of space on the exam computer').waitFor();
  });

  it('[ROLE-5] is closed to users who may not see the exam', async () => {
    const { groupId, startedAt, send } = await satExam();
    await send(`${groupId}.json`, keyframe(startedAt, 'page'));
    const collaborator = await visitAs(browser, 'collaborator', `/recording/${groupId}.json`);
    await collaborator.getByText('not found', { exact: false }).first().waitFor();
    expect(await collaborator.locator('iframe').count()).toBe(0);
  });
});
