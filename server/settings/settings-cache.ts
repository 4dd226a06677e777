import type { FastifyBaseLogger } from 'fastify';
import {
  effectiveSettings,
  type ProductSettings,
  secretSettings,
  unusableSettings,
} from '#domain/settings.ts';
import type { Database } from '#server/db/database.ts';

export type SettingsCache = {
  current(): Promise<ProductSettings>;
  /** Clears the cache, so that a writer can read its own change. */
  refresh(): void;
  /** Reports stored settings that are invalid. */
  reportTo(log: FastifyBaseLogger): void;
  close(): Promise<void>;
};

async function selectStored({ sql }: Database): Promise<Readonly<Record<string, unknown>>> {
  const [settings, secrets] = await Promise.all([
    sql<{ key: string; value: unknown }[]>`select key, value from settings`,
    sql<
      { name: string; value: string }[]
    >`select name, value from secrets where name = any(${[...secretSettings]})`,
  ]);
  return {
    ...Object.fromEntries(settings.map(({ key, value }) => [key, value])),
    ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])),
  };
}

/**
 * Caches the settings and reloads them when any process changes them. The listener reconnects after a loss and
 * reloads then, which covers missed notifications.
 */
export async function openSettings(database: Database): Promise<SettingsCache> {
  let known: Promise<ProductSettings> | undefined;
  const refresh = () => {
    known = undefined;
  };
  let log: FastifyBaseLogger | undefined;
  const load = async (): Promise<ProductSettings> => {
    const stored = await selectStored(database);
    const unusable = unusableSettings(stored);
    if (unusable.length > 0)
      log?.error({ settings: unusable }, 'stored settings cannot be; defaults hold instead');
    return effectiveSettings(stored);
  };
  const listening = await database.sql.listen('settings_changed', refresh, refresh);

  return {
    current: () => {
      if (known) return known;
      const loading = load();
      known = loading;
      // A failed load is not cached: the next caller retries.
      loading.catch(() => {
        if (known === loading) refresh();
      });
      return loading;
    },
    refresh,
    reportTo: (target) => {
      log = target;
    },
    close: () => listening.unlisten(),
  };
}
