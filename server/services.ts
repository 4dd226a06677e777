import type { Database } from './db/database.ts';
import type { ExamEngine } from './exams/engine.ts';
import type { HashThreads } from './hashing/hash-threads.ts';
import type { Tokens } from './http/tokens.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { ProcessSettings } from './process-settings.ts';
import type { SettingsCache } from './settings/settings-cache.ts';

/** What the routes work with, composed once at start. */
export type Services = {
  readonly database: Database;
  readonly exams: ExamEngine;
  readonly hashing: HashThreads;
  readonly process: ProcessSettings;
  readonly queue: JobQueue;
  readonly settings: SettingsCache;
  readonly tokens: Tokens;
  /** The build version, shown in the footer. */
  readonly version: string;
  /** Holds an answer back until so many milliseconds after its arrival; tests note the time instead of waiting. */
  readonly holdBack?: (milliseconds: number, arrivedAt: number) => Promise<void>;
};
