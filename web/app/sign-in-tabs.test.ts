import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSignIn, type SignIn, signedIn, signIn } from '#web/base/sign-in-state.ts';
import { loginData, tokenWith } from '#web/base/testing/sign-in.ts';
import { sentUiSettings, stubWire } from '#web/base/testing/wire.ts';

type TabMessage = {
  readonly is: string;
  readonly signIn?: SignIn;
  readonly id?: string;
  readonly because?: string;
};

/** Settings are fetched once per page, so each mode needs a fresh page. */
let stopPage = () => {};
async function freshPage(examApplicationMode: boolean) {
  stopPage();
  sessionStorage.clear();
  vi.resetModules();
  stubWire({ 'GET applicationUiSettings': { body: { ...sentUiSettings, examApplicationMode } } });
  const state = await import('#web/base/sign-in-state.ts');
  const { startSignInTabs } = await import('./sign-in-tabs.ts');
  const start = () => {
    const tabs = startSignInTabs();
    stopPage = tabs.stop;
    return tabs.known;
  };
  return { ...state, start };
}

/** Simulates another tab of the same browser. */
function otherTab() {
  const channel = new BroadcastChannel('sign-in');
  const received: TabMessage[] = [];
  channel.onmessage = ({ data }) => received.push(data as TabMessage);
  return {
    received,
    post: (message: TabMessage) => channel.postMessage(message),
    close: () => channel.close(),
  };
}

let tab: ReturnType<typeof otherTab>;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  tab = otherTab();
});
afterEach(() => {
  stopPage();
  tab.close();
  forgetSignIn('signedOut');
  vi.unstubAllGlobals();
});

/** The message another tab would send about its sign-in. */
function signInOf(sub: string, name: string): SignIn {
  signIn(loginData({ sub, Email: `${sub}@exam.test` }, { name }));
  const held = signedIn();
  if (!held) throw new Error('nobody is signed in');
  forgetSignIn('signedOut');
  sessionStorage.clear();
  return held;
}
const untilReceived = (is: string) =>
  vi.waitFor(() => expect(tab.received.map((message) => message.is)).toContain(is));
/** Sends a message and then one whose effect shows: messages arrive in order. */
async function untilHandled(page: Awaited<ReturnType<typeof freshPage>>, message: TabMessage): Promise<void> {
  const onLost = vi.fn();
  const stop = page.onSessionLost(onLost);
  tab.post(message);
  tab.post({ is: 'left', id: page.signedIn()?.id ?? '', because: 'lost' });
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce());
  stop();
}

describe('[SAFE-19] the tabs of a browser', () => {
  it('[SAFE-19] share a sign-in while one of them is open: a new tab asks the others', async () => {
    const page = await freshPage(false);
    const ana = signInOf('7', 'Ana Pop');
    const known = page.start();
    await untilReceived('asks');
    expect(page.signedIn()).toBeUndefined();
    tab.post({ is: 'has', signIn: ana });
    await known;
    expect(page.signedIn()?.token).toBe(ana.token);
    expect(page.authenticatedFlag()).toBe('true');
  });

  it('[SAFE-19] answer a new tab, except in exam-application mode, where each tab signs in separately', async () => {
    const shared = await freshPage(false);
    await shared.start();
    shared.signIn(loginData());
    await untilReceived('has');
    tab.received.length = 0;
    tab.post({ is: 'asks' });
    await untilReceived('has');

    const alone = await freshPage(true);
    tab.received.length = 0;
    await alone.start();
    alone.signIn(loginData());
    await untilHandled(alone, { is: 'asks' });
    alone.forgetSignIn('signedOut');
    await untilReceived('left');
    expect(tab.received.map(({ is }) => is)).toEqual(['asks', 'left']);
  });

  it('[AUTH-5] follow a sign-out of their own sign-in in both modes, and ignore any other', async () => {
    for (const mode of [false, true]) {
      const page = await freshPage(mode);
      await page.start();
      page.signIn(loginData());
      const id = page.signedIn()?.id ?? '';
      await untilHandled(page, { is: 'left', id: 'another sign-in', because: 'signedOut' });
      expect(page.signedIn()?.id).toBe(id);
      tab.post({ is: 'left', id, because: 'signedOut' });
      await vi.waitFor(() => expect(page.signedIn()).toBeUndefined());
      expect(page.authenticatedFlag()).toBe('false');
    }
  });

  it('[AUTH-5] notify the others of a sign-out', async () => {
    const page = await freshPage(true);
    await page.start();
    page.signIn(loginData());
    const id = page.signedIn()?.id;
    page.forgetSignIn('signedOut');
    await vi.waitFor(() => expect(tab.received).toContainEqual({ is: 'left', id, because: 'signedOut' }));
  });

  it('[AUTH-3] take over a token that another tab renewed', async () => {
    const page = await freshPage(false);
    await page.start();
    page.signIn(loginData({ sub: '7' }));
    const now = page.signedIn();
    const fresh = tokenWith({ sub: '7', jti: now?.id ?? '', exp: 4_000_000_000 });
    if (now) tab.post({ is: 'has', signIn: { ...now, token: fresh, receivedAt: 5 } });
    await vi.waitFor(() => expect(page.signedIn()?.token).toBe(fresh));
    expect(page.signedIn()?.receivedAt).toBe(5);
  });

  it('[AUTH-3] a user with unsaved work sees that the sign-in is lost and stays on the page', async () => {
    const page = await freshPage(false);
    await page.start();
    page.signIn(loginData());
    const id = page.signedIn()?.id ?? '';
    const onLost = vi.fn();
    const stop = page.onSessionLost(onLost);
    tab.post({ is: 'left', id, because: 'lost' });
    await vi.waitFor(() => expect(onLost).toHaveBeenCalled());
    expect(page.signedIn()?.id).toBe(id);
    stop();
  });
});

it('[SAFE-19] store no message beyond the tab', async () => {
  const page = await freshPage(false);
  await page.start();
  const data = loginData({}, { name: 'Ana Pop' });
  page.signIn(data);
  await untilReceived('has');
  expect(JSON.stringify({ ...localStorage })).not.toContain(data.accessToken);
  expect(JSON.stringify({ ...localStorage })).not.toContain('Ana Pop');
});
