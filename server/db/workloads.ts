import type { Workload } from '#contract/call.ts';
import { type Database, openDatabase } from './database.ts';

/** The workloads of the calls, the jobs that run beside them, and the settings that all of them ask for. */
export type DatabaseUse = Workload | 'jobs' | 'settings';

export type Databases = Readonly<Record<DatabaseUse, Database>>;

type Share = {
  readonly connections: number;
  readonly statementSeconds?: number;
  readonly waitSeconds?: number;
  readonly parallel?: boolean;
};

/**
 * What each workload has of the database, in every process. Exams and sign-in are never refused for want of a connection;
 * their statements are short, and one that hangs gives its connection back after half a minute. The office waits for
 * its turn, for a while, and no statement of it takes more than one processor.
 */
export const shares: Readonly<Record<DatabaseUse, Share>> = {
  signIn: { connections: 2, statementSeconds: 30 },
  exam: { connections: 5, statementSeconds: 30 },
  recording: { connections: 1, statementSeconds: 30 },
  list: { connections: 4, statementSeconds: 15, waitSeconds: 10, parallel: false },
  export: { connections: 2, statementSeconds: 120, waitSeconds: 10, parallel: false },
  office: { connections: 3, statementSeconds: 60, waitSeconds: 10, parallel: false },
  jobs: { connections: 2 },
  // Asked for inside transactions of all others, whose connections it must therefore not need.
  settings: { connections: 1, statementSeconds: 30 },
};

const uses = Object.keys(shares) as readonly DatabaseUse[];

/** Opens the database once for each workload; none shares a connection with another. */
export function openDatabases(url: string): Databases {
  const opened = uses.map((use) => {
    const { connections, ...limits } = shares[use];
    return [use, openDatabase(url, { max: connections, name: `exam-platform-${use}`, ...limits })] as const;
  });
  return Object.fromEntries(opened) as unknown as Databases;
}

export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all(Object.values(databases).map((database) => database.close()));
}
