import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { OpenOutage } from '#contract/outages.ts';
import { beat } from '#server/exams/outages.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { childServer } from '#server/testing/child-server.ts';
import { emptyDatabase } from '#server/testing/database.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { npmCommand } from '#server/testing/npm-command.ts';
import { testServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

it('[OPS-4] [SAFE-12] the documented steps: backup, restore into an empty database, start, continue, credit the time', async () => {
  const folder = join(await temporaryFolder('exam-commands-'), 'backup');
  stops.push(() => rm(join(folder, '..'), { recursive: true, force: true }));
  const server = await testServer();
  stops.push(() => server.close());
  const admin = await signedInAs(server, 'admin');
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 3 }));
  expect((await exam.save(1, [1], { seq: 1 })).statusCode).toBe(200);
  // The backup is five minutes old when the machine is lost.
  await beat(server.database);
  await server.database.sql`update heartbeats set beat_at = beat_at - interval '5 minutes'`;
  await server.database.sql`update exams set started_at = started_at - interval '10 minutes'`;
  const taken = await npmCommand('backup', [folder], server.databaseUrl);
  expect([taken.code, taken.output]).toEqual([0, expect.stringContaining('rows of')]);

  const checked = await npmCommand('backup', ['--check', folder], server.databaseUrl);
  expect([checked.code, checked.output]).toEqual([0, expect.stringContaining('The backup is whole.')]);
  const [recorded] = await server.database.sql<{ isChecked: boolean }[]>`
    select checked_at is not null as "isChecked" from backups order by taken_at desc limit 1`;
  expect(recorded).toEqual({ isChecked: true });

  const used = await npmCommand('restore', [folder], server.databaseUrl);
  expect([used.code, used.output]).toEqual([2, expect.stringContaining('not empty')]);
  const target = await emptyDatabase();
  stops.push(target.drop);
  const restored = await npmCommand('restore', [folder], target.url);
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('The backup is restored')]);

  const product = await childServer({ databaseUrl: target.url });
  stops.push(() => product.stop());
  const call = (method: string, path: string, token: string, body?: object) =>
    fetch(`http://127.0.0.1:${product.port}/api/umfst/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  // The student's page is still open and continues; its acknowledged answer is there.
  const saved = await call('PUT', 'examSave/', exam.student.token, exam.body(2, [0], { seq: 2 }));
  expect(saved.status).toBe(200);
  const loaded = await call('GET', `fullExam?groupId=${exam.exam.groupId}`, exam.student.token);
  const { questions } = (await loaded.json()) as { questions: { haveAnyAnswer: boolean }[] };
  expect(questions.map(({ haveAnyAnswer }) => haveAnyAnswer)).toEqual([true, true, false]);
  const outages = await call('GET', 'administration/outages', admin.token);
  const [outage] = (await outages.json()) as OpenOutage[];
  expect(outage).toMatchObject({ sittings: 1 });
  expect(outage?.mostMinutes).toBeGreaterThanOrEqual(5);
  const credited = await call('POST', `administration/outages/${outage?.id}/credit`, admin.token, {
    reason: 'Incendiu',
  });
  expect(await credited.json()).toEqual({ credited: 1, impossible: 0, seatTakenNext: [] });
});
