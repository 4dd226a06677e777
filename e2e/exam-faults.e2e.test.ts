import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { useOwnBrowser } from './browser.ts';
import { abortRequest, anyApiCall, onDisk, useExamHall } from './exam-hall.ts';
import {
  allDelivered,
  answer,
  answers,
  atQuestion,
  beginExam,
  expectStored,
  heading,
  openCandidatePage,
  press,
  saved,
  stepTimeoutMs,
  ticked,
} from './exam-steps.ts';
import { newProfile } from './killed-browser.ts';
import { ownServer } from './own-server.ts';
import { openAs } from './staff-page.ts';
import { recordsIn } from './stored-bytes.ts';
import { enter, password, rememberSignIn, signedIn } from './visitor.ts';

const hall = useExamHall();
const cutOff = useOwnBrowser();

const saves = /\/api\/umfst\/exam(Save|Next|Back)/;
/** How long the network is cut; the soak test uses minutes. */
const cutSeconds = Number(process.env.CUT_SECONDS ?? 30);

/** The visible text of the page. */
const words = (page: Page) => page.evaluate(() => document.body.innerText);

/** Whether the browser can show the exam page without the server. */
const isPageCached = (page: Page) =>
  page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).some(({ active }) => active?.state === 'activated'),
  );

/** Answers questions in order, starting with the one on the screen. */
async function answerOn(page: Page, from: number, to: number): Promise<string[]> {
  const letters: string[] = [];
  for (let index = from; index <= to; index += 1) {
    await atQuestion(page, index);
    letters.push(await answer(page));
    if (index < to) await page.keyboard.press('ArrowRight');
  }
  return letters;
}

