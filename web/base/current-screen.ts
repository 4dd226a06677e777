import type { ScreenName } from '#domain/access/screens.ts';
import { currentLanguage, t } from './i18n.ts';
import { createStore } from './store.ts';

/** Where a navigation can lead: a screen of the product, or the page for an address that belongs to none. */
export type Target = ScreenName | 'PageNotFound';

type Params = Readonly<Record<string, string | undefined>>;

/** The screen being shown and the parameters of its address, which other parts of the page may need. */
export const currentScreen = createStore<{ readonly name: Target; readonly params: Params } | undefined>(
  undefined,
);

/** The window's title: the route's own name in English, its translation elsewhere (NAV-2). */
export function titleOf(name: Target): string {
  return currentLanguage() === 'en' ? name : t(`screens.${name}`);
}

/** Notes the target of a navigation before its page is shown. */
export function enterScreen(name: Target, params: Params): void {
  sessionStorage.setItem('routeParams', JSON.stringify(params));
  document.title = titleOf(name);
  currentScreen.set({ name, params });
}

/** Keeps the title right when the language changes without a navigation. */
export function retitle(): void {
  const screen = currentScreen.get();
  if (screen) document.title = titleOf(screen.name);
}
