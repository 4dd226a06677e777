import type { LoginData, profile, renewToken } from '#contract/auth.ts';
import { replaceProfile, replaceToken, type SignIn, signedIn } from '#web/base/sign-in-state.ts';
import { call } from './client.ts';

const checkMilliseconds = 20_000;

/** A token is due for renewal after two thirds of its lifetime, if its owner was active since it was received. */
export function isRenewalDue(signIn: SignIn, now: number, lastActivity: number): boolean {
  return now - signIn.receivedAt >= (signIn.lifeMilliseconds * 2) / 3 && lastActivity > signIn.receivedAt;
}

/** Takes a lock, so that one tab renews at a time; the others then see the new token. */
async function once(work: () => Promise<void>): Promise<void> {
  // Locks need a secure context; without them two tabs may both renew, which is harmless.
  const locks: LockManager | null | undefined = navigator.locks;
  if (!locks) return work();
  await locks.request('renew-token', { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

/** Keeps the sign-in alive while its owner is active; returns a function that stops it. */
export function startRenewal(): () => void {
  let lastActivity = 0;
  const noteActivity = () => {
    lastActivity = Date.now();
  };
  const check = () =>
    once(async () => {
      const signIn = signedIn();
      if (signIn === undefined || !isRenewalDue(signIn, Date.now(), lastActivity)) return;
      // A background request: its failure is silent, and the user's next request reports an absent server or a lost
      // sign-in.
      const { accessToken } = await call<typeof renewToken>('POST renewToken', {
        body: {},
        handled: 'entirely',
      });
      replaceToken(accessToken);
    }).catch(() => undefined);
  const events = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
  for (const name of events) window.addEventListener(name, noteActivity, { passive: true });
  const timer = setInterval(check, checkMilliseconds);
  return () => {
    clearInterval(timer);
    for (const name of events) window.removeEventListener(name, noteActivity);
  };
}

/** The login data of another enrolment of a person who has just signed in, without a password (AUTH-2). */
export async function asEnrolment(data: LoginData, pkStudent: number): Promise<LoginData> {
  const { accessToken } = await call<typeof renewToken>('POST renewToken', {
    body: { pkStudent },
    token: data.accessToken,
  });
  return { ...data, ...(await call<typeof profile>('GET profile', { token: accessToken })), accessToken };
}

/** Switches to another enrolment of the same student, without a password (AUTH-2). */
export async function switchEnrolment(pkStudent: number): Promise<void> {
  const { accessToken } = await call<typeof renewToken>('POST renewToken', { body: { pkStudent } });
  replaceToken(accessToken);
  replaceProfile(await call<typeof profile>('GET profile'));
}
