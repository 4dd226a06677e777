import type { ComputeThread } from './compute-thread.ts';
import type { Database } from './db/database.ts';
import type { Databases, DatabaseUse } from './db/workloads.ts';
import type { ExamEngine } from './exams/engine.ts';
import type { HashThreads } from './hashing/hash-threads.ts';
import type { Tokens } from './http/tokens.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { JobWatch } from './jobs/repeat.ts';
import type { ProcessMetrics } from './metrics/process-metrics.ts';
import type { ProcessSettings } from './process-settings.ts';
import type { Rush } from './rush.ts';
import type { SettingsCache } from './settings/settings-cache.ts';

/** The dependencies of the routes of one workload. */
export type Services = {
  /** The connections of the workload. */
  readonly database: Database;
  readonly compute: ComputeThread;
  /** The connections of office work, for what staff read on a page that students have too. */
  readonly office: Database;
  /** The connections of imports, whose statements yield to everything else. */
  readonly imports: Database;
  readonly exams: ExamEngine;
  readonly hashing: HashThreads;
  /** The repeated jobs of this process. */
  readonly jobs: JobWatch;
  /** Absent where nobody reads them. */
  readonly metrics?: ProcessMetrics | undefined;
  readonly process: ProcessSettings;
  readonly queue: JobQueue;
  readonly rush: Rush;
  readonly settings: SettingsCache;
  readonly tokens: Tokens;
  /** The build version, shown in the footer. */
  readonly version: string;
  /** Delays a response until this many milliseconds after the request arrived; tests record the time instead of waiting. */
  readonly holdBack?: (milliseconds: number, arrivedAt: number) => Promise<void>;
};

/** The parts of a server at start: the services, with the connections of every workload. */
export type ServerParts = Omit<Services, 'database' | 'office' | 'imports'> & {
  readonly databases: Databases;
  /** The built pages; absent where nobody opens them. */
  readonly webFolder?: string;
};

export const servicesFor = (
  { databases, webFolder: _, ...shared }: ServerParts,
  use: DatabaseUse,
): Services => ({
  ...shared,
  database: databases[use],
  office: databases.office,
  imports: databases.imports,
});
