import { useEffect } from 'react';
import type { ApplicationUiSettings, applicationUiSettings } from '#contract/settings.ts';
import { useStore } from '#web/base/store.ts';
import { uiSettings } from '#web/base/ui-settings.ts';
import { call } from './client.ts';

/** Whoever waits for them goes on without after this. */
const requestTimeout = 10_000;
let asked: Promise<void> | undefined;

/** Asks the server once; a failure is told to nobody, and the next page asks again. */
function load(): Promise<void> {
  asked ??= call<typeof applicationUiSettings>('GET applicationUiSettings', {
    handled: 'entirely',
    signal: AbortSignal.timeout(requestTimeout),
  })
    .then(uiSettings.set)
    .catch(() => {
      asked = undefined;
    });
  return asked;
}

/** The settings once the server has answered; undefined when it could not be asked. */
export async function loadedUiSettings(): Promise<ApplicationUiSettings | undefined> {
  await load();
  return uiSettings.get();
}

/** The settings the screens depend on; undefined until the server has answered. */
export function useUiSettings(): ApplicationUiSettings | undefined {
  useEffect(() => void load(), []);
  return useStore(uiSettings);
}
