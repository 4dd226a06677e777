import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useExamHall } from './exam-hall.ts';
import {
  answer,
  atQuestion,
  beginExam,
  dialogsLoaded,
  expectShown,
  expectStored,
  focusInDialog,
  handIn,
  heading,
  leaveIt,
  openCandidatePage,
  saved,
  summary,
  tabTo,
  ticked,
} from './exam-steps.ts';
import { expectNoSidewaysScroll } from './staff-page.ts';

const hall = useExamHall();

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
    await dialogsLoaded(page);
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
      .locator('[data-group="forReview"]')
      .getByRole('button', { name: /^Question 3/ })
      .waitFor();
    const marks = page.getByRole('navigation', { name: 'All questions' }).getByRole('button');
    await tabTo(page, marks.nth(4));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => marks.nth(3).evaluate((it) => it === document.activeElement)).toBe(true);
    const focused = () => marks.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement));
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe(-1);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe(4);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toBe(-1);
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
    const counts = page.locator('[data-group]:not([data-group=oneTick]) dt');
    const shown = () => counts.allInnerTexts();
    await expect
      .poll(shown)
      .toEqual(
        ['Answered\n2', 'Unanswered\n2', 'Of these skipped\n0', 'For review\n0', 'Not sent yet\n0'].map(
          (text) => expect.stringMatching(new RegExp(`^${text.replace('\n', '\\s*')}$`)),
        ),
      );
    await page.getByRole('button', { name: 'Back to the unanswered questions' }).click();
    await atQuestion(page, 2);
    await page.locator('header').getByRole('button', { name: 'Hand in', exact: true }).click();
    // The header has a button of the same name until the summary is open.
    await summary(page).waitFor();
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
    // With one question the summary may still be loading.
    await page.locator('header').getByRole('button', { name: 'Hand in part 1' }).waitFor();
    await page.keyboard.press('ArrowRight');
    // The header has a button of the same name until the summary is open.
    await summary(page).waitFor();
    await page.getByRole('button', { name: 'Hand in part 1', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand in part 1 of 2?' });
    await dialog.waitFor();
    await dialog.getByText(/1 question is marked for review\..*Part 2 follows immediately\./).waitFor();
    await dialog.getByRole('button', { name: 'Hand in part 1', exact: true }).click();
    await page.getByRole('heading', { name: 'Part 1 is handed in' }).waitFor();
    await page.getByText(`Next: ${names[1]}`).waitFor();
    await page.getByText(/^1 question · (5\d:\d\d|1:00:00) left$/).waitFor();
    await page.getByRole('button', { name: 'Begin part 2' }).click();
    await page.getByText('Part 2 of 2').first().waitFor();
    await atQuestion(page, 1);
    await expect.poll(() => ticked(page)).toBe('');
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
    // Several seconds, so that a slow page still counts down the last ones.
    await hall.room.endIn(candidate.examId, 12);
    const lastSeconds = page
      .getByRole('timer', { name: 'Time left' })
      .getByText(/00:0\d/)
      .waitFor();
    // The page learns of the new deadline from the next response.
    await page.keyboard.press('ArrowRight');
    await lastSeconds;
    await page
      .getByText('Time is up. Everything you ticked in time is handed in.')
      .waitFor({ timeout: 60_000 });
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
