import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectRoot } from '#server/project-root.ts';

/** Runs a command of package.json on a database, as an operator does. */
export function npmCommand(
  name: 'backup' | 'restore' | 'rescore',
  args: readonly string[],
  databaseUrl: string,
): Promise<{ readonly code: number; readonly output: string }> {
  const run = promisify(execFile)('npm', ['run', '-s', name, '--', ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );
}
