import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '#server/services.ts';
import type { Connections } from './connections.ts';

/** A process that cannot say within this that a save commits is taken for one where none does. */
const saveMilliseconds = 3000;
/** A list that has to wait longer than this for its turn is slow for everybody. */
const listMilliseconds = 500;
/** How long what was found is repeated to others who ask. */
const freshMilliseconds = 1000;

/** The parts of the product that can be slow or away while exams go on. */
const parts = ['lists', 'jobs', 'connections'] as const;

type Health = { readonly canSave: boolean; readonly degraded: readonly (typeof parts)[number][] };

/** Asks at most one question at a time: who asks while it is open waits for it, for so long; then `undefined` is known. */
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

/** Looks again when what is known is older than a second; many who ask share one look. */
function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let known: { readonly seen: Promise<T>; readonly at: number } | undefined;
  return () => {
    if (!known || performance.now() - known.at > freshMilliseconds)
      known = { seen: look(), at: performance.now() };
    return known.seen;
  };
}

/**
 * `/health`: the process lives. `/ready`: a save sent to it would commit, so it should be sent requests; the body names what
 * is slow or away besides. Nothing the office does can make it say no.
 */
export function serveHealth(
  app: FastifyInstance,
  { databases, exams, jobs, queue }: ServerParts,
  connections: Connections,
): void {
  const saveCommits = within(saveMilliseconds, exams.canSave);
  const listAnswers = within(listMilliseconds, async () => (await databases.list.sql`select 1`).length === 1);
  const look = async (): Promise<Health> => {
    const failed = (error: unknown) => {
      app.log.error({ err: error }, 'no save can commit');
      return false;
    };
    const [canSave, listsAnswer] = await Promise.all([
      saveCommits().catch(failed),
      listAnswers().catch(() => false),
    ]);
    const isDegraded = {
      lists: !listsAnswer,
      jobs: queue.isStandingStill() || jobs.isStandingStill(),
      connections: connections.isCrowded(),
    };
    return { canSave: canSave === true, degraded: parts.filter((part) => isDegraded[part]) };
  };
  const health = shared(look);

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
