import { expect, it } from 'vitest';
import { type Caller, useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const student = useSignedInAs(server, 'student');

/** Calls of exams, booking and images, many at once; returns the different statuses. */
async function flood(caller: Caller): Promise<number[]> {
  const paths = ['checkExam', 'bookableExams', 'img/quest/none.webp'];
  const calls = Array.from({ length: 90 }, (_, n) => caller.get(paths[n % paths.length] ?? ''));
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  return [...new Set(statuses)];
}

it('[SAFE-18] lists yield to calls of signed-in people only, so that nobody else can slow down the office', async () => {
  const { rush } = server.services;
  expect(await flood(server.caller())).toEqual([401]);
  expect([rush.isRush(), rush.areExamsBusy()]).toEqual([false, false]);

  const calls = flood(student);
  await expect.poll(rush.areExamsBusy).toBe(true);
  await calls;
  await expect.poll(rush.isRush).toBe(false);
});
