import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from './child-process.mjs';
import { compressFiles } from './compress.mjs';
import { deleteOldAssets, noteReplaced } from './earlier-assets.mjs';
import { LOCKS, ROOT } from './install.mjs';
import { withLock } from './lock.mjs';
import { Stop, step } from './progress.mjs';

const CONFIGURATION = ['vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];

/** The build targets with their rooms and commands. */
const BUILDS = /** @type {const} */ ([
  { name: 'web', label: 'pages', rooms: ['web', 'contract', 'domain', 'i18n'], args: [] },
  {
    name: 'server',
    label: 'server',
    rooms: ['server', 'seed', 'contract', 'domain', 'i18n'],
    args: ['--ssr'],
  },
]);

/** Builds the pages and the server into dist/ when their sources have changed. */
export async function buildIfNeeded() {
  if ((await outdated()).length === 0) return;
  await withLock(LOCKS, 'build', build, () => console.log('Waiting for another build to finish …'));
}

async function build() {
  const outdatedParts = await outdated();
  if (outdatedParts.length === 0) return;
  await step(`Building the ${outdatedParts.map(({ label }) => label).join(' and the ')}`, async () => {
    const results = await Promise.all(outdatedParts.map(buildOne));
    const failed = results.filter(({ code }) => code !== 0);
    if (failed.length > 0)
      throw new Stop(stripVTControlCharacters(failed.map(({ output }) => output).join('\n')));
  });
}

/** @param {{ name: string, args: readonly string[], hash: string }} target */
async function buildOne({ name, args, hash }) {
  await rm(stampOf(name), { force: true });
  const web = join(ROOT, 'dist', 'web');
  if (name === 'web') await noteReplaced(web);
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = await run(process.execPath, [vite, 'build', ...args, '--logLevel=warn'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.code === 0) {
    if (name === 'web') {
      await deleteOldAssets(web);
      await compressFiles(web);
    }
    await mkdir(join(ROOT, 'dist'), { recursive: true });
    await writeFile(stampOf(name), hash);
  }
  return result;
}

async function outdated() {
  const states = await Promise.all(
    BUILDS.map(async (target) => ({
      ...target,
      hash: await hashOf(target.rooms),
      stamp: await readFile(stampOf(target.name), 'utf8').catch(() => ''),
    })),
  );
  return states.filter(({ hash, stamp }) => hash !== stamp);
}

/** @param {readonly string[]} rooms */
async function hashOf(rooms) {
  const lists = await Promise.all(rooms.map(sourcesOf));
  const files = [...CONFIGURATION, ...lists.flat()].sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(ROOT, file)));
  return hash.digest('hex');
}

/** @param {string} room */
async function sourcesOf(room) {
  const entries = await readdir(join(ROOT, room), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((file) => !/\.test\.tsx?$/.test(file) && !file.includes(`${sep}testing${sep}`));
}

/** @param {string} name */
const stampOf = (name) => join(ROOT, 'dist', `${name}.built`);
