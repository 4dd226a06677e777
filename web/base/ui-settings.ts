import type { ApplicationUiSettings } from '#contract/settings.ts';
import { createStore } from './store.ts';

/** The settings the screens depend on; undefined until `web/api/ui-settings.ts` has fetched them. */
export const uiSettings = createStore<ApplicationUiSettings | undefined>(undefined);
