import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** How long the files of an earlier build stay for pages that are still open. */
const DAYS = 14;
const DAY_MS = 86_400_000;

/** @param {string} web */
const filesOf = async (web) => {
  const folder = join(web, 'assets');
  const names = await readdir(folder).catch(() => /** @type {string[]} */ ([]));
  return names.map((name) => join(folder, name));
};

/**
 * Called before a build: the files of the last one are needed until now, so their time begins now. Those of earlier ones keep theirs.
 * @param {string} web
 */
export async function noteReplaced(web, now = new Date()) {
  const manifest = await readFile(join(web, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  /** @type {{ file: string, css?: string[], assets?: string[] }[]} */
  const chunks = Object.values(JSON.parse(manifest));
  const named = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  for (const file of await filesOf(web)) {
    const name = file.slice(web.length + 1).replaceAll('\\', '/');
    if (named.has(name.replace(/\.(?:br|gz|map)$/, ''))) await utimes(file, now, now);
  }
}

/**
 * Called after a build: deletes files that no build has named for long.
 * @param {string} web
 */
export async function deleteOldAssets(web, now = new Date()) {
  for (const file of await filesOf(web)) {
    const { mtimeMs } = await stat(file);
    if (now.getTime() - mtimeMs > DAYS * DAY_MS) await rm(file);
  }
}
