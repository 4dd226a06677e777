import { join } from 'node:path';
import { freePort } from '#server/db/free-port.ts';
import { endWithParent, interruption, run } from './child-process.mjs';
import { ROOT } from './install.mjs';

const bin = (...path: string[]) => join(ROOT, 'node_modules', ...path);
const port = process.env.PORT ?? '3000';
const serverPort = String(await freePort());

endWithParent();

/** Restarts the server on every change and hot-reloads the pages. When one of the two ends, the other ends too. */
const server = run(
  process.execPath,
  [
    bin('tsx', 'dist', 'cli.mjs'),
    'watch',
    '--clear-screen=false',
    '--import',
    './tools/watch-parent.mjs',
    'server/main.ts',
  ],
  { cwd: ROOT, env: { NODE_ENV: 'development', ...process.env, PORT: serverPort }, show: true, sweep: true },
);
const pages = run(process.execPath, [bin('vite', 'bin', 'vite.js'), '--port', port], {
  cwd: ROOT,
  env: { ...process.env, NODE_ENV: 'development', PORT: serverPort },
  show: true,
  sweep: true,
});

const first = await Promise.race([server, pages]);
if (!interruption()) process.kill(process.pid, 'SIGTERM');
await Promise.all([server, pages]);
process.exitCode = first.code;
