import { notifications } from '@mantine/notifications';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { vi } from 'vitest';
import type { LoginData } from '#contract/auth.ts';
import type { Language } from '#i18n/languages.ts';
import { App } from '#web/app/app.tsx';
import { createAppRouter, followSignIn } from '#web/app/router.tsx';
import { chooseLanguage } from '#web/base/i18n.ts';
import { forgetSignIn, signIn } from '#web/base/sign-in-state.ts';

type OpenOptions = {
  readonly as?: LoginData | undefined;
  readonly language?: Language;
  /** Whether the tour was never offered here. */
  readonly isNew?: boolean;
};

let stopFollowing: () => void = () => undefined;

/** Opens the whole application at an address with an in-memory history, signed in or not. */
export async function openApp(path: string, { as, language = 'en', isNew = false }: OpenOptions = {}) {
  if (!isNew) localStorage.setItem('toursOffered', 'admin dean teacher secretary generalSecretary student');
  await chooseLanguage(language);
  if (as) signIn(as);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  stopFollowing = followSignIn(router);
  render(<App router={router} />);
  await router.load();
  return { router, href: () => router.state.location.href };
}

/**
 * Resets all state between tests. A navigation that is under way applies the stored language, so it ends before the
 * storage is emptied: it would switch the next test to Romanian.
 */
export async function closeApp(): Promise<void> {
  stopFollowing();
  cleanup();
  await vi.dynamicImportSettled();
  notifications.clean();
  forgetSignIn('signedOut');
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
}
