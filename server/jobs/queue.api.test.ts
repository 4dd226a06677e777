import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { systemAuthor } from '#server/db/database.ts';
import { testDatabase } from '#server/testing/database.ts';
import { useTestServer } from '#server/testing/server.ts';
import { openQueue, type QueuedJob } from './queue.ts';

const server = useTestServer();

type Job = QueuedJob<undefined, { readonly importId: number }>;
const job = (run: Job['run'] = async () => {}): Job => ({ name: 'tested', run });

const waiting = () =>
  server.database.sql<{ importId: number }[]>`
    select (data ->> 'importId')::int as "importId" from jobs.job where state in ('created', 'retry') order by 1`;
const send = (importId: number, key = String(importId)) =>
  server.database.transaction(systemAuthor, (tx) => server.services.queue.send(tx, job(), { importId }, key));

it('[UX-13] a job exists exactly when the transaction that sent it committed', async () => {
  await send(1);
  await expect(
    server.database.transaction(systemAuthor, async (tx) => {
      await server.services.queue.send(tx, job(), { importId: 2 }, '2');
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect([...(await waiting())]).toEqual([{ importId: 1 }]);
});

it('[UX-13] a job already queued is not added again', async () => {
  await send(1);
  await send(3);
  expect([...(await waiting())]).toEqual([{ importId: 1 }, { importId: 3 }]);
});

it('[UX-13] processes share the jobs: each runs once, a failed one is retried', async () => {
  const queues = [openQueue(server.databaseUrl), openQueue(server.databaseUrl)];
  const done: number[] = [];
  let failures = 0;
  await Promise.all(
    queues.map((queue) =>
      queue.work(
        job(async (_, { importId }) => {
          if (importId === 3 && failures === 0) {
            failures += 1;
            throw new Error('the first try fails');
          }
          done.push(importId);
        }),
        undefined,
      ),
    ),
  );
  await expect.poll(() => [...done].sort()).toEqual([1, 3]);
  expect(failures).toBe(1);
  await Promise.all(queues.map((queue) => queue.stop()));
});

it('[UX-13] processes that start together on a new database all run, and none reports a failure', async () => {
  const fresh = await testDatabase();
  const queues = Array.from({ length: 6 }, () => openQueue(fresh.url));
  const error = vi.fn();
  for (const queue of queues) queue.reportTo({ error } as unknown as FastifyBaseLogger);
  await Promise.all(queues.map((queue) => queue.work(job(), undefined)));
  expect(error).not.toHaveBeenCalled();
  expect(queues.map((queue) => queue.isStalled())).toEqual(queues.map(() => false));
  await Promise.all(queues.map((queue) => queue.stop()));
  await fresh.drop();
});

it('[UX-13] stopping asks a running job to end, and waits for it', async () => {
  const queue = openQueue(server.databaseUrl);
  const steps: string[] = [];
  await send(7);
  const began = new Promise<void>((resolve) => {
    const slow = job(async (_services, _data, stopping) => {
      steps.push('began');
      resolve();
      await new Promise((end) => stopping.addEventListener('abort', end, { once: true }));
      steps.push('ended');
    });
    void queue.work(slow, undefined);
  });
  await began;
  await queue.stop();
  expect(steps).toEqual(['began', 'ended']);
});
