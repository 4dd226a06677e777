import type { FastifyBaseLogger } from 'fastify';
import { expect, it } from 'vitest';
import { systemAuthor } from '#server/db/database.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { type Head, signerOf } from './head.ts';
import { auditSealing, openSealer } from './sealing.ts';

const server = useTestServer();

/** Seals 450 new entries; returns the sizes of the transactions that did. */
async function batches(name: string): Promise<number[]> {
  const { database, services } = server;
  const sealer = openSealer(database, signerOf(services.tokens));
  await sealer.seal();
  await database.transaction(
    systemAuthor,
    (tx) => tx`
      insert into study_modules (position, name) select 1, ${name} || ' ' || n from generate_series(1, 450) n`,
  );
  expect((await sealer.seal()).entries).toBe(450);
  const sizes = await database.sql<{ count: number }[]>`
    select count(*)::int as count from (select xmin from audit_seal where mark is null order by position desc limit 440) s
     group by xmin::text order by 1`;
  return sizes.map(({ count }) => count);
}

it('[SAFE-18] [SAFE-13] the log is sealed in small batches while an official exam runs', async () => {
  expect(await batches('Liniște')).toHaveLength(1);
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  expect((await batches('Alături')).length).toBeGreaterThan(2);
  expect((await exam.finish()).statusCode).toBe(200);
  expect(await batches('Din nou')).toHaveLength(1);
});

const log = (noteHead: (head: Head) => void) =>
  ({
    info: ({ audit }: { audit: Head }) => noteHead(audit),
    error: (fields: object) => expect.fail(JSON.stringify(fields)),
  }) as unknown as FastifyBaseLogger;

const sealedCount = async () =>
  (await server.database.sql<{ count: number }[]>`select count(*)::int as count from audit_seal`)[0]?.count ??
  0;

it('[SAFE-13] [OPS-5] a round of sealing ends after 20 batches or when the process stops, and the next continues', async () => {
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  await sealAll(server);
  const before = await sealedCount();
  await server.database.transaction(
    systemAuthor,
    (tx) => tx`
      insert into study_modules (position, name) select 1, 'Multe ' || n from generate_series(1, 6500) n`,
  );

  const first = await new Promise<Head>((noteHead) => {
    // Stopped as it logs the end of its first round, before a second.
    const bounded = auditSealing.start(
      server.services,
      log((head) => void bounded.stop().then(() => noteHead(head))),
    );
  });
  expect([first.count, await sealedCount()]).toEqual([before + 20 * 200, before + 20 * 200]);

  // The second batch of this round waits for an entry that is held, and the process stops meanwhile.
  let stopping: Promise<void> | undefined;
  await server.database.sql.begin(async (tx) => {
    await tx`
      select from audit_pending where audit_id = (select audit_id from audit_pending order by audit_id offset 300 limit 1)
         for update`;
    const stopped = auditSealing.start(
      server.services,
      log(() => {}),
    );
    await untilWaiting(server.database.sql, 1);
    stopping = stopped.stop();
  });
  await stopping;
  expect(await sealedCount()).toBe(before + 20 * 200 + 2 * 200);

  await sealAll(server);
  expect(await sealedCount()).toBeGreaterThanOrEqual(before + 6500);
  expect(await findingsOf(server)).toEqual([]);
  await exam.finish();
}, 120_000);
