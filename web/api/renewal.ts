import type { LoginData, profile, renewToken } from '#contract/auth.ts';
import { replaceProfile, replaceToken, type SignIn, signedIn } from '#web/base/sign-in-state.ts';
import { call } from './client.ts';

const checkMilliseconds = 20_000;

/** A token is renewed once two thirds of its life are over and its owner did something since they got it. */
export function isRenewalDue(signIn: SignIn, now: number, lastActivity: number): boolean {
  return now - signIn.receivedAt >= (signIn.lifeMilliseconds * 2) / 3 && lastActivity > signIn.receivedAt;
}

/** One tab renews at a time where the browser can tell them apart; the others then see the new token. */
async function once(work: () => Promise<void>): Promise<void> {
  // Only a secure context has locks; without them two tabs may both renew, which does no harm.
  const locks: LockManager | null | undefined = navigator.locks;
  if (!locks) return work();
  await locks.request('renew-token', { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

/** Keeps the sign-in alive while its owner works; returns how to stop. */
export function startRenewal(): () => void {
  let lastActivity = 0;
  const noteActivity = () => {
    lastActivity = Date.now();
  };
  const check = () =>
    once(async () => {
      const signIn = signedIn();
      if (signIn === undefined || !isRenewalDue(signIn, Date.now(), lastActivity)) return;
      // Nobody asked for it: whether the server is away or the sign-in lost, the next call somebody waits for says so.
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

/** The login data of another enrolment of somebody who has just shown who they are, without a password (AUTH-2). */
export async function asEnrolment(data: LoginData, pkStudent: number): Promise<LoginData> {
  const { accessToken } = await call<typeof renewToken>('POST renewToken', {
    body: { pkStudent },
    token: data.accessToken,
  });
  return { ...data, ...(await call<typeof profile>('GET profile', { token: accessToken })), accessToken };
}

/** Goes on as another enrolment of the same student, without a password (AUTH-2). */
export async function switchEnrolment(pkStudent: number): Promise<void> {
  const { accessToken } = await call<typeof renewToken>('POST renewToken', { body: { pkStudent } });
  replaceToken(accessToken);
  replaceProfile(await call<typeof profile>('GET profile'));
}