describe('[SAFE-2] ticks survive', () => {
  // The cut is long, so this runs in a separate browser, in parallel with the next test.
  it.concurrent(`[SAFE-2][EXAM-8][RESU-7] when the network is cut for ${cutSeconds} s: the student continues, every save arrives, and the history shows the loss`, {
    timeout: cutSeconds * 1000 + 180_000,
  }, async ({ expect }) => {
    const candidate = await hall.room.candidate({ questions: 6 });
    const page = await beginExam(cutOff, candidate);
    await allDelivered(page, 6, expect);
    const before = await answerOn(page, 1, 2);
    await saved(page).waitFor();
    await page.context().setOffline(true);
    const cutAt = Date.now();
    await page.keyboard.press('ArrowRight');
    const during = await answerOn(page, 3, 5);
    await page.getByText(/No connection for \d+ s\. Your answers are kept on this computer/).waitFor();
    expect(await words(page)).not.toMatch(/saved/i);
    await page
      .getByRole('button', { name: /^Question 3: answered, not sent yet/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    await page.getByRole('region', { name: 'On-screen keyboard' }).getByRole('button').first().waitFor();
    expect(await hall.room.stored(candidate.examId)).toEqual([...before, '', '', '', '']);
    await page.waitForTimeout(Math.max(0, cutSeconds * 1000 - (Date.now() - cutAt)));
    await page.context().setOffline(false);
    await saved(page).waitFor();
    await page.getByText(/No connection/).waitFor({ state: 'hidden' });
    await expectStored(hall.room, candidate, [...before, ...during, ''], expect);
    const groupId = new URL(page.url()).pathname.split('/').at(-1);
    const office = await openAs(cutOff, `/studentsExams?groupId=${groupId}`, { language: 'en' });
    await office.page
      .getByRole('listitem')
      .filter({ hasText: /^\D*[\d:]+Question 3: .*The connection was lost/ })
      .first()
      .waitFor();
  });

  it.concurrent('[SAFE-2] a killed browser, with every tick that had reached its disk', async ({
    expect,
  }) => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const profile = await newProfile();
    try {
      let context = await profile.open(inject('serverUrl'));
      let page = context.pages()[0] ?? (await context.newPage());
      page.setDefaultTimeout(stepTimeoutMs);
      await page.goto('/theme.js');
      await page.evaluate(() => localStorage.setItem('language', 'en'));
      // Chromium takes a while to flush this storage to the profile on disk.
      await context.close();
      context = await profile.open(inject('serverUrl'));
      page = context.pages()[0] ?? (await context.newPage());
      page.setDefaultTimeout(stepTimeoutMs);
      await page.goto('/login');
      await enter(page, candidate.email);
      await page.waitForURL(/dashboard/);
      await page.goto('/prepareExam');
      await page.getByRole('button', { name: 'Begin the exam' }).click();
      await atQuestion(page, 1);
      await allDelivered(page, 3, expect);
      await page.route(anyApiCall, abortRequest);
      const first = await answer(page);
      await page.keyboard.press('ArrowRight');
      await atQuestion(page, 2);
      const second = await answer(page);
      await expect
        .poll(() => recordsIn(page, 'saves'), { timeout: stepTimeoutMs })
        .toBeGreaterThanOrEqual((first + second).length);
      const address = page.url();
      await profile.kill();
      expect(await hall.room.stored(candidate.examId)).toEqual(['', '', '']);

      context = await profile.open(inject('serverUrl'));
      page = context.pages()[0] ?? (await context.newPage());
      page.setDefaultTimeout(stepTimeoutMs);
      // A killed browser loses the sign-in. Its owner signs in again and resumes at the same question.
      await page.goto(address);
      await enter(page, candidate.email);
      await page.waitForURL(address);
      await saved(page).waitFor();
      await expectStored(hall.room, candidate, [first, second, ''], expect);
      await context.close();
    } finally {
      await profile.kill();
      await profile.remove();
    }
  });

  it('[SAFE-2] a server restart with a page reload while the server is down', {
    timeout: 300_000,
  }, async () => {
    const server = await ownServer();
    const candidate = await hall.room.candidate({ questions: 5 });
    const context = await hall.browser.newContext({
      baseURL: server.url,
      viewport: { width: 1280, height: 800 },
    });
    await context.setStorageState({
      cookies: [],
      origins: [{ origin: server.url, localStorage: [{ name: 'language', value: 'en' }] }],
    });
    await rememberSignIn(context, await signedIn(candidate.email));
    const page = await context.newPage();
    page.setDefaultTimeout(stepTimeoutMs);
    try {
      await page.goto('/prepareExam');
      await page.getByRole('button', { name: 'Begin the exam' }).click();
      await atQuestion(page, 1);
      await allDelivered(page, 5);
      const first = await answer(page);
      await saved(page).waitFor();
      await server.kill();
      await page.keyboard.press('ArrowRight');
      const during = await answerOn(page, 2, 3);
      await page.getByText(/No connection/).waitFor();
      await server.start();
      await saved(page).waitFor();
      await expectStored(hall.room, candidate, [first, ...during, '', '']);

      await expect.poll(() => isPageCached(page), { timeout: stepTimeoutMs }).toBe(true);
      await server.kill();
      await page.keyboard.press('ArrowRight');
      const last = await answerOn(page, 4, 4);
      await onDisk(page, last.join(''));
      // The browser asks before leaving with unsent saves; this student leaves anyway.
      page.on('dialog', (question) => void question.accept());
      await page.reload();
      await page.getByRole('heading', { name: 'The exam could not be loaded' }).waitFor();
      await page.getByText('Answers you have already given are kept.').waitFor();
      await server.start();
      await saved(page).waitFor();
      // It opens at the last question, although the server did not receive that step.
      await atQuestion(page, 4);
      await expect.poll(() => ticked(page)).toBe(last[0]);
      await expectStored(hall.room, candidate, [first, ...during, ...last, '']);
    } finally {
      await server.stop();
    }
  });

  it('[AUTH-3][SAFE-2] an expired sign-in: the same student signs in on the exam page and every save arrives', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    await allDelivered(page, 2);
    const first = await answer(page);
    await saved(page).waitFor();
    await hall.room.expire(candidate.email);
    await page.keyboard.press('ArrowRight');
    await atQuestion(page, 2);
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.getByText('The e-mail address or the password is incorrect.').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await heading(page, 2).waitFor();
    const second = await answer(page);
    await saved(page).waitFor();
    await expectStored(hall.room, candidate, [first, second]);
  });

  it('[SAFE-2] another user of the computer, who neither sees nor sends the outbox', async () => {
    const [owner, other] = [
      await hall.room.candidate({ questions: 2 }),
      await hall.room.candidate({ questions: 2 }),
    ];
    const page = await beginExam(hall.browser, owner);
    const address = page.url();
    await page.route(saves, abortRequest);
    const first = await answer(page);
    await onDisk(page, first);
    await hall.room.expire(owner.email);
    await page.unroute(saves);
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor();
    await page.getByRole('button', { name: 'I am somebody else' }).click();
    await enter(page, other.email);
    await page.waitForURL(/dashboard/);
    await page.goto('/prepareExam');
    await page.getByRole('button', { name: 'Begin the exam' }).click();
    await atQuestion(page, 1);
    expect(await ticked(page)).toBe('');
    const others = await answer(page);
    await saved(page).waitFor();
    expect(await hall.room.stored(owner.examId)).toEqual(['', '']);
    await page.goto('/login?forceLogOut');
    await enter(page, owner.email);
    await page.waitForURL(/dashboard/);
    await page.goto(address);
    await saved(page).waitFor();
    await expectStored(hall.room, owner, [first, '']);
    await expectStored(hall.room, other, [others, '']);
  });
});

describe('[SAFE-3] two tabs', () => {
  it('[EXAM-9][SAFE-3] the second takes over with the unsent ticks of the first, which shows a notice and can take the exam back', async () => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const one = await beginExam(hall.browser, candidate);
    await one.route(saves, abortRequest);
    const first = await answer(one);
    await onDisk(one, first);
    const two = await one.context().newPage();
    two.setDefaultTimeout(stepTimeoutMs);
    await two.goto(one.url());
    await saved(two).waitFor();
    await expectStored(hall.room, candidate, [first, '', '']);
    await one.getByRole('heading', { name: 'The exam continues elsewhere' }).waitFor();
    expect(await answers(one).count()).toBe(0);
    await two.keyboard.press('ArrowRight');
    await atQuestion(two, 2);
    const second = await answer(two);
    await saved(two).waitFor();
    await one.unroute(saves);
    await one.getByRole('button', { name: 'Resume here' }).click();
    await atQuestion(one, 2);
    await expect.poll(() => ticked(one)).toBe(second);
    await two.getByRole('heading', { name: 'The exam continues elsewhere' }).waitFor();
    await expectStored(hall.room, candidate, [first, second, '']);
  });
});

