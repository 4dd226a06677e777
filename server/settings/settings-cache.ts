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
  /** Hashes of the addresses in DEAN_EMAILS that wait for the end of an exam (see `accounts/new-deans.ts`). */
  waitingDeans(): Promise<ReadonlySet<string>>;
  /** Clears the cache, so that a writer can read its own change. */
  refresh(): void;
  /** Reports stored settings that are invalid. */
  reportTo(log: FastifyBaseLogger): void;
  close(): Promise<void>;
};

/** The name of the secret with the hashes of `waitingDeans`, separated by spaces. */
export const waitingDeansName = 'waitingDeans';

type Loaded = { readonly settings: ProductSettings; readonly waitingDeans: ReadonlySet<string> };

async function selectStored({ sql }: Database) {
  const [settings, secrets] = await Promise.all([
    sql<{ key: string; value: unknown }[]>`select key, value from settings`,
    sql<
      { name: string; value: string }[]
    >`select name, value from secrets where name = any(${[...secretSettings, waitingDeansName]})`,
  ]);
  const { [waitingDeansName]: waiting, ...secret } = Object.fromEntries(
    secrets.map(({ name, value }) => [name, value]),
  );
  return {
    settings: { ...Object.fromEntries(settings.map(({ key, value }) => [key, value])), ...secret },
    waitingDeans: new Set(waiting?.split(' ').filter(Boolean)),
  };
}

/**
 * Caches the settings and reloads them when any process changes them. The listener reconnects after a loss and
 * reloads then, which covers missed notifications.
 */
export async function openSettings(database: Database): Promise<SettingsCache> {
  let known: Promise<Loaded> | undefined;
  const refresh = () => {
    known = undefined;
  };
  let log: FastifyBaseLogger | undefined;
  const load = async (): Promise<Loaded> => {
    const { settings, waitingDeans } = await selectStored(database);
    const unusable = unusableSettings(settings);
    if (unusable.length > 0)
      log?.error({ settings: unusable }, 'stored settings cannot be; defaults hold instead');
    return { settings: effectiveSettings(settings), waitingDeans };
  };
  const loaded = (): Promise<Loaded> => {
    if (known) return known;
    const loading = load();
    known = loading;
    // A failed load is not cached: the next caller retries.
    loading.catch(() => {
      if (known === loading) refresh();
    });
    return loading;
  };
  const listening = await database.sql.listen('settings_changed', refresh, refresh);

  return {
    current: async () => (await loaded()).settings,
    waitingDeans: async () => (await loaded()).waitingDeans,
    refresh,
    reportTo: (target) => {
      log = target;
    },
    close: () => listening.unlisten(),
  };
}
