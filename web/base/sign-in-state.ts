import { useSyncExternalStore } from 'react';
import type { LoginData, TokenClaims } from '#contract/auth.ts';
import { type Actor, rolesOfProfile } from '#domain/access/actor.ts';

/**
 * A sign-in is kept for the tab: closing the browser ends it on that computer. The stored flag is a string; anything but
 * 'true' and 'false' is neither signed in nor signed out (spec section 2).
 */
export const storageKeys = {
  authenticated: 'authenticated',
  userId: 'userId',
  token: 'authorization',
  tokenReceivedAt: 'tokenReceivedAt',
  profile: 'profile',
} as const;

/** When the page of this tab was last there; a browser that restores its tabs would bring a sign-in back with them. */
const aliveKey = 'aliveAt';
const beatMilliseconds = 20_000;
const mostAbsentMilliseconds = 3 * 60_000;
/** Beyond this the computer's clock was set anew, or the token ran out long ago: the server decides. */
const clockJumpMilliseconds = 12 * 60 * 60_000;

/** The mark of whoever was last signed in here, which tells nobody who it is. */
const lastPersonKey = 'lastPerson';

/** What the screens know of whoever is signed in, beyond the rights. */
export type Profile = Omit<LoginData, 'accessToken' | 'setPasswordToken'>;

export type SignIn = {
  /** The id of the sign-in, the same for all its tokens. */
  readonly id: string;
  readonly token: string;
  readonly actor: Actor;
  readonly profile: Profile;
  /** When this browser got the token, on its own clock, and how long the token lives. */
  readonly receivedAt: number;
  readonly lifeMilliseconds: number;
};

type Claims = Pick<
  TokenClaims,
  'sub' | 'jti' | 'exp' | 'iat' | 'Email' | 'Year' | 'role' | 'dean' | 'pkStudent'
>;

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
    const profile: Profile | null = JSON.parse(sessionStorage.getItem(storageKeys.profile) ?? 'null');
    return profile ?? undefined;
  } catch {
    return undefined;
  }
}

function readSignIn(): SignIn | undefined {
  if (authenticatedFlag() !== 'true') return undefined;
  const token = sessionStorage.getItem(storageKeys.token) ?? '';
  const claims = claimsOf(token);
  const profile = readProfile();
  if (claims === undefined || profile === undefined) return undefined;
  const receivedAt = Number(sessionStorage.getItem(storageKeys.tokenReceivedAt)) || Date.now();
  return {
    id: claims.jti,
    token,
    actor: actorOf(claims),
    profile,
    receivedAt,
    lifeMilliseconds: Math.max(0, (claims.exp - claims.iat) * 1000),
  };
}

/** Someone asked to leave, or the server ended the sign-in while they were at work. */
export type SignOutReason = 'asked' | 'lost';

/** Whoever signs in, next to whoever was here before: nobody, the same person, or another one. */
export type Arrival = 'first' | 'same' | 'other';

let current: SignIn | undefined;
let reason: SignOutReason = 'asked';
let arrival: Arrival = 'first';
const listeners = new Set<() => void>();

function refresh(): void {
  current = readSignIn();
  for (const listener of listeners) listener();
}

function storeToken(token: string, claims: Claims): void {
  sessionStorage.setItem(storageKeys.token, token);
  sessionStorage.setItem(storageKeys.tokenReceivedAt, String(Date.now()));
  sessionStorage.setItem(storageKeys.userId, claims.sub);
}

/** A killed browser loses its localStorage, but not the marks of those who left something of an exam here. */
let leftBehind: readonly string[] = [];

export function noteLeftBehind(owners: readonly string[]): void {
  leftBehind = owners;
}

/** Notes who is here. Another person than before finds nothing of what the tab kept. */
function noteArrival({ storageOwner }: Profile): void {
  const last = sessionStorage.getItem(lastPersonKey) ?? localStorage.getItem(lastPersonKey);
  const before = last === null ? leftBehind : [last];
  if (before.length === 0) arrival = 'first';
  else arrival = before.includes(storageOwner) ? 'same' : 'other';
  if (arrival === 'other') sessionStorage.clear();
  for (const storage of [sessionStorage, localStorage]) storage.setItem(lastPersonKey, storageOwner);
}

/** The stored flag: 'false' until someone signs in. */
export function authenticatedFlag(): string {
  return sessionStorage.getItem(storageKeys.authenticated) ?? 'false';
}

