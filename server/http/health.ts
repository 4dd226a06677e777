import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { areJobsStalled } from '#server/health/dependencies.ts';
import type { ServerParts } from '#server/services.ts';
import type { Connections } from './connections.ts';

/** A check that takes longer than this counts as "saves do not commit". */
const saveMilliseconds = 3000;
/** Lists count as slow when one waits longer than this for its turn. */
const listMilliseconds = 500;
/** How long a result is cached. */
const freshMilliseconds = 1000;

/** Parts of the product that can be slow or down while exams continue. */
const parts = ['lists', 'jobs', 'connections'] as const;

type Health = { readonly canSave: boolean; readonly degraded: readonly (typeof parts)[number][] };

/** Runs at most one check at a time; concurrent callers share it. Resolves with `undefined` after the timeout. */
function within<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T | undefined> {
  let open: Promise<T> | undefined;
  return async () => {
    open ??= ask().finally(() => {
      open = undefined;
    });
    const waiting = new AbortController();
    const tooLate = pause(milliseconds, undefined, { signal: waiting.signal, ref: false }).catch(
      () => undefined,
    );
    try {
      return await Promise.race([open, tooLate]);
    } finally {
      waiting.abort();
    }
  };
}

/** Checks again when the cached result is older than a second; concurrent callers share one check. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { readonly seen: Promise<T>; readonly at: number } | undefined;
  return () => {
    if (!known || performance.now() - known.at > freshMilliseconds)
      known = { seen: read(), at: performance.now() };
    return known.seen;
  };
}

/**
 * `/health`: the process is alive. `/ready`: a save sent to it would commit, so it should receive requests; the body
 * also lists what is slow or down. Office work never makes it not ready.
 */
export function serveHealth(
  app: FastifyInstance,
  { databases, exams, jobs, queue }: ServerParts,
  connections: Connections,
): void {
  const saveCommits = within(saveMilliseconds, exams.canSave);
  const isListReady = within(listMilliseconds, async () => (await databases.list.sql`select 1`).length === 1);
  const readHealth = async (): Promise<Health> => {
    const failed = (error: unknown) => {
      app.log.error({ err: error }, 'no save can commit');
      return false;
    };
    const [canSave, listsAnswer] = await Promise.all([
      saveCommits().catch(failed),
      isListReady().catch(() => false),
    ]);
    const isDegraded = {
      lists: !listsAnswer,
      jobs: areJobsStalled({ queue, jobs }),
      connections: connections.isCrowded(),
    };
    return { canSave: canSave === true, degraded: parts.filter((part) => isDegraded[part]) };
  };
  const health = shared(readHealth);

  app.get('/health', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );
  app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    const { canSave, degraded } = await health();
    return reply
      .code(canSave ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(canSave ? { status: 'ready', degraded } : { status: 'no save can commit', degraded });
  });
}
