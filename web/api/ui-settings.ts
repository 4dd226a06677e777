import { useEffect } from 'react';
import type { ApplicationUiSettings, applicationUiSettings } from '#contract/settings.ts';
import { useStore } from '#web/base/store.ts';
import { uiSettings } from '#web/base/ui-settings.ts';
import { call } from './client.ts';

/** How long callers wait before continuing without the settings. */
const requestTimeout = 10_000;
let request: Promise<void> | undefined;

/** Requests the settings once; a failure is silent, and the next page tries again. */
function load(): Promise<void> {
  request ??= call<typeof applicationUiSettings>('GET applicationUiSettings', {
    handled: 'entirely',
    signal: AbortSignal.timeout(requestTimeout),
  })
    .then(uiSettings.set)
    .catch(() => {
      request = undefined;
    });
  return request;
}

/** The settings once the server has responded; undefined when the request failed. */
export async function loadedUiSettings(): Promise<ApplicationUiSettings | undefined> {
  await load();
  return uiSettings.get();
}

/** The settings the screens depend on; undefined until the server has responded. */
export function useUiSettings(): ApplicationUiSettings | undefined {
  useEffect(() => void load(), []);
  return useStore(uiSettings);
}
