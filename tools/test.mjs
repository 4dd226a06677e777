import './node-version.mjs';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithParent, exitCodeOf, interruption, run } from './child-process.mjs';
import { installIfNeeded, ROOT } from './install.mjs';
import { command, Stop, secondsSince } from './progress.mjs';

/** @typedef {{ passed: number, failed: number, skipped: string[] }} Tally */
/** @typedef {{ temporary: string, databases: string }} Folders */

const GIGABYTE = 1024 ** 3;
/** Linux's folder in memory, and what must be free of it and of the whole memory to keep databases there. */
const MEMORY = { folder: '/dev/shm', freeBytes: 4 * GIGABYTE, availableBytes: 8 * GIGABYTE };

/** The stages of `npm test`, in order; a failure skips the rest. */
const STAGES = [
  { name: 'check', run: check },
  { name: 'domain', run: vitest('domain') },
  { name: 'components', run: vitest('web') },
  { name: 'api', run: vitest('api') },
  { name: 'faults', run: vitest('faults') },
  { name: 'browser', run: vitest('browser') },
];

endWithParent();

await command(async () => {
  const requested = process.argv.slice(2);
  const unknown = requested.find((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown)
    throw new Stop(`There is no stage "${unknown}"; there are ${STAGES.map(({ name }) => name).join(', ')}.`);
  await installIfNeeded();
  const folders = {
    temporary: await runFolder(tmpdir()),
    databases: await runFolder(await placeOfDatabases()),
  };
  try {
    return await runStages(
      STAGES.filter(({ name }) => requested.length === 0 || requested.includes(name)),
      folders,
    );
  } finally {
    for (const folder of Object.values(folders)) {
      await endForgottenDatabases(folder);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
});

/**
 * @param {typeof STAGES} stages
 * @param {Folders} folders
 */
async function runStages(stages, folders) {
  const started = performance.now();
  /** @type {Tally} */
  const total = { passed: 0, failed: 0, skipped: [] };
  /** @type {string[]} */
  const times = [];
  for (const { name, run: runStage } of stages) {
    const began = performance.now();
    console.log(`\n── ${name} ──`);
    const tally = await runStage(folders);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped.push(...tally.skipped);
    times.push(`${name} ${secondsSince(began)}`);
    console.log(`── ${name}: ${tally.failed === 0 ? 'passed' : 'FAILED'} in ${secondsSince(began)}`);
    if (tally.failed > 0 || interruption()) break;
  }
  for (const title of total.skipped) console.log(`SKIPPED: ${title}`);
  const left = stages.slice(times.length).map(({ name }) => name);
  if (left.length > 0) console.log(`Not run: ${left.join(', ')}`);
  console.log(`\n${times.join(' · ')} · total ${secondsSince(started)}`);
  const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  const signal = interruption();
  return signal ? exitCodeOf(signal) : Math.min(total.failed, 1);
}

/** @returns {Promise<Tally>} */
async function check() {
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const { code } = await run(process.execPath, [tsx, 'tools/check.ts'], {
    cwd: ROOT,
    show: true,
    sweep: true,
  });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [] };
}

/**
 * @param {string} project
 * @returns {(folders: Folders) => Promise<Tally>}
 */
function vitest(project) {
  return async ({ temporary, databases }) => {
    const results = join(temporary, `${project}.json`);
    const args = [
      join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
    ];
    // Temporary files and databases of the tests are deleted with this run's folders.
    const own = { TMPDIR: temporary, TEMP: temporary, TMP: temporary, TEST_DATABASES: databases };
    const env = { ...process.env, ...own };
    const { code } = await run(process.execPath, args, { cwd: ROOT, env, show: true, sweep: true });
    return tallyOf(results, code);
  };
}

/**
 * @param {string} results
 * @param {number} code
 * @returns {Promise<Tally>}
 */
async function tallyOf(results, code) {
  const report = JSON.parse(await readFile(results, 'utf8').catch(() => '{"testResults":[]}'));
  /** @type {{ status: string, fullName: string }[]} */
  const tests = report.testResults.flatMap(
    (/** @type {{ assertionResults: unknown[] }} */ file) => file.assertionResults,
  );
  const failed = tests.filter(({ status }) => status === 'failed').length;
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    // A file that does not load or a crashed run counts as a failure, even without a failed test.
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped: tests
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
  };
}

/**
 * In memory where there is plenty: each test file copies and drops a database of hundreds of files, which costs a disk
 * more time than all statements of a small test.
 */
async function placeOfDatabases() {
  const { bavail, bsize } = await statfs(MEMORY.folder).catch(() => ({ bavail: 0, bsize: 0 }));
  const hasRoom = bavail * bsize > MEMORY.freeBytes && process.availableMemory() > MEMORY.availableBytes;
  return hasRoom ? MEMORY.folder : tmpdir();
}

/**
 * A folder for the whole run, which the database account can also access.
 * @param {string} parent
 */
async function runFolder(parent) {
  const folder = await mkdtemp(join(parent, 'exam-platform-test-'));
  await chmod(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Stops databases left by a killed run, because each has its own process group.
 * @param {string} folder
 */
async function endForgottenDatabases(folder) {
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    if (pid > 0) {
      try {
        process.kill(pid, 'SIGQUIT');
      } catch {
        // It has exited already.
      }
    }
  }
}
