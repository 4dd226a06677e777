import { join } from 'node:path';
import { endWithParent, interruption, run } from './child-process.mjs';
import { ROOT } from './install.mjs';
import { secondsSince } from './progress.mjs';

type Step = { readonly name: string; readonly args: readonly string[]; readonly shows?: boolean };

const bin = (...path: string[]) => join(ROOT, 'node_modules', ...path);
const tsx = bin('tsx', 'dist', 'cli.mjs');
/** One checker per project: several would repeat the same work, and two steps run in parallel anyway. */
const types = (project: string) => [bin('typescript', 'bin', 'tsc'), '-p', project, '--checkers', '1'];

/** All static checks, the slowest first, two in parallel. */
const STEPS: readonly Step[] = [
  { name: 'script sizes', args: [tsx, 'tools/bundle-budget.ts'], shows: true },
  {
    name: 'format and lint',
    args: [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.'],
  },
  { name: 'types: server and tools', args: types('tsconfig.json') },
  { name: 'types: pages', args: types('web/tsconfig.json') },
  { name: 'types: journeys', args: types('e2e/tsconfig.json') },
  { name: 'types: domain alone', args: types('domain/tsconfig.json') },
  { name: 'unused code', args: [bin('knip', 'bin', 'knip.js'), '--no-progress'] },
  { name: 'boundaries', args: ['tools/boundaries.mjs'] },
  { name: 'translations', args: [tsx, 'tools/i18n-check.ts'] },
  { name: 'requirements', args: [tsx, 'tools/requirements.ts', '--quiet'], shows: true },
];
const AT_ONCE = 2;

endWithParent();
const started = performance.now();
const waiting = [...STEPS];
const failed: string[] = [];
await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(
  failed.length === 0
    ? `check passed in ${secondsSince(started)}`
    : `check FAILED in ${secondsSince(started)}: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function work(): Promise<void> {
  for (let step = waiting.shift(); step && !interruption(); step = waiting.shift()) {
    const began = performance.now();
    const { code, output } = await run(process.execPath, step.args, { cwd: ROOT });
    console.log(`${code === 0 ? '✓' : '✗'} ${step.name.padEnd(26)} ${secondsSince(began).padStart(7)}`);
    if (code !== 0) failed.push(step.name);
    if (code !== 0 || step.shows) console.log(indented(output));
  }
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}
