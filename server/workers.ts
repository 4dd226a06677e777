import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { answerFigures, openWorkerFigures } from './metrics/worker-figures.ts';
import { type RunningServer, type ServeSettings, serve } from './serve.ts';

type Ready = { readonly address: string };

function fork(settings: ServeSettings): Worker {
  return cluster.fork({
    DATABASE_URL: settings.DATABASE_URL,
    DEAN_EMAILS: settings.DEAN_EMAILS.join(','),
    LOG_LEVEL: settings.LOG_LEVEL,
  });
}

/** Runs several server processes on one port; one that dies is replaced, unless it never started serving. */
export async function serveInWorkers(settings: ServeSettings): Promise<RunningServer> {
  let stopping = false;
  const started = Array.from({ length: settings.WORKERS }, () => fork(settings));
  const ready = started.map(async (worker) => {
    const [message] = (await Promise.race([
      once(worker, 'message'),
      once(worker, 'exit').then(() => Promise.reject(new Error('a server process ended while starting'))),
    ])) as [Ready];
    return message.address;
  });
  const alive = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  const [address] = await Promise.all(ready);
  cluster.on('exit', () => {
    if (!stopping) fork(settings);
  });
  return {
    address: address ?? '',
    figures: openWorkerFigures(alive),
    stop: async () => {
      stopping = true;
      await Promise.all(
        alive().map(async (worker) => {
          const exit = once(worker, 'exit');
          worker.process.kill('SIGTERM');
          await exit;
        }),
      );
    },
  };
}

/**
 * A worker: serves, reports readiness to the primary process, and stops on request or when the primary has
 * exited.
 */
export async function serveAsWorker(settings: ServeSettings): Promise<void> {
  const serving = await serve(settings);
  answerFigures(serving.figures);
  process.send?.({ address: serving.address } satisfies Ready);
  const stop = () => void serving.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('disconnect', stop);
  // Ctrl-C reaches the whole group; the primary decides when workers stop.
  process.on('SIGINT', () => {});
}
