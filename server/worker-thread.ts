import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { projectRoot } from './project-root.ts';

/** The folder of built threads and processes: next to the built server, or of a test run. */
export function builtFolder(): string | undefined {
  return import.meta.url.endsWith('.ts') ? process.env.BUILT_THREADS : join(projectRoot, 'dist/server');
}

/** Starts a worker thread from its built file, or from its source in development. */
export function startThread(name: string, source: URL, options: WorkerOptions): Worker {
  const folder = builtFolder();
  if (folder !== undefined) return new Worker(join(folder, `${name}.js`), options);
  const loader = pathToFileURL(join(projectRoot, 'node_modules/tsx/dist/esm/api/index.mjs')).href;
  const start = `import('${loader}').then(({ register }) => { register(); return import('${source.href}'); })`;
  return new Worker(start, { ...options, eval: true });
}
