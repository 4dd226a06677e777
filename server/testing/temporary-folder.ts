import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for one test run. The caller removes it. */
export const temporaryFolder = (prefix: string): Promise<string> => mkdtemp(join(tmpdir(), prefix));

/** Creates a folder for the database of one test run, where `npm test` keeps databases. The caller removes it. */
export const databaseFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(process.env.TEST_DATABASES ?? tmpdir(), prefix));

/** Runs the clean-up before this process ends on SIGINT or SIGTERM. */
export function onInterrupt(cleanUp: () => Promise<void>): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => {
      void cleanUp().finally(() => process.exit(code));
    });
  }
}
