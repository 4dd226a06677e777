import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { examHall } from './exam-hall.ts';
import {
  answer,
  atQuestion,
  beginExam,
  expectShown,
  expectStored,
  focusInDialog,
  handIn,
  heading,
  leaveIt,
  openCandidatePage,
  press,
  saved,
  stepTimeoutMs,
  summary,
  tabTo,
  ticked,
} from './exam-steps.ts';
import { expectNoSidewaysScroll } from './staff-page.ts';
import { password } from './visitor.ts';

const hall = examHall();

type Recorded = {
  readonly type: number;
  readonly timestamp: number;
  readonly data?: { readonly tag?: string };
};

describe('a whole exam', () => {
  it('[EXAM-1][EXAM-4][EXAM-7][UX-11] stores the ticks made by keyboard alone, and asks before handing in', async () => {
    const candidate = await hall.room.candidate({ questions: 5 });
    const page = await openCandidatePage(hall.browser, candidate);
    await page.goto('/prepareExam');
    const begin = page.getByRole('button', { name: 'Begin the exam' });
    await begin.waitFor();
    await tabTo(page, begin);
    await page.keyboard.press('Enter');
    await atQuestion(page, 1);
    const first = await answer(page);
    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 2);
    // Skipping needs no confirmation; the question returns after the last one.
    await page.keyboard.press('Shift+ArrowRight');
    await atQuestion(page, 3);
    await page.keyboard.press('.');
    await page.getByRole('button', { name: 'Marked for review' }).waitFor();
    for (const key of ['Tab', 'Tab', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    const third = 'B';
    await expect.poll(() => ticked(page)).toBe(third);
    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 4);
    // Leaving a question without an answer asks for confirmation.
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'No answer ticked' }).waitFor();
    await page.keyboard.press('Escape');
    await heading(page, 4).waitFor();
    await page.keyboard.press('ArrowRight');
    await leaveIt(page).waitFor();
    await focusInDialog(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await atQuestion(page, 5);
    const fifth = await answer(page);
    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 2);
    const second = await answer(page);
    await saved(page).waitFor();
    for (const index of [3, 4]) {
      await page.keyboard.press('ArrowRight');
      await heading(page, index).waitFor();
    }
    const fourth = await answer(page);
    await page.keyboard.press('ArrowRight');
    await heading(page, 5).waitFor();
    await saved(page).waitFor();
    await expectStored(hall.room, candidate, [first, second, third, fourth, fifth]);
    // The summary follows the last question; the overview is one tab stop.
    await page.keyboard.press('ArrowRight');
    await summary(page).waitFor();
    await page
      .locator('[data-group="flagged"]')
      .getByRole('button', { name: /^Question 3/ })
      .waitFor();
    const marks = page.getByRole('navigation', { name: 'All questions' }).getByRole('button');
    await tabTo(page, marks.nth(4));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => marks.nth(3).evaluate((it) => it === document.activeElement)).toBe(true);
    await tabTo(page, page.getByRole('button', { name: 'Hand in', exact: true }));
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog', { name: 'Hand in the exam?' })
      .getByText('All questions are answered')
      .waitFor();
    await focusInDialog(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/examResult\?groupId=\d+/);
    expect(await hall.room.finishCause(candidate.examId)).toBe('student');
    await expectStored(hall.room, candidate, [first, second, third, fourth, fifth]);
  });

  it('[UX-12][EXAM-4][EXAM-7] works on a 360 px phone by touch, with all questions one tap away, and warns of unanswered ones', async () => {
    const candidate = await hall.room.candidate({ questions: 4 });
    const page = await beginExam(hall.browser, candidate, { width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    const larger = page.getByRole('button', { name: 'Larger text' });
    for (const close of [() => page.keyboard.press('Escape'), () => heading(page, 1).click()]) {
      await page.getByRole('button', { name: 'View and keyboard' }).click();
      await larger.waitFor();
      await close();
      await larger.waitFor({ state: 'hidden' });
    }
    await page.locator('fieldset label').nth(1).click();
    await saved(page).waitFor();
    await page.getByRole('button', { name: 'Show all questions' }).click();
    const overview = page.getByRole('region', { name: 'All questions' });
    await overview.getByRole('button', { name: 'Question 1: answered' }).waitFor();
    await expectNoSidewaysScroll(page);
    await overview.getByRole('button', { name: /^Question 4/ }).click();
    await atQuestion(page, 4);
    await page.locator('fieldset label').nth(0).click();
    await page.locator('header').getByRole('button', { name: 'Hand in', exact: true }).click();
    await summary(page).waitFor();
    await expectNoSidewaysScroll(page);
    const counts = page.locator('[data-group] dt');
    const shown = () => counts.allInnerTexts();
    await expect
      .poll(shown)
      .toEqual(
        ['Answered\n2', 'Unanswered\n2', 'Skipped\n0', 'For review\n0', 'Not sent yet\n0'].map((text) =>
          expect.stringMatching(new RegExp(`^${text.replace('\n', '\\s*')}$`)),
        ),
      );
    await page.getByRole('button', { name: 'Back to the unanswered questions' }).click();
    await atQuestion(page, 2);
    await page.locator('header').getByRole('button', { name: 'Hand in', exact: true }).click();
    await page.getByRole('button', { name: 'Hand in', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand in the exam?' });
    await dialog.getByText('2 questions have no answer').waitFor();
    await dialog.getByRole('button', { name: 'Hand in anyway' }).click();
    await page.waitForURL(/\/examResult/);
    await expectStored(hall.room, candidate, ['B', '', '', 'A']);
  });

  it('[EXAM-16] continues with the second exam after the first, each with its own result', async () => {
    const candidate = await hall.room.candidate({ questions: 1, parts: 2 });
    const page = await openCandidatePage(hall.browser, candidate);
    await page.goto('/prepareExam');
    // The prepare page lists the parts in exam order.
    const parts = page.getByRole('list').filter({ hasText: '1 question · 5 credits' }).getByRole('listitem');
    await parts.nth(1).waitFor();
    const names = (await parts.allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '');
    await page.getByRole('button', { name: 'Begin the exam' }).click();
    await atQuestion(page, 1);
    await page
      .locator('header')
      .getByText(names[0] ?? '', { exact: true })
      .waitFor();
    await page.getByText('Part 1 of 2').first().waitFor();
    await page.locator('header').getByText('Ioana Marin').waitFor();
    await page
      .locator('header')
      .getByText(/^Row 3, seat \d+$/)
      .waitFor();
    await page.keyboard.press('.');
    await page.getByRole('button', { name: 'Marked for review' }).waitFor();
    const first = await answer(page);
    // The question before handing in has other words while an answer is being sent.
    await expect.poll(() => hall.room.stored(candidate.examId)).toEqual([first]);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Hand in part 1', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Hand in part 1 of 2?' });
    await asked.waitFor();
    await asked.getByText(/1 question is marked for review\..*Part 2 follows immediately\./).waitFor();
    await asked.getByRole('button', { name: 'Hand in part 1', exact: true }).click();
    await page.getByRole('heading', { name: 'Part 1 is handed in' }).waitFor();
    await page.getByText(`Next: ${names[1]}`).waitFor();
    await page.getByText(/^1 question · (5\d|60) min left$/).waitFor();
    await page.getByRole('button', { name: 'Begin part 2' }).click();
    await page.getByText('Part 2 of 2').first().waitFor();
    await atQuestion(page, 1);
    expect(await ticked(page)).toBe('');
    const second = await answer(page);
    await handIn(page);
    await page.waitForURL(/\/examResult/);
    const exams = await hall.room.sql<{ id: number }[]>`
      select id from exams where group_id = (select group_id from exams where id = ${candidate.examId}) order by position`;
    expect(await Promise.all(exams.map(({ id }) => hall.room.stored(id)))).toEqual([[first], [second]]);
    expect(await Promise.all(exams.map(({ id }) => hall.room.finishCause(id)))).toEqual([
      'student',
      'student',
    ]);
  });

  it('[EXAM-4] shows all questions on one page when the settings say so', async () => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const page = await openCandidatePage(hall.browser, candidate);
    await page.route('**/applicationUiSettings', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response: response,
        json: { ...(await response.json()), displayFullExam: true },
      });
    });
    const whole = page.waitForRequest(/fullExam\?groupId=/);
    await page.goto('/prepareExam');
    await page.getByRole('button', { name: 'Begin the exam' }).click();
    await whole;
    for (const index of [1, 2, 3]) await heading(page, index).waitFor();
    const articles = page.locator('article');
    await articles.nth(2).locator('label').nth(3).click();
    await articles.nth(0).locator('label').nth(0).click();
    await saved(page).waitFor();
    await expectStored(hall.room, candidate, ['A', '', 'D']);
  });

  it('[EXAM-7] ends at the deadline with a notice and scores the ticks', async () => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const page = await beginExam(hall.browser, candidate);
    const first = await answer(page);
    await saved(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 2);
    const second = await answer(page);
    await expectStored(hall.room, candidate, [first, second, '']);
    await hall.room.endIn(candidate.examId, 6);
    const lastSeconds = page
      .getByRole('timer', { name: 'Time left' })
      .getByText(/00:0\d/)
      .waitFor();
    // The page learns of the new deadline from the next response.
    await page.keyboard.press('ArrowRight');
    await lastSeconds;
    await page.getByText('Time is up. Everything you ticked in time is handed in.').waitFor();
    await page.waitForURL(/\/examResult/);
    await expectStored(hall.room, candidate, [first, second, '']);
    expect(await hall.room.finishCause(candidate.examId)).toBe('deadline');
  });
});

