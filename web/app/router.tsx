import {
  createRootRoute,
  createRoute,
  createRouter,
  type ParsedLocation,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { type ScreenName, screenAt, screens } from '#domain/access/screens.ts';
import { signOut } from '#web/api/sign-out.ts';
import { enterScreen, type Target } from '#web/base/current-screen.ts';
import { applyStoredLanguage } from '#web/base/i18n.ts';
import { hasOwnLayout, mainLayoutId } from '#web/base/screen-address.ts';
import {
  authenticatedFlag,
  lastArrival,
  lastSignOut,
  onSignInChange,
  signedIn,
} from '#web/base/sign-in-state.ts';
import { CrashPage, NotFoundPage } from '#web/ui/failure-pages.tsx';
import { allowInspecting } from './copy-block.ts';
import { MainRoute, RootRoute } from './layouts.tsx';
import { hrefAfterSignIn, judgeNavigation } from './navigation.ts';
import { mainLayoutChunk, screenChunk } from './screen-chunks.ts';
import { ScreenFrame } from './screen-frame.tsx';

/** Declared as a route, although it is not one of the product's screens. */
const notFoundPath = '/PageNotFound';

/** Keeps query values as text; the router's default would parse `?setPassword=123` as a number. */
type Search = Readonly<Record<string, string | undefined>>;

const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

/** Runs commands in the query string and removes them from the address. */
function applyQuery(location: ParsedLocation): void {
  const { forceLogOut, inspect, ...rest } = location.search as Search;
  if (forceLogOut !== undefined) {
    void signOut();
    throw redirect({ to: screens.Login.path, search: {}, replace: true });
  }
  if (inspect !== undefined) {
    allowInspecting();
    throw redirect({ to: location.pathname, search: rest, replace: true });
  }
}

function guard(target: Target, location: ParsedLocation, params: Record<string, string | undefined>): void {
  const verdict = judgeNavigation({ target, flag: authenticatedFlag(), actor: signedIn()?.actor });
  if (verdict === 'dashboard') throw redirect({ to: screens.Dashboard.path, replace: true });
  if (verdict === 'pageNotFound') throw redirect({ to: notFoundPath, replace: true });
  if (verdict === 'login') {
    const comesFromHome = location.pathname === screens.Home.path;
    throw redirect({
      to: screens.Login.path,
      search: comesFromHome ? {} : { returnTo: location.href },
      replace: true,
    });
  }
  enterScreen(target, params);
}

const rootRoute = createRootRoute({
  component: RootRoute,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
  beforeLoad: async ({ location }) => {
    await applyStoredLanguage();
    applyQuery(location);
  },
});

const mainRoute = createRoute({ getParentRoute: () => rootRoute, id: mainLayoutId, component: MainRoute });

function screenRoute(name: ScreenName) {
  const isAlone = hasOwnLayout(name);
  return createRoute({
    getParentRoute: () => (isAlone ? rootRoute : mainRoute),
    path: screens[name].path,
    component: () => <ScreenFrame name={name} />,
    beforeLoad: ({ location, params }) => {
      guard(name, location, params);
      if (!isAlone) void mainLayoutChunk.load().catch(() => undefined);
      void screenChunk(name)
        .load()
        .catch(() => undefined);
    },
  });
}

function notFoundRoute(path: string) {
  return createRoute({
    getParentRoute: () => mainRoute,
    path,
    component: NotFoundPage,
    beforeLoad: ({ location, params }) => guard('PageNotFound', location, params),
  });
}

function routeTree() {
  const names = Object.keys(screens) as ScreenName[];
  const alone = names.filter(hasOwnLayout);
  const framed = names.filter((name) => !hasOwnLayout(name));
  return rootRoute.addChildren([
    ...alone.map(screenRoute),
    mainRoute.addChildren([...framed.map(screenRoute), notFoundRoute(notFoundPath), notFoundRoute('$')]),
  ]);
}

/** The router for all screens of the product. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: routeTree(),
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/**
 * Follows the sign-in, in this tab or another. When it ends, opens Login. When it begins, opens the page first
 * requested, or the dashboard if another user requested that page (AUTH-12).
 */
export function followSignIn(router: AppRouter): () => void {
  let person = signedIn()?.actor.userId;
  return onSignInChange(() => {
    const signIn = signedIn();
    if (signIn?.actor.userId === person) return;
    const isChange = person !== undefined;
    person = signIn?.actor.userId;
    const { href, pathname, search } = router.state.location;
    if (signIn !== undefined) {
      // Another tab may announce the sign-in before this one has been redirected to Login.
      const returnTo = screenAt(pathname) === 'Login' ? (search as Search).returnTo : href;
      const isOwnHref = !isChange && lastArrival() !== 'other';
      router.history.replace(hrefAfterSignIn(isOwnHref ? returnTo : undefined, signIn.actor));
    } else {
      const back = lastSignOut() === 'lost' ? { returnTo: href } : {};
      void router.navigate({ to: screens.Login.path, search: back });
    }
  });
}
