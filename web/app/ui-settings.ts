import { useEffect } from 'react';
import type { ApplicationUiSettings, applicationUiSettings } from '#contract/settings.ts';
import { call } from '#web/api/client.ts';
import { createStore, useStore } from '#web/ui/store.ts';

const settings = createStore<ApplicationUiSettings | undefined>(undefined);
let isAsked = false;

/** Asks the server once; after a failure the next page asks again. */
async function load(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    settings.set(await call<typeof applicationUiSettings>('GET applicationUiSettings', { handled: true }));
  } catch {
    isAsked = false;
  }
}

/** The settings the screens depend on; undefined until the server has answered. */
export function useUiSettings(): ApplicationUiSettings | undefined {
  useEffect(() => void load(), []);
  return useStore(settings);
}
