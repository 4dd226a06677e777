import type { Workload } from '#contract/call.ts';
import { type BackendPriority, backendPriority } from './backend-priority.ts';
import { type Database, openDatabase } from './database.ts';

/** The workloads of the calls, of background jobs, of storing, checking and writing imports, and of reading settings. */
export type DatabaseUse = Workload | 'jobs' | 'imports' | 'settings';

export type Databases = Readonly<Record<DatabaseUse, Database>>;

type Share = {
  readonly connections: number;
  readonly statementSeconds?: number;
  readonly waitSeconds?: number;
  readonly parallel?: boolean;
  readonly plansForValues?: boolean;
  /** Whether its statements yield to everything else that runs on the database's machine. */
  readonly yields?: boolean;
};

/**
 * Each workload's pool in every process. Exams, booking and sign-in wait for a connection without limit; their statements
 * are short, and one that hangs is cancelled after half a minute. Students' pages and the office wait a bounded time and
 * run without parallel workers.
 */
export const shares: Readonly<Record<DatabaseUse, Share>> = {
  signIn: { connections: 4, statementSeconds: 30 },
  exam: { connections: 5, statementSeconds: 30 },
  booking: { connections: 4, statementSeconds: 30 },
  recording: { connections: 1, statementSeconds: 30 },
  // Short statements about one person, for which planning would cost more than it saves.
  student: { connections: 2, statementSeconds: 15, waitSeconds: 10, parallel: false },
  list: {
    connections: 3,
    statementSeconds: 15,
    waitSeconds: 10,
    parallel: false,
    plansForValues: true,
    yields: true,
  },
  export: {
    connections: 2,
    statementSeconds: 120,
    waitSeconds: 10,
    parallel: false,
    plansForValues: true,
    yields: true,
  },
  office: { connections: 3, statementSeconds: 60, waitSeconds: 10, parallel: false, plansForValues: true },
  jobs: { connections: 2 },
  // The rows of a file are minutes of work that nobody waits for; one connection serves the jobs, and the uploads that store rows.
  imports: { connections: 1, yields: true },
  // Read inside transactions of all other workloads, so it must not need their connections.
  settings: { connections: 1, statementSeconds: 30 },
};

/** The connection of the compute thread, open while it works. */
export const computeShare: Share = {
  connections: 1,
  statementSeconds: 120,
  parallel: false,
  plansForValues: true,
};

const uses = Object.keys(shares) as readonly DatabaseUse[];

/** Opens one pool per workload; none shares a connection. */
export function openDatabases(url: string, priority: BackendPriority = backendPriority(0)): Databases {
  const opened = uses.map((use) => {
    const { connections, yields, ...limits } = shares[use];
    const options = { max: connections, name: `exam-platform-${use}`, ...limits };
    return [use, openDatabase(url, { ...options, priority: yields ? priority : undefined })] as const;
  });
  return Object.fromEntries(opened) as unknown as Databases;
}

export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all(Object.values(databases).map((database) => database.close()));
}
