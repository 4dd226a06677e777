import type { FastifyBaseLogger } from 'fastify';
import { type ProductSettings, secretSettings, settingsInForce, unusableSettings } from '#domain/settings.ts';
import type { Database } from '#server/db/database.ts';

export type SettingsCache = {
  /** The product's settings as they are now. */
  current(): Promise<ProductSettings>;
  /** Forgets what is known, for whoever has just written and wants to read it back. */
  refresh(): void;
  /** Where stored settings are told that cannot be in force. */
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
 * Keeps the settings in memory and reads them again when any process changes them. The listening connection is
 * renewed by the driver when it breaks; what was missed meanwhile is covered by reading again after each renewal.
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
    return settingsInForce(stored);
  };
  const listening = await database.sql.listen('settings_changed', refresh, refresh);

  return {
    current: () => {
      if (known) return known;
      const loading = load();
      known = loading;
      // A failed reading is not kept: the next caller tries again.
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
