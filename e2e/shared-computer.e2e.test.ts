import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { onDisk, useExamHall } from './exam-hall.ts';
import type { Candidate } from './exam-room.ts';
import {
  allDelivered,
  answer,
  answers,
  atQuestion,
  beginExam,
  expectStored,
  press,
  saved,
  stepTimeoutMs,
  ticked,
  uploadTimeoutMs,
} from './exam-steps.ts';
import { newProfile } from './killed-browser.ts';
import {
  candidateNamed,
  firstPage,
  handInWhole,
  openInEnglish,
  recordedOf,
  signInAndBegin,
  signInHeading,
  textsOf,
} from './shared-computer.ts';
import { everythingStored, recordsIn, wordsIn } from './stored-bytes.ts';
import { enter, inTab } from './visitor.ts';

const hall = useExamHall();

/** Waits until a part of the recording is on disk. The page stores it every ten seconds, once it has nothing else to do. */
const untilRecorded = (page: Page): Promise<void> =>
  expect.poll(() => recordsIn(page, 'recordings'), { timeout: 2 * stepTimeoutMs }).toBeGreaterThan(0);

describe('[SAFE-19] a browser killed during an exam', () => {
  it('[SAFE-19][SAFE-2][REC-1] shows the next user nothing of the previous one, who later resumes with everything', {
    timeout: 300_000,
  }, async () => {
    const [ana, dan] = [
      await candidateNamed(hall.room, 'Anastasia Unicescu', 3),
      await candidateNamed(hall.room, 'Dan Altul', 2),
    ];
    const url = inject('serverUrl');
    const profile = await newProfile();
    try {
      let page = await openInEnglish(profile, url);
      await signInAndBegin(page, ana);
      await allDelivered(page, 3);
      const address = page.url();
      await page.getByText('Screen recorded').waitFor();
      await untilRecorded(page);
      const texts = await textsOf(hall.room, ana);
      expect(texts.length).toBeGreaterThan(2);
      await page.keyboard.press('.');
      await page.context().setOffline(true);
      const first = await answer(page);
      const answerId = await answers(page).first().getAttribute('value');
      await page.keyboard.press('ArrowRight');
      await atQuestion(page, 2);
      const second = await answer(page);
      await onDisk(page, first + second);
      // The mark for review and the question on the screen.
      await expect.poll(() => recordsIn(page, 'notes'), { timeout: stepTimeoutMs }).toBeGreaterThan(0);
      const [token, profileText] = [await inTab(page, 'authorization'), await inTab(page, 'profile')];
      const { storageKey } = JSON.parse(profileText ?? '{}');
      const secrets = [
        ...texts,
        'Anastasia',
        'Unicescu',
        ana.email,
        token ?? 'no token',
        (token ?? '').split('.')[1] ?? 'no claims',
        storageKey,
        'currentAnswer',
        'questionId',
        ...(answerId && /^\d{4,}$/.test(answerId) ? [answerId] : []),
      ];
      // The open page contains the fragments, so the search works.
      const open = await everythingStored(page);
      expect(secrets.filter((secret) => open.includes(secret))).toEqual(
        expect.arrayContaining([token, storageKey, 'Anastasia']),
      );
      await profile.kill();
      expect(wordsIn(await profile.bytesOnDisk(), secrets)).toEqual([]);

      // The next user.
      page = await firstPage(await profile.open(url));
      await page.goto(address);
      await signInHeading(page);
      const left = await everythingStored(page);
      expect(left).toMatch(/exam-platform saves [1-9]/);
      expect(left).toMatch(/exam-platform recordings [1-9]/);
      expect(secrets.filter((secret) => left.includes(secret))).toEqual([]);
      await enter(page, dan.email);
      await page.waitForURL(/dashboard/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(/Anastasia|Unicescu/);
      await page.goto('/prepareExam');
      await page.getByRole('button', { name: 'Begin the exam' }).click();
      await atQuestion(page, 1);
      expect(await ticked(page)).toBe('');
      const dans = await answer(page);
      await saved(page).waitFor();
      await page.getByText('Screen recorded').waitFor();
      const meanwhile = await everythingStored(page);
      expect(secrets.filter((secret) => meanwhile.includes(secret))).toEqual([]);
      await page.keyboard.press('ArrowRight');
      await atQuestion(page, 2);
      await handInWhole(page);
      await expect
        .poll(async () => (await recordedOf(hall.room, dan)).length, { timeout: uploadTimeoutMs })
        .toBeGreaterThan(0);
      expect(await hall.room.stored(ana.examId)).toEqual(['', '', '']);
      expect(await recordedOf(hall.room, ana)).toEqual([]);
      await profile.kill();

      // The owner returns.
      page = await firstPage(await profile.open(url));
      await page.goto('/login');
      await enter(page, ana.email);
      await page.waitForURL(/dashboard/);
      await page.goto(address);
      await saved(page).waitFor();
      await expectStored(hall.room, ana, [first, second, '']);
      await expectStored(hall.room, dan, [dans, '']);
      await page
        .getByRole('button', { name: /^Question 1: .*to review/ })
        .first()
        .waitFor();
      await page
        .getByRole('button', { name: /^Question 3:/ })
        .first()
        .click();
      await atQuestion(page, 3);
      await handInWhole(page);
      await expect
        .poll(async () => (await recordedOf(hall.room, ana)).length, { timeout: uploadTimeoutMs })
        .toBeGreaterThan(1);
      const [beforeTheKill] = await recordedOf(hall.room, ana);
      expect(texts.filter((text) => beforeTheKill?.text.includes(text)).length).toBeGreaterThan(0);
      for (const { text } of await recordedOf(hall.room, dan)) expect(text).not.toContain(ana.email);
    } finally {
      await profile.kill();
      await profile.remove();
    }
  });
});

describe('[SAFE-19] a page without a secure context', () => {
  it('[SAFE-19] keeps only the ids of unsent ticks and sends them when their owner returns', {
    timeout: 300_000,
  }, async () => {
    const [ana, dan] = [
      await candidateNamed(hall.room, 'Anastasia Unicescu', 2),
      await candidateNamed(hall.room, 'Dan Altul', 2),
    ];
    const url = inject('serverUrl').replace('127.0.0.1', 'exam-room.test');
    const profile = await newProfile('exam-room.test');
    try {
      let page = await openInEnglish(profile, url);
      await signInAndBegin(page, ana);
      expect(await page.evaluate(() => [isSecureContext, typeof crypto.subtle])).toEqual([
        false,
        'undefined',
      ]);
      const address = page.url();
      await page.getByText('Screen recorded').waitFor();
      const texts = await textsOf(hall.room, ana);
      await page.keyboard.press('.');
      await page.context().setOffline(true);
      const first = await answer(page);
      await onDisk(page, first);
      expect(await recordsIn(page, 'recordings')).toBe(0);
      expect(await recordsIn(page, 'notes')).toBe(0);
      await profile.kill();
      const secrets = [...texts, 'Anastasia', ana.email];
      expect(wordsIn(await profile.bytesOnDisk(), secrets)).toEqual([]);

      page = await firstPage(await profile.open(url));
      await page.goto('/login');
      const left = await everythingStored(page);
      expect(left).toMatch(/exam-platform saves [1-9]/);
      expect(secrets.filter((secret) => left.includes(secret))).toEqual([]);
      await enter(page, dan.email);
      await page.waitForURL(/dashboard/);
      await page.goto('/prepareExam');
      await page.getByRole('button', { name: 'Begin the exam' }).click();
      await atQuestion(page, 1);
      expect(await ticked(page)).toBe('');
      expect(await hall.room.stored(ana.examId)).toEqual(['', '']);
      await page.goto('/login?forceLogOut');
      await enter(page, ana.email);
      await page.waitForURL(/dashboard/);
      await page.goto(address);
      await saved(page).waitFor();
      await expectStored(hall.room, ana, [first, '']);
      expect(await hall.room.stored(dan.examId)).toEqual(['', '']);
    } finally {
      await profile.kill();
      await profile.remove();
    }
  });
});

describe('[SAFE-19] the sign-in on a shared computer', () => {
  const inMode = (context: BrowserContext, examApplicationMode: boolean) =>
    context.route('**/applicationUiSettings', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...(await response.json()), examApplicationMode } });
    });

  it('[SAFE-19] belongs to the tab in exam-application mode: survives a reload, is not shared, ends when the tab closes', async () => {
    const ana = await hall.room.candidate({ questions: 1 });
    const context = await hall.browser.newContext({ baseURL: inject('serverUrl'), locale: 'en' });
    await inMode(context, true);
    const page = await firstPage(context);
    await page.goto('/theme.js');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.goto('/login');
    await enter(page, ana.email);
    await page.waitForURL(/dashboard/);
    await page.reload();
    await page.getByRole('heading', { name: /Hello/ }).waitFor();
    const second = await context.newPage();
    await second.goto('/dashboard');
    await signInHeading(second);
    expect(await inTab(page, 'authenticated')).toBe('true');
    expect(await inTab(second, 'authenticated')).not.toBe('true');
    // Switching the mode off and on does not lock the user out.
    await context.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await page.getByRole('heading', { name: /Hello/ }).waitFor();
    await inMode(context, true);
    await page.reload();
    await page.getByRole('heading', { name: /Hello/ }).waitFor();
    await page.close();
    await second.reload();
    await signInHeading(second);
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  it('[SAFE-19][AUTH-5] is shared between tabs in normal mode and ends when the last one closes', async () => {
    const ana = await hall.room.candidate({ questions: 1 });
    const context = await hall.browser.newContext({ baseURL: inject('serverUrl') });
    const page = await firstPage(context);
    await page.goto('/theme.js');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.goto('/login');
    await enter(page, ana.email);
    await page.waitForURL(/dashboard/);
    const second = await context.newPage();
    await second.goto('/dashboard');
    await second.getByRole('heading', { name: /Hello/ }).waitFor();
    await page.close();
    await second.reload();
    await second.getByRole('heading', { name: /Hello/ }).waitFor();
    await second.close();
    const later = await context.newPage();
    await later.goto('/dashboard');
    await signInHeading(later);
    const stored = await everythingStored(later);
    for (const secret of [ana.email, 'Ioana']) expect(stored).not.toContain(secret);
  });

  it('[SAFE-19][AUTH-12] switches in every tab when another user signs in, without data of the previous user', async () => {
    const [ana, dan] = [
      await candidateNamed(hall.room, 'Anastasia Unicescu', 1),
      await candidateNamed(hall.room, 'Dan Altul', 1),
    ];
    const context = await hall.browser.newContext({ baseURL: inject('serverUrl') });
    const page = await firstPage(context);
    await page.goto('/theme.js');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.goto('/login');
    await enter(page, ana.email);
    await page.waitForURL(/dashboard/);
    const second = await context.newPage();
    await second.goto('/examsPreview');
    await second.getByText('Anastasia').first().waitFor();
    await page.goto('/login?forceLogOut');
    await signInHeading(second);
    await enter(page, dan.email);
    await page.waitForURL(/dashboard/);
    await second.waitForURL(/dashboard/);
    await second.getByText('Dan').first().waitFor();
    expect(await second.locator('body').innerText()).not.toContain('Anastasia');
  });
});