describe('the page before the exam', () => {
  it('[EXAM-2] says when the exam opens and disables the button until then', async () => {
    const page = await openCandidatePage(hall.browser, await hall.room.candidate({ from: 30 }));
    await page.goto('/prepareExam');
    await page.getByText(/The exam can be started from \d\d\/\d\d\/\d{4} \d\d:\d\d/).waitFor();
    await page.getByText('Begins in').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Begin the exam' }).isDisabled()).toBe(true);
  });

  it('[EXAM-19] tells a late student how many minutes are left', async () => {
    const candidate = await hall.room.candidate({ from: -60, to: 20, minutes: 60 });
    const page = await openCandidatePage(hall.browser, candidate);
    await page.goto('/prepareExam');
    await page.getByText(/You begin late: (1[5-9]|20) of 60 minutes are left/).waitFor();
    await page.getByRole('button', { name: 'Begin the exam' }).click();
    await atQuestion(page, 1);
    await page
      .getByRole('timer')
      .getByText(/^(1[5-9]|20):\d\d$/)
      .waitFor();
  });

  it('[EXAM-9][EXAM-20] resumes a running exam at the same question, with its marks for review, also on another computer', async () => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const page = await beginExam(hall.browser, candidate);
    const first = await answer(page);
    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 2);
    await page.keyboard.press('Shift+ArrowRight');
    await atQuestion(page, 3);
    await expectStored(hall.room, candidate, [first, '-', '']);
    await expectShown(hall.room, candidate, 3);
    await page.goto('/prepareExam');
    await page.getByRole('button', { name: 'Resume the exam' }).click();
    await atQuestion(page, 3);
    const marked = (there: Page) => there.getByRole('button', { name: 'Marked for review' }).waitFor();
    const stored = page.waitForResponse(/examReviewMarks/);
    await page.keyboard.press('.');
    expect((await stored).status()).toBe(204);
    await page.reload();
    await atQuestion(page, 3);
    await marked(page);
    const other = await openCandidatePage(hall.browser, candidate);
    await other.goto(page.url());
    await atQuestion(other, 3);
    await marked(other);
  });
});

