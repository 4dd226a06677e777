import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for one test run. The caller removes it. */
export const temporaryFolder = (prefix: string): Promise<string> => mkdtemp(join(tmpdir(), prefix));

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