describe('[AUTH-12] a path after a lost sign-in', () => {
  /** Drops the sign-in of a page, so its next request is refused. */
  async function loseSession(page: Page, { email }: Candidate): Promise<void> {
    await hall.room.expire(email);
    await page.reload();
    await signInHeading(page);
    await expect.poll(() => new URL(page.url()).searchParams.get('returnTo')).toBe('/examsPreview');
  }

  it('[AUTH-12] opens again for the same user; another user starts at their dashboard', async () => {
    const [ana, dan] = [
      await hall.room.candidate({ questions: 1 }),
      await hall.room.candidate({ questions: 1 }),
    ];
    const context = await hall.browser.newContext({ baseURL: inject('serverUrl') });
    const page = await firstPage(context);
    await page.goto('/theme.js');
    await page.evaluate(() => localStorage.setItem('language', 'en'));
    await page.goto('/examsPreview');
    await enter(page, ana.email);
    await page.waitForURL('**/examsPreview');
    await loseSession(page, ana);
    await enter(page, ana.email);
    await page.waitForURL('**/examsPreview');
    await loseSession(page, ana);
    await enter(page, dan.email);
    await page.waitForURL(/dashboard/);
  });

  it('[AUTH-12] has no option to stay signed in on Login or in the settings', async () => {
    const context = await hall.browser.newContext({ baseURL: inject('serverUrl') });
    const page = await firstPage(context);
    await page.goto('/login');
    await page.locator('input[name="password"]').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    const settings = await page.request.get('/api/umfst/applicationUiSettings');
    expect(Object.keys(await settings.json()).filter((name) => /stay|remember|keep/i.test(name))).toEqual([]);
  });
});

