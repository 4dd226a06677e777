import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { useStarted } from '#server/testing/use-started.ts';
import { backendPriority } from './backend-priority.ts';
import { closeDatabases, type DatabaseUse, openDatabases } from './workloads.ts';

const { platform } = process;

describe.skipIf(platform !== 'linux')('[SAFE-18] the priority of the database', () => {
  const own = useStarted(testDatabase, ({ drop }) => drop());
  const databases = useStarted(async () => openDatabases(own.url, backendPriority()), closeDatabases);

  const backendOf = async (use: DatabaseUse) => {
    const [row] = await databases[use].sql<{ pid: number; port: number }[]>`
      select pg_backend_pid() as pid, inet_client_port() as port`;
    if (!row) throw new Error('no backend answered');
    return { pid: row.pid, clientPort: row.port };
  };
  /** The niceness of the process, and of its session where the kernel groups by session. */
  const nicenessOf = async (use: DatabaseUse) => {
    const { pid } = await backendOf(use);
    const group = await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => undefined);
    return {
      own: getPriority(pid),
      group: group === undefined ? undefined : /nice (-?\d+)/.exec(group)?.[1],
    };
  };

  it('[SAFE-18] lists and exports yield to sign-ins, exams and their saves', async () => {
    const exam = await nicenessOf('exam');
    const yielding = { own: Math.min(19, exam.own + 12), group: exam.group && '12' };
    for (const use of ['list', 'export'] as const) await expect.poll(() => nicenessOf(use)).toEqual(yielding);
    for (const use of ['signIn', 'office', 'settings'] as const) expect(await nicenessOf(use)).toEqual(exam);
  });

  it('[SAFE-18] keeps the usual priority when the setting is 0', async () => {
    const before = await nicenessOf('exam');
    await backendPriority(0).lower(await backendOf('exam'));
    expect(await nicenessOf('exam')).toEqual(before);
  });

  it('[SAFE-18] leaves a process alone that does not belong to the connection, and logs it once', async () => {
    const { pid, clientPort } = await backendOf('exam');
    const before = await nicenessOf('exam');
    const priority = backendPriority();
    const info = vi.fn();
    priority.reportTo({ info } as unknown as FastifyBaseLogger);
    for (const backend of [
      { pid, clientPort: clientPort + 1 },
      { pid, clientPort: undefined },
      { pid: process.pid, clientPort },
    ])
      await priority.lower(backend);
    expect(await nicenessOf('exam')).toEqual(before);
    expect(info).toHaveBeenCalledExactlyOnceWith({ reason: 'elsewhere' }, expect.any(String));
  });
});
