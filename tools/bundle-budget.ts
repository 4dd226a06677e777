import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfNeeded } from './build.mjs';
import { ROOT } from './install.mjs';
import { command } from './progress.mjs';
import { type Manifest, pagesWithoutBudget, scriptsNeeded, scriptsOfHtml } from './script-size.ts';

/** The page budgets: the gzipped script each page may load before it is usable. */
type Budgets = {
  /** Modules every page loads besides the entry; the largest of a group of alternatives counts. */
  readonly always: readonly (readonly string[])[];
  readonly pages: readonly {
    readonly page: string;
    readonly modules: readonly string[];
    readonly kib: number;
    /** The modules this page always loads, when different from other pages. */
    readonly always?: readonly (readonly string[])[];
  }[];
};

const BUILT = join(ROOT, 'dist', 'web');

const sizes = new Map<string, number>();

await command(async () => {
  await buildIfNeeded();
  const budgets: Budgets = JSON.parse(await readFile(join(ROOT, 'web', 'bundle-budgets.json'), 'utf8'));
  const manifest: Manifest = JSON.parse(await readFile(join(BUILT, '.vite', 'manifest.json'), 'utf8'));
  const html = scriptsOfHtml(await readFile(join(BUILT, 'index.html'), 'utf8'));
  const budgeted = budgets.pages.flatMap(({ modules }) => modules);
  const problems = pagesWithoutBudget(manifest, budgeted).map(
    (module) => `${module} has no budget in web/bundle-budgets.json`,
  );
  for (const { page, modules, kib, always = budgets.always } of budgets.pages) {
    try {
      const base = new Set([...html, ...scriptsNeeded(manifest, modules)]);
      const size = (await sizeOf(base)) + (await sizeOfOthers(manifest, always, base));
      const used = `${(size / 1024).toFixed(1).padStart(6)} of ${kib} KiB`;
      console.log(`${page.padEnd(28)} ${used}`);
      if (size > kib * 1024) problems.push(`${page} is over its budget: ${used.trim()}`);
    } catch (error) {
      problems.push(`${page}: ${(error as Error).message}`);
    }
  }
  for (const problem of problems) console.error(problem);
  return problems.length > 0 ? 1 : 0;
});

/** The common modules: the largest of each group that is not loaded already. */
async function sizeOfOthers(
  manifest: Manifest,
  always: Budgets['always'],
  base: ReadonlySet<string>,
): Promise<number> {
  let total = 0;
  for (const alternatives of always) {
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
