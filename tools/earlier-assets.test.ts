import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteOldAssets, noteReplaced } from './earlier-assets.mjs';

const day = 86_400_000;
const begin = Date.UTC(2026, 0, 1);
const at = (days: number) => new Date(begin + days * day);
let web: string;

beforeEach(async () => {
  web = await mkdtemp(join(tmpdir(), 'exam-assets-'));
  await mkdir(join(web, 'assets'));
  await mkdir(join(web, '.vite'));
});
afterEach(() => rm(web, { recursive: true, force: true }));

/** Builds like tools/build.mjs, with files of the given day. */
async function build(days: number, script: string): Promise<string[]> {
  await noteReplaced(web, at(days));
  for (const name of [`${script}.js`, `${script}.js.br`, `${script}.css`, `${script}.woff2`]) {
    await writeFile(join(web, 'assets', name), '');
    await utimes(join(web, 'assets', name), at(days), at(days));
  }
  const chunk = {
    file: `assets/${script}.js`,
    css: [`assets/${script}.css`],
    assets: [`assets/${script}.woff2`],
  };
  await writeFile(join(web, '.vite', 'manifest.json'), JSON.stringify({ 'index.html': chunk }));
  await deleteOldAssets(web, at(days));
  return [...new Set((await readdir(join(web, 'assets'))).map((name) => name.split('.')[0] ?? ''))].sort();
}

it('the files of an earlier build stay 14 days after it was replaced, however old it is', async () => {
  expect(await build(0, 'a')).toEqual(['a']);
  expect(await build(100, 'b')).toEqual(['a', 'b']);
  expect(await build(114, 'c')).toEqual(['a', 'b', 'c']);
  expect(await build(115, 'd')).toEqual(['b', 'c', 'd']);
  expect(await readdir(join(web, 'assets'))).toContain('b.js.br');
});

it('a first build has nothing to keep', async () => {
  await rm(join(web, '.vite'), { recursive: true });
  await rm(join(web, 'assets'), { recursive: true });
  await noteReplaced(web);
  await deleteOldAssets(web);
});
