import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import type { LoginData } from '#contract/auth.ts';
import type { Services } from '#server/services.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { storedSignIn } from '#tools/stored-sign-in.ts';
import { onOwnCluster, tokenOf } from './bench-server.ts';
import { Figures } from './exam/figures.ts';
import { startServer } from './exam/server-process.ts';
import { loadBank, loadExams, loadStudents, questionsPerExam, settle } from './exam/sittings-data.ts';
import { launchChromium } from './launch-chromium.ts';
import { headingAt, lastChange, longRecording } from './long-recording.ts';

/** The large screens of staff in Chromium: a recording of three hours, and 300 papers of 100 questions made ready to print. */
const PAPERS = Number(process.env.PAPERS ?? 300);
const SEEKS = Number(process.env.SEEKS ?? 20);
const hours = 3;
const events = 100_000;
const batchMilliseconds = 5 * 60_000;

const email = 'admin@exam.test';
const password = 'a password for benchmarks';
const mebibytes = (bytes: number) => bytes / 2 ** 20;

/** The sign-in of an administrator as a tab stores it. */
async function signedIn(services: Services, base: string): Promise<Readonly<Record<string, string>>> {
  await tokenOf(services, { email, role: 'Admin' });
  const hash = await services.hashing.hash(password);
  await services.database.sql`update users set password_hash = ${hash} where email = ${email}`;
  const response = await fetch(`${base}/api/umfst/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return storedSignIn((await response.json()) as LoginData);
}

/** The memory of the page's objects after a collection, in MiB, and its nodes. */
async function memoryOf(session: CDPSession): Promise<{ heap: number; nodes: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0;
  return { heap: mebibytes(value('JSHeapUsedSize')), nodes: value('Nodes') };
}

/** Uploads the recording of the first sitting; returns its bytes as stored and unpacked. */
async function upload(services: Services, base: string): Promise<{ packed: number; unpacked: number }> {
  const json = Buffer.from(JSON.stringify(longRecording(Date.now(), { hours, events })));
  const content = gzipSync(json);
  const form = new FormData();
  form.append('file', new Blob([content]), '1.json');
  const token = await tokenOf(services, { email: 's1@exam.test', role: 'Studenti', studentId: 1 });
  const response = await fetch(`${base}/api/umfst/uploadExamRecording`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 201) throw new Error(await response.text());
  return { packed: content.length, unpacked: json.length };
}

/** Moves the player to a position and waits until it shows that moment; returns how long that took and the longest task in it. */
const seekScript = `async ([position, heading]) => {
  const tasks = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
  observer.observe({ type: 'longtask' });
  const input = document.querySelector('input[type="range"]');
  const began = performance.now();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, String(position));
  input.dispatchEvent(new Event('input', { bubbles: true }));
  const shown = () => document.querySelector('iframe')?.contentDocument?.querySelector('h1')?.textContent;
  while (shown() !== heading) {
    if (performance.now() - began > 30_000) throw new Error('at ' + input.value + ' it shows ' + shown() + ' instead of ' + heading);
    await new Promise(requestAnimationFrame);
  }
  const took = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 50));
  observer.disconnect();
  return { took, longest: Math.max(0, ...tasks) };
}`;

async function playRecording(page: Page, base: string, figures: Figures, unpacked: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  let loaded = 0;
  page.on('response', async (response) => {
    if (/recordings\/.*piece=/.test(response.url())) loaded += (await response.body()).length;
  });
  await page.goto(`${base}/studentsExams`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const began = performance.now();
  await page.goto(`${base}/recording/1.json`);
  await page
    .frameLocator('iframe')
    .getByRole('heading', { name: headingAt(0), exact: true })
    .waitFor();
  figures.add('recording of 3 hours: opened', 'ms', performance.now() - began, { atMost: 2000 });
  figures.add('recording: loaded when opened, of all', '%', (100 * loaded) / unpacked);
  figures.add('recording: memory when opened', 'MiB', (await memoryOf(session)).heap);
  for (let seek = 0; seek < SEEKS; seek += 1) {
    // Far from the one before; the time bar moves by whole seconds.
    const second = 1 + Math.floor((((seek * 37) % SEEKS) + 0.5) * ((hours * 3600) / SEEKS));
    const { took, longest } = await page.evaluate<{ took: number; longest: number }>(
      `(${seekScript})(${JSON.stringify([1000 * second, headingAt(lastChange(1000 * second, { hours, events }))])})`,
    );
    figures.add('recording: position shown after a seek', 'ms', took, { atMost: 500 });
    figures.add('recording: longest task during a seek', 'ms', longest);
  }
  figures.add('recording: memory after the seeks', 'MiB', (await memoryOf(session)).heap);
}

async function preparePapers(page: Page, base: string, figures: Figures, day: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(`${base}/adminExamPrint?examRoomId=1&examRoomSlotId=1&from=${day}&to=${day}`);
  await page.getByRole('button', { name: `Select all ${PAPERS}` }).click();
  await page.getByRole('button', { name: `Prepare ${PAPERS} papers` }).click();
  let [pages, milliseconds] = [0, 0];
  for (let batch = 1; ; batch += 1) {
    const began = performance.now();
    const status = page.getByText(new RegExp(`^Batch ${batch} of \\d+: \\d+ papers, \\d+ pages$`));
    await status.waitFor({ timeout: batchMilliseconds });
    const took = performance.now() - began;
    const [, batches = 0, papers = 0, laid = 0] = (
      /of (\d+): (\d+) papers, (\d+) pages/.exec((await status.textContent()) ?? '') ?? []
    ).map(Number);
    pages += laid;
    milliseconds += took;
    const { heap, nodes } = await memoryOf(session);
    figures.add('print: a paper of a batch made ready', 'ms', took / papers);
    figures.add('print: memory with a batch', 'MiB', heap);
    figures.add('print: nodes with a batch', 'thousand', nodes / 1000);
    console.log(`batch ${batch} of ${batches}: ${papers} papers, ${laid} pages`);
    if (batch >= batches) break;
    await page.getByRole('button', { name: 'Next batch' }).click();
  }
  figures.add(`print: ${PAPERS} papers made ready`, 's', milliseconds / 1000);
  console.log(`${PAPERS} papers of ${questionsPerExam} questions: ${pages} pages.`);
}

process.exitCode = await onOwnCluster('staff-web', async (services, _start, databaseUrl) => {
  const { database } = services;
  await loadBank(database);
  await loadStudents(database, 1, PAPERS);
  await loadExams(database, 1, PAPERS, 'running');
  await settle(database);
  await buildIfNeeded();
  const server = await startServer(databaseUrl);
  const browser = await launchChromium();
  try {
    const base = `http://127.0.0.1:${server.port}`;
    const entries = await signedIn(services, base);
    const { packed, unpacked } = await upload(services, base);
    console.log(
      `${events} events of ${hours} hours: ${mebibytes(unpacked).toFixed(1)} MiB, ${mebibytes(packed).toFixed(2)} MiB stored.`,
    );
    const [slot] = await database.sql<
      { day: string }[]
    >`select min(exam_date)::text as day from appointments`;
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(
      `localStorage.setItem('language', 'en'); localStorage.setItem('toursOffered', 'admin'); for (const [name, value] of Object.entries(${JSON.stringify(entries)})) sessionStorage.setItem(name, value);`,
    );
    const figures = new Figures();
    const player = await context.newPage();
    await playRecording(player, base, figures, unpacked);
    await player.close();
    await preparePapers(await context.newPage(), base, figures, slot?.day ?? '');
    return figures.print();
  } finally {
    await browser.close();
    await server.stop();
  }
});
