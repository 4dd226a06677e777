import { join } from 'node:path';
import { endWithParent, run } from './child-process.mjs';
import { CLONE, installIfNeeded } from './install.mjs';
import { command } from './progress.mjs';

// Runs a command written in TypeScript, `node tools/run.mjs <name> …`, after making sure that its packages are there.
endWithParent();

await command(async () => {
  const [name, ...args] = process.argv.slice(2);
  await installIfNeeded();
  const tsx = join(CLONE, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const file = join(CLONE, 'tools', `${name}.ts`);
  const { code } = await run(process.execPath, [tsx, file, ...args], { cwd: CLONE, show: true, sweep: true });
  return code;
});