describe('[SAFE-19] data of users who do not return', () => {
  it('[SAFE-19] is deleted after a week by the server’s clock, whatever this computer’s clock says', async () => {
    const [ana, dan] = [
      await hall.room.candidate({ questions: 1 }),
      await hall.room.candidate({ questions: 1 }),
    ];
    const page = await beginExam(hall.browser, ana);
    await page.getByText('Screen recorded').waitFor();
    await untilRecorded(page);
    await page.context().setOffline(true);
    await press(page, 'b');
    await onDisk(page, 'b');
    const context = page.context();
    await page.close();
    await context.setOffline(false);

    const later = await context.newPage();
    later.setDefaultTimeout(stepTimeoutMs);
    // This computer's clock is years ahead; the server's is not.
    await later.clock.setSystemTime(Date.now() + 3 * 365 * 86_400_000);
    await later.goto('/login');
    await enter(later, dan.email);
    await later.waitForURL(/dashboard/);
    await expect.poll(() => recordsIn(later, 'owners'), { timeout: stepTimeoutMs }).toBe(2);
    expect(await recordsIn(later, 'saves')).toBeGreaterThan(0);

    const date = new Date(Date.now() + 8 * 86_400_000).toUTCString();
    await later.route('**/applicationUiSettings', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await later.reload();
    await expect.poll(() => recordsIn(later, 'saves'), { timeout: stepTimeoutMs }).toBe(0);
    await expect.poll(() => recordsIn(later, 'recordings'), { timeout: stepTimeoutMs }).toBe(0);
    await later.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
