import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** The browser test of a network cut during an exam, for the given number of seconds. */
export async function networkCut(seconds: number): Promise<boolean> {
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'browser', 'e2e/exam-faults.e2e.test.ts', '-t', 'the network is cut'];
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: projectRoot,
    env: { ...process.env, CUT_SECONDS: String(seconds) },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
