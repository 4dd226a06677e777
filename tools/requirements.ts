import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLONE } from './install.mjs';
import {
  coverageProblems,
  laterIds,
  requirementAreas,
  requirementIds,
  testsByRequirement,
} from './requirement-coverage.ts';
import { sourceFiles } from './source-files.ts';

const LATER = join(CLONE, 'docs', 'requirements-later.txt');
const ROOMS = ['domain', 'contract', 'i18n', 'server', 'web', 'seed', 'e2e', 'tools'];
/** Its titles are examples, not real tests. */
const EXAMPLES = join('tools', 'requirement-coverage.test.ts');
const HEADER = `# Requirements that no test names yet, and the area of work that will cover them.
# This list only shrinks: \`npm run requirements -- --write-later\` takes off what has a test now.
`;

const page = await readFile(join(CLONE, 'docs', 'requirements.md'), 'utf8');
const ids = requirementIds(page);
const files = await sourceFiles(CLONE, ROOMS);
const tests = testsByRequirement(files.filter(({ path }) => /\.test\.tsx?$/.test(path) && path !== EXAMPLES));
const written = await readFile(LATER, 'utf8').catch(() => undefined);

if (process.argv.includes('--write-later')) await shrinkList();
const later = laterIds(await readFile(LATER, 'utf8').catch(() => ''));
const problems = coverageProblems(ids, tests, later);
if (!process.argv.includes('--quiet')) {
  for (const id of ids) {
    console.log(`${id}${later.includes(id) ? '  (later)' : ''}`);
    for (const test of tests.get(id) ?? []) console.log(`    ${test}`);
  }
}
for (const problem of problems) console.error(problem);
console.log(
  `${ids.length} requirements: ${ids.filter((id) => tests.has(id)).length} tested, ${later.length} later`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

/** The first list takes every id without a test. Later, an id that loses its test must not return to the list. */
async function shrinkList(): Promise<void> {
  const before = written === undefined ? ids : laterIds(written);
  const areas = requirementAreas(page);
  const lines = ids
    .filter((id) => before.includes(id) && !tests.has(id))
    .map((id) => `${id.padEnd(9)} ${areas.get(id.split('-')[0] ?? '') ?? ''}`.trimEnd());
  await writeFile(LATER, `${HEADER}${lines.join('\n')}\n`);
}
