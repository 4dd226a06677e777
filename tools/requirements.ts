import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { coverageProblems, requirementIds, testsByRequirement } from './requirement-coverage.ts';
import { sourceFiles } from './source-files.ts';

const SOURCE_FOLDERS = ['domain', 'contract', 'i18n', 'server', 'web', 'seed', 'e2e', 'tools'];
/** Its titles are examples, not real tests. */
const EXAMPLES = join('tools', 'requirement-coverage.test.ts');

const ids = requirementIds(await readFile(join(ROOT, 'docs', 'requirements.md'), 'utf8'));
const files = await sourceFiles(ROOT, SOURCE_FOLDERS);
const tests = testsByRequirement(files.filter(({ path }) => /\.test\.tsx?$/.test(path) && path !== EXAMPLES));
const problems = coverageProblems(ids, tests);
if (!process.argv.includes('--quiet')) {
  for (const id of ids) {
    console.log(id);
    for (const test of tests.get(id) ?? []) console.log(`    ${test}`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`${ids.length} requirements: ${ids.filter((id) => tests.has(id)).length} tested`);
process.exitCode = problems.length > 0 ? 1 : 0;
