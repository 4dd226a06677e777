import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { projectRoot } from '#server/project-root.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { aCohort } from '#server/testing/cohorts.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();

it('[SAFE-9] a regrade killed while it writes leaves every score unchanged; repeated, it updates every score', async () => {
  const { sql } = server.database;
  const admin = await signedInAs(server, 'admin');
  const { exams } = await aCohort(server, seededRandom('killed'), { students: 4 });
  const settlement = {
    kind: 'removeAnswer',
    reach: 'session',
    examId: exams[0]?.exam.id,
    position: 1,
    answers: 1023,
  };
  const results = () => sql`select id, score, grade from exams where finished_at is not null order by id`;
  const startSettling = () =>
    spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        '--input-type=module',
        '-e',
        `const { openDatabase } = await import('#server/db/database.ts');
         const { settle } = await import('#server/exams/regrading.ts');
         const database = openDatabase(${JSON.stringify(server.databaseUrl)}, { max: 1, name: 'settling' });
         await database.transaction({ actorId: ${admin.userId}, requestId: undefined }, (tx) =>
           settle(tx, ${JSON.stringify([settlement])}, { by: ${admin.userId} }));
         await database.close();`,
      ],
      { cwd: projectRoot, stdio: 'ignore' },
    );
  const before = await results();
  await sql.begin(async (tx) => {
    // Stops it in the middle of writing: scores are changed, events are not written yet.
    await tx`lock table exam_seal_pending in share mode`;
    const child = startSettling();
    await untilWaiting(sql, 1, 'settling');
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  const connections = async () =>
    (await sql`select from pg_stat_activity where application_name = 'settling'`).count;
  await expect.poll(connections, { timeout: 60_000, interval: 20 }).toBe(0);
  expect(await results()).toEqual(before);
  expect((await sql`select from settlements`).count).toBe(0);
  expect((await rescored(sql)).problems).toEqual([]);

  const [code] = await once(startSettling(), 'exit');
  expect(code).toBe(0);
  expect(await results()).not.toEqual(before);
  expect((await rescored(sql)).problems).toEqual([]);
});
