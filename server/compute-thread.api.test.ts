import { afterAll, describe, expect, it } from 'vitest';
import { type ComputeThread, openComputeThread } from './compute-thread.ts';
import { isConnectionLoss } from './db/connection-loss.ts';
import { administrator } from './testing/accounts.ts';
import { testDatabase } from './testing/database.ts';

const opened: ComputeThread[] = [];
afterAll(() => Promise.all(opened.map((thread) => thread.close())));

function threadOn(databaseUrl: string): ComputeThread {
  const thread = openComputeThread({ databaseUrl, listNiceness: 0 });
  opened.push(thread);
  return thread;
}

const unknownExam = { task: 'statistics', input: { actor: administrator, wanted: { examCustomId: 404 } } };

describe('[RESU-5] the thread that computes statistics', () => {
  it('[RESU-5] passes on refusals, and continues after a failed task', async () => {
    const thread = threadOn((await testDatabase()).url);
    await expect(thread.run(1, unknownExam)).rejects.toMatchObject({ code: 'resource.notFound' });
    await expect(thread.run(1, { task: 'none', input: {} })).rejects.toThrow('there is no task none');
    await expect(thread.run(1, unknownExam)).rejects.toMatchObject({ code: 'resource.notFound' });
  });

  it('[RESU-5] refuses more than twenty waiting tasks', async () => {
    const thread = threadOn((await testDatabase()).url);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 21 }, (_, user) => thread.run(user, unknownExam)),
    );
    const codes = outcomes.map((one) => one.status === 'rejected' && one.reason.code);
    expect(codes.filter((code) => code === 'resource.notFound')).toHaveLength(20);
    expect(codes.at(-1)).toBe('request.tooMany');
  });

  it('[RESU-5] reports a lost database as such', async () => {
    const thread = threadOn('postgres://nobody@127.0.0.1:1/none');
    await expect(thread.run(1, unknownExam)).rejects.toSatisfy(isConnectionLoss);
  });
});
