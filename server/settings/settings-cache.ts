import { type ProductSettings, secretSettings, settingsInForce } from '#domain/settings.ts';
import type { Database } from '#server/db/database.ts';

export type SettingsCache = {
  /** The product's settings as they are now. */
  current(): Promise<ProductSettings>;
  /** Forgets what is known, for whoever has just written and wants to read it back. */
  refresh(): void;
  close(): Promise<void>;
};

async function load({ sql }: Database): Promise<ProductSettings> {
  const [settings, secrets] = await Promise.all([
    sql<{ key: string; value: unknown }[]>`select key, value from settings`,
    sql<
      { name: string; value: string }[]
    >`select name, value from secrets where name = any(${[...secretSettings]})`,
  ]);
  return settingsInForce({
    ...Object.fromEntries(settings.map(({ key, value }) => [key, value])),
    ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])),
  });
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
  const listening = await database.sql.listen('settings_changed', refresh, refresh);

  return {
    current: () => {
      if (known) return known;
      const loading = load(database);
      known = loading;
      // A failed reading is not kept: the next caller tries again.
      loading.catch(() => {
        if (known === loading) refresh();
      });
      return loading;
    },
    refresh,
    close: () => listening.unlisten(),
  };
}
