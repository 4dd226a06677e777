import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectRoot } from './project-root.ts';
import { builtFolder } from './worker-thread.ts';

type Options = { readonly env: Readonly<Record<string, string>>; readonly heapMegabytes: number };

/** Where this Node finds its libraries on some systems; it starts the process too. */
const libraryPath = process.env.LD_LIBRARY_PATH;

/**
 * Starts a process that leads a session of its own, from its built file, or from its source in development. It has to exit
 * when it is disconnected, and does not keep this process alive. Throws when the system starts no more processes.
 */
export function startProcess(name: string, source: URL, { env, heapMegabytes }: Options): ChildProcess {
  const folder = builtFolder();
  const loader = pathToFileURL(join(projectRoot, 'node_modules/tsx/dist/loader.mjs')).href;
  const file = folder === undefined ? fileURLToPath(source) : join(folder, `${name}.js`);
  const child = fork(file, {
    env: { ...(libraryPath !== undefined && { LD_LIBRARY_PATH: libraryPath }), ...env },
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      ...(folder === undefined ? ['--import', loader] : []),
    ],
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The event repeats what the missing process says.
  child.on('error', () => {});
  if (child.pid === undefined || !child.channel) throw new Error('the system starts no more processes');
  child.unref();
  child.channel.unref();
  return child;
}
