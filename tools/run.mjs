import './node-version.mjs';
import { join } from 'node:path';
import { endWithParent, run } from './child-process.mjs';
import { installIfNeeded, ROOT } from './install.mjs';
import { command } from './progress.mjs';

// Runs a TypeScript command, `node tools/run.mjs <file> …`, and installs missing packages first.
endWithParent();

await command(async () => {
  const [file = '', ...args] = process.argv.slice(2);
  await installIfNeeded();
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const { code } = await run(process.execPath, [tsx, join(ROOT, file), ...args], {
    cwd: ROOT,
    show: true,
    sweep: true,
  });
  return code;
});
