import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { type ChildServer, childServer } from '#server/testing/child-server.ts';
import { type CutDatabase, cutDatabase } from '#server/testing/cut-database.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';

let office: TestServer;
let way: CutDatabase;
let served: ChildServer;
afterEach(async () => {
  await served.stop();
  await way.close();
  await office.close();
});

const url = (path: string) => `http://127.0.0.1:${served.port}/${path}`;
const long = { timeout: 60_000 };
const statusOf = async (path: string) => (await fetch(url(path))).status;

async function sent(method: string, path: string, token: string, body?: unknown): Promise<number> {
  const response = await fetch(url(`api/umfst/${path}`), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.text();
  return response.status;
}

it('[SAFE-1] [SAFE-17] a database that falls silent loses no acknowledged save; the others are refused soon', {
  timeout: 120_000,
}, async () => {
  office = await testServer();
  way = await cutDatabase(office.databaseUrl);
  served = await childServer({ databaseUrl: way.url });
  const custom = await aCustomExam(office, { questions: 3 });
  const exams = [await aRunningExam(office, custom), await aRunningExam(office, custom)];
  const next = await aCandidate(office, custom);
  await expect.poll(() => statusOf('ready'), long).toBe(200);
  const save = (exam: RunningExam, index: number, saveId: string = randomUUID()) =>
    sent('PUT', 'examSave', exam.student.token, exam.body(index, [index], { saveId, seq: 1 }));
  for (const exam of exams) expect(await save(exam, 1)).toBe(200);

  way.silence();
  const began = performance.now();
  const saveIds = exams.map(() => randomUUID());
  const calls = [
    ...exams.map((exam, n) => save(exam, 2, saveIds[n])),
    // These wait behind the saves of the same exams.
    ...exams.map((exam) => save(exam, 3)),
    sent('POST', 'prepareExam', next.token),
  ];
  await expect.poll(() => statusOf('ready'), long).toBe(503);
  const refused = await Promise.all(calls);
  expect(refused).toEqual(refused.map(() => 503));
  // It is given up after ten seconds; a second attempt would take another five.
  expect(performance.now() - began).toBeLessThan(14_500);

  await way.cut();
  await way.restore();
  await expect.poll(() => statusOf('ready'), long).toBe(200);
  for (const [n, exam] of exams.entries()) {
    expect((await exam.storedAt(1)).ticks).toBe(1 << 1);
    expect(await save(exam, 2, saveIds[n])).toBe(200);
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([2, 4, 0]);
  }
  expect(await sent('POST', 'prepareExam', next.token)).toBe(200);
});
