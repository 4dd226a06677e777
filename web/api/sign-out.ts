import type { logout } from '#contract/auth.ts';
import { forgetSignIn, signedIn } from '#web/base/sign-in-state.ts';
import { call } from './client.ts';

/** Signs out locally right away and revokes the token on the server, which may be unreachable. */
export async function signOut(): Promise<void> {
  if (signedIn() === undefined) return;
  const request = call<typeof logout>('POST logout', { handled: true }).catch(() => undefined);
  forgetSignIn('signedOut');
  await request;
}
