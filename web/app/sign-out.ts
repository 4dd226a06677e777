import type { logout } from '#contract/auth.ts';
import { call } from '#web/api/client.ts';
import { forgetSignIn, signedIn } from './sign-in-state.ts';

/** Signs out here at once and tells the server, so that the token is dead there too; the server may be away. */
export async function signOut(): Promise<void> {
  if (signedIn() === undefined) return;
  const told = call<typeof logout>('POST logout', { handled: true }).catch(() => undefined);
  forgetSignIn('asked');
  await told;
}
