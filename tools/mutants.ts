import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { mutants } from '../mutants/all.ts';
import { type Edit, edited, type Mutant } from '../mutants/mutant.ts';
import { endWithParent, interruption, run } from './child-process.mjs';
import { CLONE } from './install.mjs';
import { secondsSince } from './progress.mjs';

/**
 * `npm run mutants`: breaks the product on purpose, one way at a time, in a copy of the clone, and fails when the tests
 * that are named do not notice. `npm run mutants -- writer grace` takes those whose name has one of the words.
 */
const words = process.argv.slice(2);
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'docs']);

/** A copy of the sources that may be broken; the packages are shared. */
async function copyOfClone(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'exam-mutants-'));
  await chmod(copy, 0o755);
  const isLeftOut = (path: string) => LEFT_OUT.has(path.slice(CLONE.length + 1).split('/')[0] ?? '');
  await cp(CLONE, copy, { recursive: true, filter: (path) => !isLeftOut(path) });
  await symlink(join(CLONE, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

type Outcome = { readonly passed: number; readonly failed: readonly string[]; readonly broken: string };
type Report = {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
};

const firstLine = (text: string) => stripVTControlCharacters(text).split('\n')[0]?.slice(0, 160) ?? '';

/** Runs tests in the copy. What does not even load is `broken`: it proves nothing about the tests. */
async function runTests(
  copy: string,
  { project, tests, only }: Omit<Mutant, 'name' | 'edits'>,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'exam-mutant-run-'));
  await chmod(folder, 0o755);
  const results = join(folder, 'results.json');
  const { output } = await run(
    process.execPath,
    [
      join(copy, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      ...tests,
      ...(only ? ['-t', only] : []),
      '--reporter=json',
      `--outputFile.json=${results}`,
    ],
    { cwd: copy, env: { ...process.env, TMPDIR: folder }, sweep: true },
  );
  const report: Report = JSON.parse(await readFile(results, 'utf8').catch(() => '{"testResults":[]}'));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const all = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const unloaded = report.testResults.find(({ assertionResults }) => assertionResults.length === 0);
  return {
    passed: all.filter(({ status }) => status === 'passed').length,
    failed: all
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages }) => `${title}: ${firstLine(failureMessages?.[0] ?? '')}`),
    broken: all.length === 0 ? output.slice(-2000) : (unloaded?.message ?? ''),
  };
}

async function apply(copy: string, edits: readonly Edit[]): Promise<() => Promise<void>> {
  const before = new Map<string, string>();
  const undo = async () => {
    for (const [file, text] of before) await writeFile(join(copy, file), text);
  };
  try {
    for (const edit of edits) {
      const text = await readFile(join(copy, edit.file), 'utf8');
      if (!before.has(edit.file)) before.set(edit.file, text);
      await writeFile(join(copy, edit.file), edited(text, edit));
    }
  } catch (misfit) {
    await undo();
    throw misfit;
  }
  return undo;
}

async function judge(copy: string, mutant: Mutant): Promise<{ killed: boolean; why: string }> {
  const undo = await apply(copy, mutant.edits);
  try {
    const { failed, broken } = await runTests(copy, mutant);
    if (failed.length > 0) return { killed: true, why: failed[0] ?? '' };
    return { killed: false, why: broken ? `it does not run: ${broken}` : 'all tests pass' };
  } finally {
    await undo();
  }
}

/** The tests must pass where nothing is broken, or their failing would say nothing. */
async function unbroken(copy: string): Promise<boolean> {
  let sound = true;
  for (const project of ['api', 'faults'] as const) {
    const tests = [...new Set(chosen.filter((one) => one.project === project).flatMap((one) => one.tests))];
    if (tests.length === 0) continue;
    const { passed, failed, broken } = await runTests(copy, { project, tests });
    console.log(`Unbroken, ${project}: ${passed} passed, ${failed.length} failed`);
    for (const title of failed) console.error(`  fails although nothing is broken: ${title}`);
    if (broken) console.error(broken);
    sound &&= failed.length === 0 && !broken;
  }
  return sound;
}

endWithParent();
if (chosen.length === 0) throw new Error('There is no such mutant.');
const copy = await copyOfClone();
try {
  let survived = 0;
  if (!(await unbroken(copy))) survived += 1;
  else
    for (const mutant of chosen) {
      if (interruption()) break;
      const began = performance.now();
      const { killed, why } = await judge(copy, mutant).catch((error: Error) => ({
        killed: false,
        why: error.message,
      }));
      if (!killed) survived += 1;
      console.log(
        `${killed ? 'killed  ' : 'SURVIVED'} ${mutant.name.padEnd(58)} ${secondsSince(began).padStart(7)}  ${why}`,
      );
    }
  console.log(
    survived === 0
      ? `All ${chosen.length} mutants were killed.`
      : `${survived} of ${chosen.length} survived.`,
  );
  process.exitCode = survived === 0 && !interruption() ? 0 : 1;
} finally {
  await rm(copy, { recursive: true, force: true, maxRetries: 5 });
}
