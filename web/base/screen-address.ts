import { useMatch, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address, ScreenParams, ScreenQuery } from '#domain/access/addresses.ts';
import { type ScreenName, screens } from '#domain/access/screens.ts';

/** The route with header, drawer and footer. */
export const mainLayoutId = 'main';

const withoutLayout: readonly ScreenName[] = ['Login', 'Exam'];

/** Login and a running exam take the whole page; every other screen is in the main layout. */
export const hasOwnLayout = (name: ScreenName): boolean => withoutLayout.includes(name);

const routeIdOf = (name: ScreenName) =>
  `${hasOwnLayout(name) ? '' : `/${mainLayoutId}`}${screens[name].path}`;

/** The path and query parameters of the current screen, named as in `addressOf`. */
export function useScreenAddress<N extends ScreenName>(
  name: N,
): { readonly params: ScreenParams<N>; readonly query: ScreenQuery<N> } {
  const match = useMatch({ from: routeIdOf(name), shouldThrow: false });
  return { params: match?.params ?? {}, query: match?.search ?? {} };
}

type GoOptions = { readonly replace?: boolean | undefined; readonly resetScroll?: boolean };

/** Navigates to another screen, or to another state of this one. */
export function useGoTo() {
  const navigate = useNavigate();
  return useCallback(
    (address: Address, { replace = false, resetScroll = true }: GoOptions = {}): Promise<void> =>
      navigate({ href: address, replace, resetScroll }),
    [navigate],
  );
}
