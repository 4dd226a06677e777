import type { ScreenName } from '#domain/access/screens.ts';
import { currentLanguage, t } from './i18n.ts';
import { createStore } from './store.ts';

/** The target of a navigation: a screen, or the page for an unknown address. */
export type Target = ScreenName | 'PageNotFound';

type Params = Readonly<Record<string, string | undefined>>;

/** The current screen and its address parameters, for other parts of the page. */
export const currentScreen = createStore<{ readonly name: Target; readonly params: Params } | undefined>(
  undefined,
);

/** The window title: the route's name in English, its translation in other languages (NAV-2). */
function titleOf(name: Target): string {
  return currentLanguage() === 'en' ? name : t(`screens.${name}`);
}

/** Sets the target of a navigation before its page is shown. */
export function enterScreen(name: Target, params: Params): void {
  sessionStorage.setItem('routeParams', JSON.stringify(params));
  document.title = titleOf(name);
  currentScreen.set({ name, params });
}

/** Updates the title when the language changes without a navigation. */
export function retitle(): void {
  const screen = currentScreen.get();
  if (screen) document.title = titleOf(screen.name);
}
