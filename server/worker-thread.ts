import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { projectRoot } from './project-root.ts';

/**
 * Starts a worker thread from the built file beside the server, or from its source in development
 * and tests.
 */
export function startThread(name: string, source: URL, options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(join(projectRoot, `dist/server/${name}.js`), options);
  const loader = pathToFileURL(join(projectRoot, 'node_modules/tsx/dist/esm/api/index.mjs')).href;
  const start = `import('${loader}').then(({ register }) => { register(); return import('${source.href}'); })`;
  return new Worker(start, { ...options, eval: true });
}
