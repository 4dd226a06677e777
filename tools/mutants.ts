import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutants } from '../mutants/all.ts';
import { type Edit, edited, type Mutant } from '../mutants/mutant.ts';
import { endWithParent, exitCodeOf, interruption, run } from './child-process.mjs';
import { ROOT } from './install.mjs';
import { passing, type Report, type TestRun, type Verdict, verdictOn } from './mutant-verdict.ts';
import { secondsSince } from './progress.mjs';

/**
 * `npm run mutants`: applies one mutant at a time in a copy of the clone and fails when its tests do not kill it.
 * `npm run mutants -- writer grace` runs the mutants whose name contains one of the words.
 */
const words = process.argv.slice(2);
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const EXCLUDED = new Set(['node_modules', '.git', '.data']);

/** A copy of the sources to mutate; the packages are shared. */
async function copyOfClone(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'exam-mutants-'));
  await chmod(copy, 0o755);
  const isExcluded = (path: string) => EXCLUDED.has(path.slice(ROOT.length + 1).split('/')[0] ?? '');
  await cp(ROOT, copy, { recursive: true, filter: (path) => !isExcluded(path) });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function runTests(
  copy: string,
  { project, tests, only }: Omit<Mutant, 'name' | 'edits'>,
  ...options: readonly string[]
): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'exam-mutant-run-'));
  await chmod(folder, 0o755);
  const results = join(folder, 'results.json');
  const { code, output } = await run(
    process.execPath,
    [
      join(copy, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      ...tests,
      ...(only ? ['-t', only] : []),
      ...options,
      '--reporter=json',
      `--outputFile.json=${results}`,
    ],
    { cwd: copy, env: { ...process.env, TMPDIR: folder }, sweep: true },
  );
  const report = await readFile(results, 'utf8').then(
    (text): Report => JSON.parse(text),
    () => undefined,
  );
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return { code: interruption() ? exitCodeOf('SIGINT') : code, output, report };
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

type Baseline = ReadonlySet<string>;

async function judge(copy: string, mutant: Mutant, passed: Baseline): Promise<Verdict> {
  const undo = await apply(copy, mutant.edits);
  try {
    // One failing test is enough to kill it.
    return verdictOn(await runTests(copy, mutant, '--bail=1'), passed);
  } finally {
    await undo();
  }
}

/** Runs every test file once without a mutant. Returns the passing tests; only these count. */
async function unbroken(copy: string): Promise<Readonly<Record<Mutant['project'], Baseline>>> {
  const baseline = async (project: Mutant['project']): Promise<Baseline> => {
    const tests = [...new Set(chosen.filter((one) => one.project === project).flatMap((one) => one.tests))];
    if (tests.length === 0) return new Set();
    const tried = await runTests(copy, { project, tests });
    const passed = passing(tried);
    console.log(`Unbroken, ${project}: ${passed.size} passed`);
    if (tried.code !== 0) console.error(`  not everything passes although nothing is broken: ${why(tried)}`);
    return passed;
  };
  return { api: await baseline('api'), faults: await baseline('faults') };
}

const why = (tried: TestRun) => verdictOn(tried, new Set()).why;
const shown = { killed: 'killed  ', survived: 'SURVIVED', unjudged: 'UNJUDGED' } as const;

endWithParent();
if (chosen.length === 0) throw new Error('There is no such mutant.');
const copy = await copyOfClone();
try {
  const count = { killed: 0, survived: 0, unjudged: 0 };
  const passed = await unbroken(copy);
  for (const mutant of chosen) {
    if (interruption()) break;
    const began = performance.now();
    const verdict = await judge(copy, mutant, passed[mutant.project]).catch(
      (error: Error): Verdict => ({ kind: 'unjudged', why: error.message }),
    );
    count[verdict.kind] += 1;
    console.log(
      `${shown[verdict.kind]} ${mutant.name.padEnd(58)} ${secondsSince(began).padStart(7)}  ${verdict.why}`,
    );
  }
  const untried = chosen.length - count.killed - count.survived - count.unjudged;
  console.log(
    `${count.killed} of ${chosen.length} mutants killed, ${count.survived} survived, ` +
      `${count.unjudged} could not be judged${untried > 0 ? `, ${untried} not tried` : ''}.`,
  );
  process.exitCode = count.killed === chosen.length ? 0 : 1;
} finally {
  await rm(copy, { recursive: true, force: true, maxRetries: 5 });
}
