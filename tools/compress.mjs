import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const MIN_BYTES = 1024;

/**
 * Compresses the built pages once, so the server only reads files when a whole room starts together.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(js|css|svg)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compressFile));
}

/**
 * A copy that exists is complete, also after a build that was interrupted.
 * @param {string} file
 * @param {Buffer} content
 */
async function writeWhole(file, content) {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

/** @param {string} file */
const isHashed = (file) => basename(dirname(file)) === 'assets';

/** @param {string} file */
async function compressFile(file) {
  // A hashed name keeps its content.
  if (isHashed(file) && existsSync(`${file}.br`)) return;
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeWhole(`${file}.gz`, await zip(content, { level: 9 }));
  await writeWhole(`${file}.br`, await brotli(content, { params }));
}
