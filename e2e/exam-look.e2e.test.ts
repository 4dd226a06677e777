import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addExtremeContent, drawing } from './awkward-question.ts';
import { axeProblems } from './axe.ts';
import { useExamHall } from './exam-hall.ts';
import {
  answer,
  answers,
  atQuestion,
  beginExam,
  dialogsLoaded,
  openCandidatePage,
  saved,
  stepTimeoutMs,
  summary,
} from './exam-steps.ts';
import { expectNoSidewaysScroll } from './staff-page.ts';
import { expectFits, expectNoJumps, expectSteady } from './steady-page.ts';
import { quiet, resize, setDark, setLight } from './visitor.ts';

const hall = useExamHall();

/** Expects no axe violations in the light and dark themes. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await axeProblems(page)).toEqual([]);
  await setDark(page);
  expect(await axeProblems(page, 'contrast')).toEqual([]);
  await setLight(page);
}

describe('[UX-11] axe violations', () => {
  it('[UX-11] none before an exam, too early and open', async () => {
    for (const from of [30, -5]) {
      const page = await openCandidatePage(
        hall.browser,
        await hall.room.candidate({ from, parts: 2, questions: 2 }),
      );
      await page.goto('/prepareExam');
      await page.getByRole('button', { name: 'Begin the exam' }).waitFor();
      await expectAccessible(page);
    }
  });

  it('[UX-11] none during an exam: question, overview, keyboard, missing-answer dialog, end', async () => {
    const page = await beginExam(hall.browser, await hall.room.candidate({ questions: 4 }));
    await dialogsLoaded(page);
    await answer(page);
    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 2);
    await page.keyboard.press('Shift+ArrowRight');
    await atQuestion(page, 3);
    await page.keyboard.press('.');
    await page.getByRole('button', { name: 'Show all questions' }).click();
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    await page
      .getByRole('region', { name: 'On-screen keyboard' })
      .getByRole('button', { name: 'Enter' })
      .waitFor();
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'No answer ticked' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.context().setOffline(true);
    await answer(page);
    await page.locator('header').getByRole('button', { name: 'Hand in', exact: true }).click();
    await summary(page).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hand in', exact: true }).click();
    await page.getByRole('button', { name: 'Hand in anyway' }).click();
    await page.getByRole('heading', { name: 'Handing in' }).waitFor();
    await page.getByText(/No connection\. \d answers? (is|are) waiting/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep working' }).click();
    await page.getByRole('button', { name: 'Back to question 3' }).click();
    await atQuestion(page, 3);
  });

  it('[UX-11] none while offline, signed out or taken over', async () => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const page = await beginExam(hall.browser, candidate);
    /** The position of the answers on a desktop and on a phone. */
    const positionsOf = async () => {
      const positions: number[][] = [];
      for (const width of [360, 1280]) {
        await resize(page, width, 800);
        positions.push(
          await answers(page).evaluateAll((all) =>
            all.flatMap((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().left]),
          ),
        );
      }
      return positions;
    };
    await answer(page);
    await saved(page).waitFor();
    // A font that arrives late would move them too.
    await quiet(page);
    const before = await positionsOf();
    await page.context().setOffline(true);
    await page.keyboard.press('e');
    await page.getByText(/No connection for/).waitFor();
    // No banner shifts the answers.
    expect(await positionsOf()).toEqual(before);
    await hall.room.endIn(candidate.examId, 200);
    await expectAccessible(page);
    await page.context().setOffline(false);
    await saved(page).waitFor();
    await hall.room.expire(candidate.email);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
    await expectAccessible(page);
    await hall.room.sql`update sign_ins set expires_at = now() + interval '1 hour'
      where user_id = (select id from users where email = ${candidate.email})`;
    await page.reload();
    // It opens at the last question, although the server did not receive that step.
    await atQuestion(page, 2);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await page.getByRole('heading', { name: 'The exam continues elsewhere' }).waitFor();
    await expectAccessible(page);
  });
});

describe('[UX-12] a running exam', () => {
  it('[UX-12] fits up to 4K and does not jump: question, summary, page between two parts', async () => {
    const page = await beginExam(hall.browser, await hall.room.candidate({ questions: 1, parts: 2 }));
    await expectSteady(page);
    await atQuestion(page, 1);
    await answer(page);
    await saved(page).waitFor();
    await page.locator('header').getByRole('button', { name: 'Hand in part 1' }).click();
    await summary(page).waitFor();
    await expectFits(page);
    await page.getByRole('button', { name: 'Hand in part 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in part 1' }).click();
    await page.getByRole('heading', { name: 'Part 1 is handed in' }).waitFor();
    await expectFits(page);
    await expectNoJumps(page);
  });
});