describe('[SAFE-3] two computers', () => {
  it('[EXAM-9][SAFE-3] back at the first, later ticks from the second win and the other unsent ticks arrive', async () => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const here = await beginExam(hall.browser, candidate);
    await allDelivered(here, 3);
    await here.context().setOffline(true);
    const first = await answer(here);
    await here.keyboard.press('ArrowRight');
    await atQuestion(here, 2);
    const second = await answer(here);
    await onDisk(here, first + second);

    const secondPage = await openCandidatePage(hall.browser, candidate);
    await secondPage.goto(here.url());
    await atQuestion(secondPage, 1);
    await press(secondPage, 'D');
    await saved(secondPage).waitFor();
    await expectStored(hall.room, candidate, ['D', '', '']);

    await here.context().setOffline(false);
    await here.getByRole('heading', { name: 'The exam continues elsewhere' }).waitFor();
    await here.getByRole('button', { name: 'Resume here' }).click();
    await saved(here).waitFor();
    await expectStored(hall.room, candidate, ['D', second, '']);
  });
});

describe('[EXAM-8] a script chunk that fails to load', () => {
  it('[EXAM-8] keeps every question usable and falls back to the browser’s confirm dialog', async () => {
    const candidate = await hall.room.candidate({ questions: 3 });
    const page = await openCandidatePage(hall.browser, candidate);
    await page.route(/exam-lazy/, abortRequest);
    const questions: string[] = [];
    page.on('dialog', (question) => {
      questions.push(question.message());
      void question.accept();
    });
    await page.goto('/prepareExam');
    await page.getByRole('button', { name: 'Begin the exam' }).click();
    for (const index of [1, 2]) {
      await atQuestion(page, index);
      await page.keyboard.press('ArrowRight');
    }
    await atQuestion(page, 3);
    expect(questions.join()).toMatch(/No answer ticked/);
    const last = await answer(page);
    await saved(page).waitFor();
    await expectStored(hall.room, candidate, ['', '', last]);
  });
});

describe('[SAFE-5] the clock', () => {
  it('[SAFE-5] shows the server’s remaining time on a computer whose clock is ten years off and jumps', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await hall.browser
      .newContext({ baseURL: inject('serverUrl') })
      .then((context) => context.newPage());
    page.setDefaultTimeout(stepTimeoutMs);
    await page.addInitScript(() => {
      const Real = Date;
      const tenYears = 10 * 365 * 24 * 3_600_000;
      // Ten years behind, then ten years ahead after five seconds.
      const shift = () => (performance.now() > 5000 ? tenYears : -tenYears);
      class Wrong extends Real {
        constructor(...given: [] | [string | number]) {
          if (given.length === 0) super(Real.now() + shift());
          else super(given[0]);
        }
        static override now() {
          return Real.now() + shift();
        }
      }
      globalThis.Date = Wrong as DateConstructor;
    });
    await page.goto('/theme.js');
    await page.evaluate(
      (tab) => {
        localStorage.setItem('language', 'en');
        for (const [name, value] of Object.entries(tab)) sessionStorage.setItem(name, value);
      },
      await signedIn(candidate.email),
    );
    await page.goto('/prepareExam');
    await page.getByRole('button', { name: 'Begin the exam' }).click();
    await atQuestion(page, 1);
    const first = await answer(page);
    await saved(page).waitFor();
    const left = async () => {
      const [row] = await hall.room.sql<{ left: number }[]>`
        select extract(epoch from deadline - clock_timestamp())::float8 as left from exams where id = ${candidate.examId}`;
      return row?.left ?? 0;
    };
    for (const loadedFor of [0, 7000]) {
      await page.waitForFunction((milliseconds) => performance.now() > milliseconds, loadedFor);
      const before = await left();
      const shown = (await page.getByRole('timer').innerText()).trim().split(':').map(Number);
      const after = await left();
      const seconds = shown.reduce((sum, part) => sum * 60 + part, 0);
      // A slow machine draws the countdown late.
      expect(seconds).toBeGreaterThan(after - 20);
      expect(seconds).toBeLessThan(before + 20);
    }
    await expectStored(hall.room, candidate, [first, '']);
  });
});

describe('[SAFE-2] the Saved label', () => {
  it('[SAFE-2] does not appear while responses are held back', async () => {
    const candidate = await hall.room.candidate({ questions: 2 });
    const page = await beginExam(hall.browser, candidate);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(saves, async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response: response });
    });
    await press(page, 'b');
    expect(await words(page)).not.toMatch(/saved/i);
    // The save is committed, but the page has no acknowledgement yet.
    await expectStored(hall.room, candidate, ['B', '']);
    expect(await words(page)).not.toMatch(/saved/i);
    release();
    await saved(page).waitFor();
  });
});
