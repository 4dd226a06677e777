import { loadedUiSettings } from '#web/api/ui-settings.ts';
import {
  followSignInOf,
  forgetSignIn,
  lastSignOut,
  notifySessionLost,
  onSignInChange,
  type SignIn,
  type SignOutReason,
  signedIn,
} from '#web/base/sign-in-state.ts';

/** Messages between the tabs of this browser about the sign-in; never stored. */
type TabMessage =
  | { readonly is: 'asks' }
  | { readonly is: 'has'; readonly signIn: SignIn }
  | { readonly is: 'left'; readonly id: string; readonly because: SignOutReason };

/** How long a new tab waits for the others. Answers that arrive later still apply. */
const responseTimeout = 150;

/** In exam-application mode every tab signs in separately: the next tab may belong to another user. */
const isShared = async () => (await loadedUiSettings())?.examApplicationMode === false;

export type SignInTabs = {
  /** Resolves when another tab has answered or the wait has timed out. */
  readonly known: Promise<void>;
  readonly stop: () => void;
};

/** Shares the sign-in between tabs for as long as one of them is open. */
export function startSignInTabs(): SignInTabs {
  if (typeof BroadcastChannel === 'undefined') return { known: Promise.resolve(), stop: () => undefined };
  const channel = new BroadcastChannel('sign-in');
  const post = (message: TabMessage) => channel.postMessage(message);
  let known = signedIn();
  let isFollowing = false;
  let answered = () => {};

  /** Applies a message from another tab without broadcasting it again. */
  function follow(change: () => void): void {
    isFollowing = true;
    change();
    isFollowing = false;
  }

  async function offer(): Promise<void> {
    if (signedIn() === undefined || !(await isShared())) return;
    const signIn = signedIn();
    if (signIn) post({ is: 'has', signIn });
  }

  function leave(id: string, because: SignOutReason): void {
    if (signedIn()?.id !== id) return;
    // A user with unsaved work signs in again in place.
    if (because === 'lost' && notifySessionLost()) return;
    follow(() => forgetSignIn(because));
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.is === 'asks') void offer();
    else if (data.is === 'left') leave(data.id, data.because);
    else {
      if (data.signIn.token !== known?.token || data.signIn.profile.pkStudent !== known.profile.pkStudent)
        follow(() => followSignInOf(data.signIn));
      answered();
    }
  };
  const stopFollowing = onSignInChange(() => {
    const before = known;
    known = signedIn();
    if (isFollowing) return;
    if (known) void offer();
    else if (before) post({ is: 'left', id: before.id, because: lastSignOut() });
  });

  const requestSignIn = () =>
    new Promise<void>((resolve) => {
      answered = resolve;
      setTimeout(resolve, responseTimeout);
      post({ is: 'asks' });
    });
  return {
    known: known === undefined ? requestSignIn() : Promise.resolve(),
    stop: () => {
      stopFollowing();
      channel.close();
    },
  };
}
