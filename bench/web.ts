import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { LoginData } from '#contract/auth.ts';
import type { PreparedExam } from '#contract/exam-taking.ts';
import { demoPassword } from '#seed/accounts.ts';
import { loadDemo } from '#seed/demo.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { storedSignIn } from '#tools/stored-sign-in.ts';
import { Figures } from './exam/figures.ts';
import { type ServerProcess, startServer } from './exam/server-process.ts';
import { launchChromium } from './launch-chromium.ts';

/** The exam screen on a slow computer and network: time to the first question and input latency. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const TICKS = 20;

/** Slow 3G of Chromium's developer tools. */
const slow3g = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 2000 };
/** The shared network of an exam room. */
const fastNetwork = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency: 0 };

async function post(base: string, path: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(`${base}/api/umfst/${path}`, {
    method: 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const login = async (base: string, email: string) =>
  (await post(base, 'login', { email, password: demoPassword })) as LoginData;

const entriesOf = (signIn: LoginData): Record<string, string> => ({
  ...storedSignIn(signIn),
  language: 'en',
});

/** Signs the demo student in and begins the exam. Returns the stored sign-in and the sitting. */
async function begin(base: string): Promise<{ entries: Record<string, string>; groupId: number }> {
  const signIn = await login(base, 'student@exam.test');
  const exam = (await post(base, 'prepareExam/', undefined, signIn.accessToken)) as PreparedExam;
  return { groupId: exam.groupId, entries: entriesOf(signIn) };
}

/** A browser context that is signed in; `more` runs in each of its pages. */
async function signedInContext(browser: Browser, entries: Record<string, string>, more = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(
    `for (const [name, value] of Object.entries(${JSON.stringify(entries)})) (name === 'language' ? localStorage : sessionStorage).setItem(name, value);${more}`,
  );
  return context;
}

async function slowed(page: Page, network: typeof slow3g): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Milliseconds from navigation with an empty cache until the page shows `what`. */
async function firstShown(page: Page, address: string, what: string): Promise<number> {
  const began = performance.now();
  await page.goto(address, { waitUntil: 'commit', timeout: 180_000 });
  await page.locator(what).first().waitFor({ state: 'attached', timeout: 180_000 });
  return performance.now() - began;
}

const firstQuestion = (page: Page, address: string) => firstShown(page, address, 'fieldset input:enabled');

/** The pages on which people begin, with what they wait for. */
const firstPages = [
  { page: 'sign-in page', path: '/login', shows: 'input[name="email"]' },
  { page: 'dashboard of a student', path: '/dashboard', shows: 'h1', as: 'student@exam.test' },
  { page: 'list of students', path: '/students', shows: 'tbody td', as: 'secretary@exam.test' },
];

async function measureFirstPages(browser: Browser, server: ServerProcess, figures: Figures): Promise<void> {
  const base = `http://127.0.0.1:${server.port}`;
  for (const { page: name, path, shows, as } of firstPages) {
    const entries: Record<string, string> = as ? entriesOf(await login(base, as)) : { language: 'en' };
    const context = await signedInContext(browser, entries);
    const page = await context.newPage();
    await slowed(page, slow3g);
    figures.add(`${name}, slow 3G, 4× slower CPU`, 'ms', await firstShown(page, `${base}${path}`, shows));
    await context.close();
  }
}

/** Records when the browser last completed a durable write. */
const keptScript = `
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    this.transaction.addEventListener('complete', () => { window.keptAt = performance.now(); });
    return put.apply(this, given);
  };`;

/** From the key press to the frame after the tick is shown, and to its durable write. */
const tickScript = `async () => {
  const inputs = [...document.querySelectorAll('fieldset input')];
  const index = Math.max(0, inputs.findIndex((one) => !one.checked));
  const input = inputs[index];
  const letter = String.fromCharCode(97 + index);
  const was = input.checked;
  const began = performance.now();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: letter, code: 'Key' + letter.toUpperCase(), bubbles: true }));
  const painted = await new Promise((resolve) => {
    const look = () => (input.checked !== was ? requestAnimationFrame(() => resolve(performance.now() - began)) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  while (!(window.keptAt > began)) await new Promise((resolve) => setTimeout(resolve, 1));
  return { painted, kept: window.keptAt - began };
}`;

const nextScript = `async () => {
  const began = performance.now();
  const title = () => document.querySelector('main h1, main h2')?.textContent;
  const was = title();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', code: 'ArrowRight', bubbles: true }));
  return new Promise((resolve) => {
    const look = () => (title() !== was ? requestAnimationFrame(() => resolve(performance.now() - began)) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
}`;

async function measure(browser: Browser, server: ServerProcess, figures: Figures): Promise<void> {
  const base = `http://127.0.0.1:${server.port}`;
  const { entries, groupId } = await begin(base);
  const context = await signedInContext(browser, entries, keptScript);
  const page = await context.newPage();
  await slowed(page, slow3g);
  figures.add(
    'first question answerable, slow 3G, 4× slower CPU',
    'ms',
    await firstQuestion(page, `${base}/exam/${groupId}`),
  );
  await page.close();

  const quick = await context.newPage();
  await slowed(quick, fastNetwork);
  figures.add(
    'first question answerable, local network, 4× slower CPU',
    'ms',
    await firstQuestion(quick, `${base}/exam/${groupId}`),
  );
  await quick.waitForTimeout(3000);
  for (let tick = 0; tick < TICKS; tick += 1) {
    const { painted, kept } = await quick.evaluate<{ painted: number; kept: number }>(`(${tickScript})()`);
    figures.add('frame after the tick’s, from the key, 4× slower CPU', 'ms', painted);
    figures.add('tick stored by the browser, from the key, 4× slower CPU', 'ms', kept, { atMost: 250 });
  }
  for (let move = 0; move < 5; move += 1) {
    figures.add(
      'next question painted after the key, 4× slower CPU',
      'ms',
      await quick.evaluate(`(${nextScript})()`),
    );
    await quick.evaluate(`(${tickScript})()`);
  }
  await context.close();
}

process.exitCode = await (async () => {
  await buildIfNeeded();
  const dataDir = await mkdtemp(join(tmpdir(), 'exam-bench-web-'));
  const cluster = await startEmbeddedPostgres({ dataDir });
  const browser = await launchChromium();
  let server: ServerProcess | undefined;
  try {
    await migrate(cluster.url);
    const database = openDatabase(cluster.url, { max: 2 });
    await loadDemo(database, new Date());
    await database.close();
    server = await startServer(cluster.url);
    console.log(`Machine: ${cpus().length} × ${cpus()[0]?.model}; Chromium ${browser.version()}.`);
    const figures = new Figures();
    for (let round = 0; round < ROUNDS; round += 1) {
      await measureFirstPages(browser, server, figures);
      await measure(browser, server, figures);
    }
    return figures.print() ? 0 : 1;
  } finally {
    await browser.close();
    await server?.stop();
    await cluster.stop();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
})();
