import { expect, it } from 'vitest';
import { systemAuthor } from '#server/db/database.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { signerOf } from './head.ts';
import { openSealer } from './sealing.ts';

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
