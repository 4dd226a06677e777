import './node-version.mjs';
import { join } from 'node:path';
import { buildIfNeeded } from './build.mjs';
import { endWithParent, run } from './child-process.mjs';
import { installIfNeeded, ROOT } from './install.mjs';
import { command } from './progress.mjs';

endWithParent();

await command(async () => {
  await installIfNeeded();
  await buildIfNeeded();
  const preload = new URL('./watch-parent.mjs', import.meta.url).href;
  const { code } = await run(
    process.execPath,
    ['--enable-source-maps', '--import', preload, join(ROOT, 'dist', 'server', 'main.js')],
    { cwd: ROOT, env: { NODE_ENV: 'production', ...process.env }, show: true },
  );
  return code;
});
