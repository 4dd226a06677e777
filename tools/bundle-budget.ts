import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfNeeded } from './build.mjs';
import { CLONE } from './install.mjs';
import { type Manifest, pagesWithoutBudget, scriptsNeeded, scriptsOfHtml } from './script-size.ts';

/** The budgets of the pages: how much gzipped script each may need until it can be used. */
type Budgets = {
  /** Modules every page loads besides the entry; of a group of alternatives the largest counts. */
  readonly always: readonly (readonly string[])[];
  readonly pages: readonly { readonly page: string; readonly module: string; readonly kib: number }[];
};

const BUILT = join(CLONE, 'dist', 'web');

await buildIfNeeded();
const budgets: Budgets = JSON.parse(await readFile(join(CLONE, 'web', 'bundle-budgets.json'), 'utf8'));
const manifest: Manifest = JSON.parse(await readFile(join(BUILT, '.vite', 'manifest.json'), 'utf8'));
const html = scriptsOfHtml(await readFile(join(BUILT, 'index.html'), 'utf8'));
const sizes = new Map<string, number>();

const problems: string[] = pagesWithoutBudget(
  manifest,
  budgets.pages.map(({ module }) => module),
).map((module) => `${module} has no budget in web/bundle-budgets.json`);

for (const { page, module, kib } of budgets.pages) {
  const size = await pageSize(module).catch((error: Error) => error);
  if (size instanceof Error) {
    problems.push(`${page}: ${size.message}`);
    continue;
  }
  const used = `${(size / 1024).toFixed(1).padStart(6)} of ${kib} KiB`;
  console.log(`${page.padEnd(28)} ${used}${size > kib * 1024 ? '  over budget' : ''}`);
  if (size > kib * 1024) problems.push(`${page} needs${used} of gzipped script`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

async function pageSize(module: string): Promise<number> {
  const base = new Set([...html, ...scriptsNeeded(manifest, ['index.html', module])]);
  let total = await sizeOf(base);
  for (const alternatives of budgets.always) {
    const more = await Promise.all(
      alternatives.map((one) =>
        sizeOf([...scriptsNeeded(manifest, [one])].filter((file) => !base.has(file))),
      ),
    );
    total += Math.max(0, ...more);
  }
  return total;
}

async function sizeOf(files: Iterable<string>): Promise<number> {
  let total = 0;
  for (const file of files) {
    const size = sizes.get(file) ?? gzipSync(await readFile(join(BUILT, file))).length;
    sizes.set(file, size);
    total += size;
  }
  return total;
}
