import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readProcessSettings } from '#server/process-settings.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { handleErrors } from './error-responses.ts';
import { sendPageVersion } from './page-version.ts';
import { serveWeb } from './web-files.ts';

let webFolder: string;
const running: FastifyInstance[] = [];
const put = (name: string, content: string) => writeFile(join(webFolder, name), content);
const asset = (name: string) => `assets/${name}`;

/** Writes a build like vite does, without removing earlier files. */
async function build(script: string, seconds: number): Promise<void> {
  await put(
    'index.html',
    `<meta name="institution" content="x" /><meta name="version" content="" />${script}`,
  );
  await utimes(join(webFolder, 'index.html'), seconds, seconds);
  await put(asset(script), `"${script}"`);
}

async function start(): Promise<FastifyInstance> {
  const app = fastify();
  const parts = {
    process: readProcessSettings({ DATABASE_URL: 'postgres://exam@db/exam', INSTITUTION: 'umfst' }),
    webFolder,
  };
  handleErrors(app);
  await sendPageVersion(app, parts);
  app.get('/api/call', () => 'data');
  app.post('/api/call', () => 'saved');
  await serveWeb(app, parts);
  running.push(app);
  return app;
}

beforeEach(async () => {
  webFolder = await temporaryFolder('web-files-');
  await mkdir(join(webFolder, 'assets'));
});
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
  await rm(webFolder, { recursive: true });
});

it('a process that began before a build and one after it serve the files of both builds', async () => {
  await build('exam-old.js', 1000);
  const old = await start();
  await build('exam-new.js', 2000);
  const next = await start();
  for (const app of [old, next])
    for (const name of ['exam-old.js', 'exam-new.js']) {
      const response = await app.inject(`/${asset(name)}`);
      expect([response.statusCode, response.body, response.headers['cache-control']]).toEqual([
        200,
        `"${name}"`,
        'public, max-age=31536000, immutable',
      ]);
    }
  expect((await old.inject('/dashboard')).body).toContain('exam-old.js');
  expect((await next.inject('/dashboard')).body).toContain('exam-new.js');
  expect((await next.inject('/assets/missing.js')).statusCode).toBe(404);
});

it('sends compressed copies under the name of their file, and no sources', async () => {
  await build('exam.js', 1000);
  await put(asset('exam.js.br'), 'compressed');
  await put(asset('exam.js.map'), 'source');
  const app = await start();
  const compressed = await app.inject({ url: '/assets/exam.js', headers: { 'accept-encoding': 'br' } });
  expect([compressed.body, compressed.headers['content-encoding']]).toEqual(['compressed', 'br']);
  for (const hidden of ['exam.js.map', 'exam.js.br', 'exam.js%2emap'])
    expect((await app.inject(`/assets/${hidden}`)).statusCode, hidden).toBe(404);
  expect((await app.inject('/assets/..%2findex.html')).statusCode).toBeGreaterThanOrEqual(400);
});

it('tells every reader the version of the pages, and writes it into the page', async () => {
  await build('exam-old.js', 1000);
  const old = await start();
  const page = await old.inject('/login');
  const version = String(page.headers['x-page-version']);
  expect(version).toMatch(/^1000\.[0-9a-f]{8}$/);
  expect(page.body).toContain(
    `<meta name="institution" content="umfst" /><meta name="version" content="${version}" />`,
  );
  expect((await old.inject('/api/call')).headers['x-page-version']).toBe(version);
  const saved = await old.inject({ method: 'POST', url: '/api/call' });
  expect(saved.headers).not.toHaveProperty('x-page-version');
  await build('exam-new.js', 2000);
  expect((await old.inject('/api/call')).headers['x-page-version']).toBe(version);
  expect((await (await start()).inject('/api/call')).headers['x-page-version']).not.toBe(version);
});
