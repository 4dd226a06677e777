import type { logout } from '#contract/auth.ts';
import { forgetSignIn, signedIn } from '#web/base/sign-in-state.ts';
import { call } from './client.ts';

/** Signs out here at once and tells the server, so that the token is dead there too; the server may be away. */
export async function signOut(): Promise<void> {
  if (signedIn() === undefined) return;
  const request = call<typeof logout>('POST logout', { handled: true }).catch(() => undefined);
  forgetSignIn('asked');
  await request;
}
