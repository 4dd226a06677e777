import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '#server/project-root.ts';

const sources = {
  'compute-worker': 'server/compute-worker.ts',
  'file-worker': 'server/features/imports/reading/file-worker.ts',
  'hash-process': 'server/hashing/hash-process.ts',
};

/**
 * Builds the worker threads once per run and makes servers of this run use them: compiling a thread's sources on
 * every start would take most of an import test. Returns the clean-up.
 */
export async function buildThreads(): Promise<() => Promise<void>> {
  const cache = join(projectRoot, 'node_modules', '.cache', 'exam-platform');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'threads-'));
  await build({
    configFile: false,
    root: projectRoot,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(sources).map(([name, source]) => [name, join(projectRoot, source)]),
        ),
      },
    },
    ssr: { external: true },
  });
  process.env.BUILT_THREADS = folder;
  return () => rm(folder, { recursive: true, force: true });
}