describe('[UX-12] the bar below a question', () => {
  it('[UX-12] fits a 360 px phone with the longest words, with the overview closed and open', async () => {
    const candidate = await hall.room.candidate({ questions: 120 });
    const page = await beginExam(hall.browser, candidate, { width: 360, height: 740 });
    await page.evaluate(() => localStorage.setItem('language', 'ro'));
    await page.reload();
    const next = page.getByRole('button', { name: 'Următoarea', exact: true });
    const expectFit = async () => {
      await expectNoSidewaysScroll(page);
      const endOfNext = async () => {
        const box = await next.boundingBox();
        return (box?.x ?? 0) + (box?.width ?? 999);
      };
      // The padding of the bar stays free.
      await expect.poll(endOfNext).toBeLessThanOrEqual(348);
      const names = ['Înapoi', 'Arată toate întrebările', 'Sari peste', 'Următoarea'];
      for (const name of names) {
        const button = page.getByRole('button', { name, exact: true });
        await expect.poll(async () => (await button.boundingBox())?.width).toBeGreaterThanOrEqual(40);
        await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        await expect
          .poll(() => button.evaluate((one) => one.scrollWidth - one.clientWidth))
          .toBeLessThanOrEqual(0);
      }
    };
    await next.waitFor();
    await page.locator('fieldset label').first().click();
    await page.getByText('1/120').waitFor();
    await expectFit();
    await page.getByRole('button', { name: 'Arată toate întrebările' }).click();
    await expectFit();
  });
});

describe('[UX-12] awkward questions', () => {
  it.each([
    ['wide', 2000, 300],
    ['tall', 400, 1800],
  ] as const)(
    '[EXAM-17][UX-12] six hundred words, ten answers and a %s image, on a desktop and on a phone',
    async (_kind, width, height) => {
      const candidate = await hall.room.candidate({ questions: 2 });
      const page = await beginExam(hall.browser, candidate, { width: 1366, height: 768 });
      await addExtremeContent(hall.room.sql, candidate, Buffer.from(await drawing(page, width, height)));
      await page.reload();
      await atQuestion(page, 1);
      await expect.poll(() => answers(page).count(), { timeout: stepTimeoutMs }).toBe(10);
      const image = page.getByRole('img', { name: 'Image of the question' });
      await image.waitFor();
      const widthOf = async () => (await image.boundingBox())?.width ?? 0;
      const frameWidths = () =>
        image.evaluate((shown) => {
          const figure = shown.closest('figure');
          const section = figure?.parentElement;
          return { own: figure?.offsetWidth ?? 0, section: section?.clientWidth ?? 0 };
        });
      /** How many pixels the frame differs from a share of the window. */
      const differsFrom = (share: number) => async () => {
        const { own, section } = await frameWidths();
        return Math.abs(own - Math.min(share * 1366, section));
      };
      await expect.poll(differsFrom(0.4)).toBeLessThan(2);
      await page.getByRole('button', { name: 'Enlarge: Image of the question' }).click();
      await expect.poll(differsFrom(0.7)).toBeLessThan(2);
      await quiet(page);
      const expanded = await widthOf();
      const frame = page.getByRole('group', { name: 'Image of the question' });
      expect((await frame.boundingBox())?.height).toBeLessThanOrEqual(0.8 * 768 + 1);
      await page.getByRole('button', { name: 'Zoom in: Image of the question' }).click();
      await expect.poll(async () => Math.round((await widthOf()) / expanded)).toBe(2);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
      await saved(page).waitFor();
      await expect.poll(async () => (await hall.room.stored(candidate.examId))[0]).toBe('J');
      for (let steps = 0; steps < 3; steps += 1)
        await page.getByRole('button', { name: 'Larger text' }).click();
      await resize(page, 360, 740);
      await expectNoSidewaysScroll(page);
      // Enlarging works on a phone too.
      const small = await widthOf();
      await page.getByRole('button', { name: 'Enlarge: Image of the question' }).click();
      await expect.poll(widthOf).toBeGreaterThan(1.5 * small);
      await expectNoSidewaysScroll(page);
      expect(await axeProblems(page)).toEqual([]);
    },
  );
});