describe('the exam page', () => {
  it('[REC-1] stops recording on request, also after a reload, and starts again from an empty list as a new part', async () => {
    const candidate = await hall.room.candidate({ questions: 1 });
    const page = await beginExam(hall.browser, candidate);
    await page.getByText('Screen recorded').waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    const asked = page.getByRole('dialog', { name: 'Stop recording the screen?' });
    const title = asked.getByRole('heading', { name: 'Stop recording the screen?' });
    expect(Number(await title.evaluate((it) => getComputedStyle(it).fontWeight))).toBeGreaterThan(600);
    await asked.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByText('Screen not recorded').waitFor();
    await page.reload();
    await page.getByText('Screen not recorded').waitFor();
    await atQuestion(page, 1);
    await press(page, 'a');
    await saved(page).waitFor();
    await page.getByRole('button', { name: 'Record again' }).click();
    await page.getByText('Screen recorded').waitFor();
    await press(page, 'b');
    await handIn(page);
    await page.waitForURL(/\/examResult/);
    const parts = async () => {
      const rows = await hall.room.sql<{ content: Buffer }[]>`
        select r.content from recordings r join exams e on e.group_id = r.exam_group_id
         where e.id = ${candidate.examId} order by r.part`;
      return rows.map(({ content }) => JSON.parse(gunzipSync(content).toString()) as Recorded[]);
    };
    await expect.poll(async () => (await parts()).length, { timeout: stepTimeoutMs }).toBe(2);
    const [first = [], second = []] = await parts();
    expect(first.at(-1)).toMatchObject({ type: 5, data: { tag: 'recording-stopped' } });
    expect(second.some(({ data }) => data?.tag === 'recording-stopped')).toBe(false);
    // A new part begins with the whole page, after the pause.
    expect(second.some(({ type }) => type === 2)).toBe(true);
    expect(second[0]?.timestamp).toBeGreaterThan(first.at(-1)?.timestamp ?? 0);
  });

  it('[SHELL-1][SHELL-3][EXAM-12] has no links away, reloads on the logo and types with the on-screen keyboard', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    expect(await page.getByRole('link').count()).toBe(0);
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    const keyboard = page.getByRole('region', { name: 'On-screen keyboard' });
    await keyboard.getByRole('button', { name: 'c', exact: true }).click();
    await expect.poll(() => ticked(page)).toBe('C');
    await saved(page).waitFor();
    await page.getByRole('button', { name: 'Reload the exam' }).click();
    await atQuestion(page, 1);
    await expect.poll(() => ticked(page), { timeout: stepTimeoutMs }).toBe('C');
  });

  it('[REC-1][REC-4][SAFE-14] records the exam and uploads it at the end, with masked inputs, without canvas, keyboard and CNP', async () => {
    const candidate = await hall.room.candidate({ questions: 1 });
    const page = await beginExam(hall.browser, candidate);
    await page.getByText('Screen recorded').waitFor();
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    await page
      .getByRole('region', { name: 'On-screen keyboard' })
      .getByRole('button', { name: 'a', exact: true })
      .click();
    // Add an input and a canvas, which the recording must mask.
    await page.evaluate(() => {
      const field = Object.assign(document.createElement('input'), { id: 'typed' });
      const canvas = document.createElement('canvas');
      document.querySelector('main')?.append(field, canvas);
      canvas.getContext('2d')?.fillRect(0, 0, 50, 50);
    });
    const [student] = await hall.room.sql<{ cnp: string }[]>`
      select cnp from students where email = ${candidate.email}`;
    const cnp = student?.cnp ?? '';
    await page.locator('#typed').fill(cnp);
    await page.locator('#typed').blur();
    await press(page, 'b');
    await saved(page).waitFor();
    // A student whose sign-in expired tries the CNP as password.
    await hall.room.expire(candidate.email);
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await page.keyboard.press('c');
    for (const secret of [cnp, password]) {
      await dialog.getByLabel('Password', { exact: true }).fill(secret);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      if (secret === cnp)
        await dialog.getByText('The e-mail address or the password is incorrect.').waitFor();
    }
    await dialog.waitFor({ state: 'hidden' });
    await saved(page).waitFor();
    await handIn(page);
    await page.waitForURL(/\/examResult/);
    const uploaded = async () => {
      const rows = await hall.room.sql<{ content: Buffer }[]>`
        select r.content from recordings r join exams e on e.group_id = r.exam_group_id where e.id = ${candidate.examId}`;
      return rows[0]?.content;
    };
    await expect.poll(uploaded, { timeout: stepTimeoutMs }).toBeDefined();
    const text = gunzipSync((await uploaded()) ?? Buffer.alloc(0)).toString();
    const events: { type: number; data?: { source?: number; text?: string } }[] = JSON.parse(text);
    expect(events.some(({ type }) => type === 2)).toBe(true);
    const typed = events.filter(({ type, data }) => type === 3 && data?.source === 5 && data.text);
    expect(typed.map(({ data }) => data?.text)).toContain('*'.repeat(cnp.length));
    expect(typed.filter(({ data }) => /[^*]/.test(data?.text ?? ''))).toEqual([]);
    expect(cnp).toMatch(/^\w{8,}$/);
    expect([text.includes(cnp), text.includes('rr_dataURL')]).toEqual([false, false]);
    expect(events.filter(({ data }) => data?.source === 9)).toEqual([]);
    expect([text.includes('"data-skbtn":'), text.includes('"id":-1')]).toEqual([false, false]);
  });
});
