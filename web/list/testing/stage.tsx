import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import {
  type BoundFunctions,
  cleanup,
  fireEvent,
  type queries,
  render,
  screen,
  within,
} from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { Role } from '#domain/access/actor.ts';
import type { Language } from '#i18n/languages.ts';
import { chooseLanguage } from '#web/base/i18n.ts';
import { signIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { pendingConfirm } from '#web/ui/confirm.ts';
import { ConfirmHost } from '#web/ui/confirm-host.tsx';
import { theme } from '#web/ui/theme.ts';

/** A part of the page, queried by role and label. */
export type Scope = BoundFunctions<typeof queries>;

export function signInAs(role: Role): void {
  signIn(loginData({ sub: '1', role }, { name: 'Someone' }));
}

/**
 * Starts every test signed in as an administrator, in English, with empty storage. `preload` compiles lazy chunks
 * outside the tests' timeouts.
 */
export function resetPage(preload: () => Promise<unknown> = async () => undefined): void {
  beforeAll(preload);
  beforeEach(async () => {
    localStorage.clear();
    await chooseLanguage('en');
    signInAs('Admin');
  });
  afterEach(() => {
    cleanup();
    notifications.clean();
    pendingConfirm.set(undefined);
    vi.unstubAllGlobals();
  });
}

/** Renders a screen with all page providers, at an empty address. */
export async function show(content: ReactNode, language: Language = 'en'): Promise<void> {
  await chooseLanguage(language);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => content }),
    history: createMemoryHistory(),
  });
  await router.load();
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
        <ConfirmHost />
        <Notifications />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

/** Stubs media queries for a narrow or wide screen. */
export function screenIsNarrow(narrow: boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: narrow && query.includes('max-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  }));
}

export const press = (name: string | RegExp, scope: Scope = screen) =>
  fireEvent.click(scope.getByRole('button', { name }));

/** The open dialog, by its heading. */
export async function dialog(name: string | RegExp): Promise<Scope> {
  return within(await screen.findByRole('dialog', { name }));
}

export function type(scope: Scope, label: string | RegExp, text: string): HTMLElement {
  const input = scope.getByRole('textbox', { name: label });
  fireEvent.change(input, { target: { value: text } });
  return input;
}

/** Opens a select and picks an option. */
export async function choose(scope: Scope, label: string | RegExp, option: string): Promise<void> {
  fireEvent.click(scope.getByRole('combobox', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: option }));
}
