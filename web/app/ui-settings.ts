import { useEffect } from 'react';
import type { ApplicationUiSettings, applicationUiSettings } from '#contract/settings.ts';
import { call } from '#web/api/client.ts';
import { createStore, useStore } from '#web/ui/store.ts';

const settings = createStore<ApplicationUiSettings | undefined>(undefined);
/** Whoever waits for them goes on without after this. */
const patience = 10_000;
let asked: Promise<void> | undefined;

/** Asks the server once; a failure is told to nobody, and the next page asks again. */
function load(): Promise<void> {
  asked ??= call<typeof applicationUiSettings>('GET applicationUiSettings', {
    handled: 'entirely',
    signal: AbortSignal.timeout(patience),
  })
    .then(settings.set)
    .catch(() => {
      asked = undefined;
    });
  return asked;
}

/** The settings once the server has answered; undefined when it could not be asked. */
export async function loadedUiSettings(): Promise<ApplicationUiSettings | undefined> {
  await load();
  return settings.get();
}

/** The settings the screens depend on; undefined until the server has answered. */
export function useUiSettings(): ApplicationUiSettings | undefined {
  useEffect(() => void load(), []);
  return useStore(settings);
}
