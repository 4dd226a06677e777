import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { addExtremeContent, drawing } from './awkward-question.ts';
import { abortRequest, useExamHall } from './exam-hall.ts';
import type { Candidate } from './exam-room.ts';
import {
  answer,
  atQuestion,
  beginOn,
  expectStored,
  handIn,
  press,
  saved,
  summary,
  uploadTimeoutMs,
} from './exam-steps.ts';
import { ownServer } from './own-server.ts';
import { installBuild } from './two-builds.ts';
import { newVisitor, password, quiet, signedIn } from './visitor.ts';

const hall = useExamHall();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A product whose server can be restarted as a later build. */
async function installed() {
  const build = await installBuild();
  stops.push(build.remove);
  const server = await ownServer({}, build.root);
  stops.push(server.stop);
  return { build, server };
}

const versionOf = (page: Page) => page.locator('meta[name="version"]').getAttribute('content');
const notice = (page: Page) => page.getByText('A new version of the platform was installed.');
const recordings = async ({ examId }: Candidate) =>
  (
    await hall.room
      .sql`select from recordings r join exams e on e.group_id = r.exam_group_id where e.id = ${examId}`
  ).count;

/** The version of the page that a reload shows while the server is away. */
const cachedVersion = (page: Page) =>
  page.evaluate(async () => {
    const cached = await caches.match('/exam/');
    return /<meta name="version" content="([^"]*)"/.exec((await cached?.text()) ?? '')?.[1];
  });

/** Whether a script whose path contains a text has arrived. */
const hasLoaded = (page: Page, path: string) =>
  page.evaluate(
    (wanted) =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => name.endsWith('.js') && name.includes(wanted)),
    path,
  );

/** Notes loads of the page, and scripts and styles that the server no longer has. */
function watch(page: Page) {
  const seen = { loads: 0, missing: [] as string[] };
  page.on('load', () => {
    seen.loads += 1;
  });
  page.on('response', (response) => {
    if (response.status() === 404 && /\/assets\/.*\.(?:js|css)$/.test(response.url()))
      seen.missing.push(response.url());
  });
  return seen;
}

/** A candidate begins on one build and hands in on the next; the page must not notice. */
async function sitThroughUpgrade(earlierFiles: 'stay' | 'are gone') {
  const { build, server } = await installed();
  const candidate = await hall.room.candidate({ questions: 5 });
  const page = await newVisitor(
    hall.browser,
    { width: 1280, height: 800, serverUrl: server.url },
    await signedIn(candidate.email, server.url),
  );
  // The later questions are delivered by the upgraded server.
  const later = /examQuestion\?questionIndex=[345]/;
  await page.route(later, abortRequest);
  await beginOn(page);
  await addExtremeContent(hall.room.sql, candidate, Buffer.from(await drawing(page, 400, 300)), 4);
  // Without what the screens before the exam have loaded.
  await page.reload();
  await atQuestion(page, 1);
  const earlier = await versionOf(page);
  const first = await answer(page);
  await saved(page).waitFor();
  await page.getByText('Screen recorded').waitFor();
  await expect.poll(() => cachedVersion(page)).toBe(earlier);
  await expect.poll(() => hasLoaded(page, '/on-screen-keyboard-')).toBe(true);
  // Some seconds after the page; it is not needed for the exam.
  await expect.poll(() => hasLoaded(page, '/clear-leftovers-')).toBe(true);
  expect(await quiet(page)).toBe(true);
  const seen = watch(page);

  await server.stop();
  await build.upgrade(earlierFiles);
  await server.start();
  await page.unroute(later);
  await saved(page).waitFor();
  await page.keyboard.press('ArrowRight');
  await atQuestion(page, 2);
  await page.getByRole('button', { name: 'On-screen keyboard' }).click();
  await page
    .getByRole('region', { name: 'On-screen keyboard' })
    .getByRole('button', { name: 'b', exact: true })
    .click();
  await saved(page).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Stop recording' }).waitFor();
  await atQuestion(page, 3);
  const third = await answer(page);
  await hall.room.expire(candidate.email);
  await page.keyboard.press('ArrowRight');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await atQuestion(page, 4);
  const image = page.getByRole('img', { name: 'Image of the question' });
  await expect
    .poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await press(page, 'j');
  await saved(page).waitFor();
  await page
    .locator('header')
    .getByRole('button', { name: /^Hand in/ })
    .click();
  await summary(page).waitFor();
  await page
    .getByRole('button', { name: /^Question 5/ })
    .first()
    .click();
  await atQuestion(page, 5);
  const fifth = await answer(page);
  await saved(page).waitFor();
  await expectStored(hall.room, candidate, [first, 'B', third, 'J', fifth]);
  expect(await notice(page).count()).toBe(0);
  expect(await versionOf(page)).toBe(earlier);
  expect(await cachedVersion(page)).toBe(earlier);
  expect(seen).toEqual({ loads: 0, missing: [] });
  await handIn(page);
  await page.waitForURL(/\/examResult/);
  expect(await hall.room.finishCause(candidate.examId)).toBe('student');
  return { page, seen, earlier, candidate };
}

describe('[OPS-5] a page of the earlier version', { timeout: 300_000 }, () => {
  it('[OPS-5] completes its exam on the upgraded server, and offers to reload only after it', async () => {
    const { page, seen, earlier, candidate } = await sitThroughUpgrade('stay');
    await notice(page).waitFor();
    await expect.poll(() => recordings(candidate), { timeout: uploadTimeoutMs }).toBeGreaterThan(0);
    expect(seen).toEqual({ loads: 0, missing: [] });
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect.poll(() => versionOf(page)).not.toBe(earlier);
  });

  it('[OPS-5] completes its exam also when its files are gone, and reloads after it with the recording uploaded', async () => {
    const { page, seen, earlier, candidate } = await sitThroughUpgrade('are gone');
    await expect.poll(() => versionOf(page), { timeout: uploadTimeoutMs }).not.toBe(earlier);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => seen.loads).toBe(1);
    expect(await recordings(candidate)).toBeGreaterThan(0);
  });
});
