import { expect } from 'vitest';
import type { Settings, SettingsChange } from '#contract/settings.ts';
import { defaultSettings } from '#domain/settings.ts';
import { anAdministrator, signedIn } from './accounts.ts';
import { useTestServer } from './server.ts';
import { useStarted } from './use-started.ts';

/** An address without a server. */
export const environment = { LDAP_URL: 'ldap://127.0.0.1:1' };

/** Two server processes on one database, and an administrator who changes their settings. */
export function useSettings() {
  const server = useTestServer({ environment });
  const other = useTestServer(() => ({ database: server, environment }));
  const admin = useStarted(
    async () => signedIn(server, await anAdministrator(server, { name: 'Ioana Marin' })),
    () => undefined,
  );
  const read = async () => (await admin.get('settings')).json<Settings>();

  /** Changes settings through the call, runs `work` once the other process knows them, and restores the defaults. */
  async function withSettings(change: SettingsChange, work: () => Promise<void>): Promise<void> {
    const response = await admin.put('settings', change);
    expect(response.statusCode, response.body).toBe(200);
    await expect.poll(() => other.services.settings.current()).toMatchObject(change);
    try {
      await work();
    } finally {
      const names = Object.keys(change) as (keyof typeof defaultSettings)[];
      const back = Object.fromEntries(names.map((name) => [name, defaultSettings[name]]));
      expect((await admin.put('settings', back)).statusCode).toBe(200);
      await expect.poll(() => other.services.settings.current()).toMatchObject(back);
    }
  }
  return { server, other, admin, read, withSettings };
}