/** Whoever is signed in, or undefined. */
export function signedIn(): SignIn | undefined {
  return current;
}

/** Who signed in last: only the same person takes up again what was left (AUTH-12). */
export function lastArrival(): Arrival {
  return arrival;
}

/** Takes over what a successful login answered. */
export function signIn(data: LoginData): void {
  const { accessToken, setPasswordToken: _, ...profile } = data;
  const claims = claimsOf(accessToken);
  if (claims === undefined) throw new Error('The server gave a token without readable claims');
  noteArrival(profile);
  storeToken(accessToken, claims);
  sessionStorage.setItem(storageKeys.profile, JSON.stringify(profile));
  sessionStorage.setItem(storageKeys.authenticated, 'true');
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
  sessionStorage.setItem(storageKeys.profile, JSON.stringify(profile));
  refresh();
}

/** Takes over the sign-in of another tab, with everything it holds. */
export function followSignInOf({ token, profile, receivedAt }: SignIn): void {
  const claims = claimsOf(token);
  if (claims === undefined) return;
  noteArrival(profile);
  storeToken(token, claims);
  sessionStorage.setItem(storageKeys.tokenReceivedAt, String(receivedAt));
  sessionStorage.setItem(storageKeys.profile, JSON.stringify(profile));
  sessionStorage.setItem(storageKeys.authenticated, 'true');
  refresh();
}

/**
 * Forgets whoever was signed in: flag 'false', userId 0, no token (AUTH-5), and nothing else that the tab kept. Who it was
 * stays known by their mark; after a lost sign-in also in other tabs, so that the next person does not take up their path.
 */
export function forgetSignIn(because: SignOutReason): void {
  reason = because;
  const person = sessionStorage.getItem(lastPersonKey);
  sessionStorage.clear();
  if (person !== null) sessionStorage.setItem(lastPersonKey, person);
  if (because === 'asked') localStorage.removeItem(lastPersonKey);
  sessionStorage.setItem(storageKeys.authenticated, 'false');
  sessionStorage.setItem(storageKeys.userId, '0');
  refresh();
}

let sessionLostHandler: (() => void) | undefined;

/**
 * Handles a lost sign-in on the page instead of leading to Login, where unsaved work must stay: the page lets the same person
 * sign in again. Returns how to stop.
 */
export function onSessionLost(handler: () => void): () => void {
  sessionLostHandler = handler;
  return () => {
    if (sessionLostHandler === handler) sessionLostHandler = undefined;
  };
}

/** The server no longer knows the sign-in; returns whether the page handles that. */
export function notifySessionLost(): boolean {
  sessionLostHandler?.();
  return sessionLostHandler !== undefined;
}

/** Why nobody is signed in any more; someone whose sign-in was lost wants to come back to where they were. */
export function lastSignOut(): SignOutReason {
  return reason;
}

/** Calls back whenever someone signs in or out or a token changes. */
export function onSignInChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A sign-in that came back with a restored tab, long after its page was closed, is not its owner's any more. */
function wasAbsent(): boolean {
  const aliveAt = Number(sessionStorage.getItem(aliveKey));
  const absent = Date.now() - aliveAt;
  return aliveAt > 0 && absent > mostAbsentMilliseconds && absent < clockJumpMilliseconds;
}

/** Earlier versions kept the sign-in and drafts of questions where closing the browser does not end them. */
function removeFormerEntries(): void {
  const former: readonly string[] = [...Object.values(storageKeys), 'questionPlace'];
  for (const key of Object.keys(localStorage))
    if (former.includes(key) || key.startsWith('questionDraft.')) localStorage.removeItem(key);
}

/** Reads what the tab remembers and notes that it is there; call once at the start. */
export function startSignInState(): void {
  removeFormerEntries();
  if (authenticatedFlag() === 'true' && (wasAbsent() || readSignIn() === undefined)) forgetSignIn('lost');
  else refresh();
  const beat = () => {
    if (current !== undefined) sessionStorage.setItem(aliveKey, String(Date.now()));
  };
  beat();
  setInterval(beat, beatMilliseconds);
  window.addEventListener('pagehide', beat);
}

/** Whoever is signed in, for components. */
export function useSignIn(): SignIn | undefined {
  return useSyncExternalStore(onSignInChange, signedIn);
}

/** The rights of whoever is signed in, for components. */
export function useActor(): Actor | undefined {
  return useSignIn()?.actor;
}
