import { openClient } from '#server/db/client.ts';
import type { Database } from '#server/db/database.ts';
import { type Contents, openContents } from './contents.ts';
import { type Drawables, openDrawables } from './drawables.ts';
import { isDurable } from './durability.ts';
import { openPersonalLimits, type PersonalLimits } from './personal-limits.ts';
import { type DiskSpace, openSaveProbe, type SaveProbe } from './save-probe.ts';
import { saveSettings } from './save-statement.ts';
import { maxConcurrentBatches, openSaver, type Saver, type SaverOptions } from './saver.ts';

/** What exams need beyond the database: connections for saves, and caches. */
export type ExamEngine = {
  readonly saver: Saver;
  readonly personal: PersonalLimits;
  readonly contents: Contents;
  readonly drawables: Drawables;
  /** Whether official exams may run: only where an acknowledged save survives a crash. */
  readonly mayServeOfficial: () => Promise<boolean>;
  /** Whether saves can commit now. */
  readonly canSave: SaveProbe;
  close(): Promise<void>;
};

type Options = {
  readonly databaseUrl: string;
  readonly allowUnsafeDatabase: boolean;
} & Pick<SaverOptions, 'noteBatch' | 'isMachineFull'>;

/**
 * Opens the engine. Saves have their own connections: one statement, prepared once.
 */
export function openExamEngine(
  database: Database,
  { databaseUrl, allowUnsafeDatabase, ...batching }: Options,
): ExamEngine {
  const hot = openClient(databaseUrl, {
    max: maxConcurrentBatches,
    name: 'exam-platform-saves',
    settings: saveSettings,
  });
  let durable: Promise<boolean> | undefined;
  const space: DiskSpace = { isShort: false };
  return {
    saver: openSaver(hot, { space, ...batching }),
    personal: openPersonalLimits(),
    canSave: openSaveProbe(hot, space),
    contents: openContents(database.sql),
    drawables: openDrawables(database.sql),
    mayServeOfficial: async () => {
      if (allowUnsafeDatabase) return true;
      durable ??= isDurable(hot).catch((error: unknown) => {
        durable = undefined;
        throw error;
      });
      return durable;
    },
    close: () => hot.end({ timeout: 5 }),
  };
}
