import { useSyncExternalStore } from 'react';
import type { LoginData, TokenClaims } from '#contract/auth.ts';
import { type Actor, rolesOfProfile } from '#domain/access/actor.ts';

/** The stored flag is a string; anything but these two is neither signed in nor signed out (spec section 2). */
export const storageKeys = {
  authenticated: 'authenticated',
  userId: 'userId',
  token: 'authorization',
  tokenReceivedAt: 'tokenReceivedAt',
  profile: 'profile',
} as const;

/** What the screens know of whoever is signed in, beyond the rights. */
export type Profile = Omit<LoginData, 'accessToken' | 'setPasswordToken'>;

export type SignIn = {
  readonly token: string;
  readonly actor: Actor;
  readonly profile: Profile;
  /** When this browser got the token, on its own clock, and how long the token lives. */
  readonly receivedAt: number;
  readonly lifeMilliseconds: number;
};

type Claims = Pick<TokenClaims, 'sub' | 'exp' | 'iat' | 'Email' | 'Year' | 'role' | 'dean' | 'pkStudent'>;

/** Reads the claims of a token without verifying it: the server does that, the screens only hide. */
export function claimsOf(token: string): Claims | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    const claims: Claims = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims.sub === 'string' && typeof claims.exp === 'number' ? claims : undefined;
  } catch {
    return undefined;
  }
}

function actorOf(claims: Claims): Actor {
  return {
    userId: Number(claims.sub),
    email: claims.Email,
    roles: rolesOfProfile(claims.role),
    dean: claims.dean === true,
    year: Number(claims.Year) || 0,
    studentId: claims.pkStudent ?? undefined,
  };
}

function readProfile(): Profile | undefined {
  try {
    const profile: Profile | null = JSON.parse(localStorage.getItem(storageKeys.profile) ?? 'null');
    return profile ?? undefined;
  } catch {
    return undefined;
  }
}

function readSignIn(): SignIn | undefined {
  if (authenticatedFlag() !== 'true') return undefined;
  const token = localStorage.getItem(storageKeys.token) ?? '';
  const claims = claimsOf(token);
  const profile = readProfile();
  if (claims === undefined || profile === undefined) return undefined;
  const receivedAt = Number(localStorage.getItem(storageKeys.tokenReceivedAt)) || Date.now();
  return {
    token,
    actor: actorOf(claims),
    profile,
    receivedAt,
    lifeMilliseconds: Math.max(0, (claims.exp - claims.iat) * 1000),
  };
}

/** Someone asked to leave, or the server ended the sign-in while they were at work. */
export type SignOutReason = 'asked' | 'lost';

let current: SignIn | undefined;
let reason: SignOutReason = 'asked';
const listeners = new Set<() => void>();

function refresh(): void {
  current = readSignIn();
  for (const listener of listeners) listener();
}

function storeToken(token: string, claims: Claims): void {
  localStorage.setItem(storageKeys.token, token);
  localStorage.setItem(storageKeys.tokenReceivedAt, String(Date.now()));
  localStorage.setItem(storageKeys.userId, claims.sub);
}

/** The stored flag: 'false' until someone signs in. */
export function authenticatedFlag(): string {
  return localStorage.getItem(storageKeys.authenticated) ?? 'false';
}

/** Whoever is signed in, or undefined. */
export function signedIn(): SignIn | undefined {
  return current;
}

/** Takes over what a successful login answered. */
export function signIn(data: LoginData): void {
  const { accessToken, setPasswordToken: _, ...profile } = data;
  const claims = claimsOf(accessToken);
  if (claims === undefined) throw new Error('The server gave a token without readable claims');
  storeToken(accessToken, claims);
  localStorage.setItem(storageKeys.profile, JSON.stringify(profile));
  localStorage.setItem(storageKeys.authenticated, 'true');
  refresh();
}

/** Takes over a renewed token; the profile stays as it is until `replaceProfile`. */
export function replaceToken(token: string): void {
  const claims = claimsOf(token);
  if (claims === undefined || current === undefined) return;
  storeToken(token, claims);
  refresh();
}

/** Takes over the details of another enrolment of the same person. */
export function replaceProfile(profile: Profile): void {
  localStorage.setItem(storageKeys.profile, JSON.stringify(profile));
  refresh();
}

/** Forgets whoever was signed in: flag 'false', userId 0, no token (AUTH-5). */
export function forgetSignIn(because: SignOutReason): void {
  reason = because;
  localStorage.setItem(storageKeys.authenticated, 'false');
  localStorage.setItem(storageKeys.userId, '0');
  localStorage.removeItem(storageKeys.token);
  localStorage.removeItem(storageKeys.tokenReceivedAt);
  localStorage.removeItem(storageKeys.profile);
  refresh();
}

let keeper: (() => void) | undefined;

/**
 * Whoever has work on the screen that must not go away is told of a lost sign-in instead of being led to Login; they
 * let the same person sign in again on the spot. Returns how to stop.
 */
export function keepThroughLoss(tell: () => void): () => void {
  keeper = tell;
  return () => {
    if (keeper === tell) keeper = undefined;
  };
}

/** Tells the keeper, if there is one, that the server no longer knows the sign-in. */
export function tellKeeper(): boolean {
  keeper?.();
  return keeper !== undefined;
}

/** Why nobody is signed in any more; someone whose sign-in was lost wants to come back to where they were. */
export function lastSignOut(): SignOutReason {
  return reason;
}

/** Calls back whenever someone signs in or out or a token changes, in this tab or another. */
export function onSignInChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows what other tabs do and reads what the browser remembers; call once at the start. */
export function startSignInState(): void {
  const keys: readonly string[] = Object.values(storageKeys);
  window.addEventListener('storage', (event) => {
    if (event.key === null || keys.includes(event.key)) refresh();
  });
  if (authenticatedFlag() === 'true' && readSignIn() === undefined) forgetSignIn('lost');
  else refresh();
}

/** Whoever is signed in, for components. */
export function useSignIn(): SignIn | undefined {
  return useSyncExternalStore(onSignInChange, signedIn);
}

/** The rights of whoever is signed in, for components. */
export function useActor(): Actor | undefined {
  return useSignIn()?.actor;
}
