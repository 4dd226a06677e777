import { useSyncExternalStore } from 'react';
import type { LoginData, TokenClaims } from '#contract/auth.ts';
import { type Actor, rolesOfProfile } from '#domain/access/actor.ts';

/**
 * A sign-in belongs to the tab: closing the browser ends it on that computer. The stored flag is a string; anything but
 * 'true' and 'false' is neither signed in nor signed out (AUTH-5).
 */
export const storageKeys = {
  authenticated: 'authenticated',
  userId: 'userId',
  token: 'authorization',
  tokenReceivedAt: 'tokenReceivedAt',
  profile: 'profile',
} as const;

/** When the page of this tab was last alive. A browser that restores its tabs would restore their sign-ins too. */
const aliveKey = 'aliveAt';
const beatMilliseconds = 20_000;
const maxAwayMilliseconds = 3 * 60_000;
/**
 * A longer absence means that the computer's clock was set, unless the token lives even longer. One that has expired
 * is refused by the server.
 */
const clockJumpMilliseconds = 12 * 60 * 60_000;

/** The random owner id of the last user here; it does not identify them. */
const lastPersonKey = 'lastPerson';

/** The details of the signed-in user, apart from rights. */
export type Profile = Omit<LoginData, 'accessToken' | 'setPasswordToken'>;

export type SignIn = {
  /** The id of the sign-in, the same for all its tokens. */
  readonly id: string;
  readonly token: string;
  readonly actor: Actor;
  readonly profile: Profile;
  /** When this browser received the token, on its own clock, and the token's lifetime. */
  readonly receivedAt: number;
  readonly lifeMilliseconds: number;
};

type Claims = Pick<
  TokenClaims,
  'sub' | 'jti' | 'exp' | 'iat' | 'Email' | 'Year' | 'role' | 'dean' | 'pkStudent'
>;

/** Reads the claims of a token without verifying it. The server verifies; the screens only hide what is not allowed. */
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

/** The user signed out, or the server ended the sign-in. */
export type SignOutReason = 'signedOut' | 'lost';

/** How the user who signs in relates to the previous one: there was none, the same person, or another one. */
export type Arrival = 'first' | 'same' | 'other';

let current: SignIn | undefined;
let reason: SignOutReason = 'signedOut';
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

/** The owner ids of data left by exams here; unlike localStorage, they survive a killed browser. */
let leftBehind: readonly string[] = [];

export function setLeftoverOwners(owners: readonly string[]): void {
  leftBehind = owners;
}

/** Records who signed in. Clears the tab when it is another person than before. */
function noteArrival({ storageOwner }: Profile): void {
  const last = sessionStorage.getItem(lastPersonKey) ?? localStorage.getItem(lastPersonKey);
  const before = last === null ? leftBehind : [last];
  if (before.length === 0) arrival = 'first';
  else arrival = before.includes(storageOwner) ? 'same' : 'other';
  if (arrival === 'other') sessionStorage.clear();
  for (const storage of [sessionStorage, localStorage]) storage.setItem(lastPersonKey, storageOwner);
}

/** The stored flag: 'false' until a user signs in. */
export function authenticatedFlag(): string {
  return sessionStorage.getItem(storageKeys.authenticated) ?? 'false';
}

export function signedIn(): SignIn | undefined {
  return current;
}

/** How the last user to sign in relates to the one before; only the same person resumes what was left (AUTH-12). */
export function lastArrival(): Arrival {
  return arrival;
}

/** Stores the response of a successful login. */
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

/** Stores a renewed token; the profile stays until `replaceProfile`. */
export function replaceToken(token: string): void {
  const claims = claimsOf(token);
  if (claims === undefined || current === undefined) return;
  storeToken(token, claims);
  refresh();
}

/** Stores the details of another enrolment of the same person. */
export function replaceProfile(profile: Profile): void {
  sessionStorage.setItem(storageKeys.profile, JSON.stringify(profile));
  refresh();
}

/** Adopts the sign-in of another tab. */
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
 * Signs the user out locally: flag 'false', userId 0, no token (AUTH-5), and the tab's storage cleared. Their owner id
 * stays, after a lost sign-in also for other tabs, so that the next person does not resume their navigation.
 */
export function forgetSignIn(because: SignOutReason): void {
  reason = because;
  const person = sessionStorage.getItem(lastPersonKey);
  sessionStorage.clear();
  if (person !== null) sessionStorage.setItem(lastPersonKey, person);
  if (because === 'signedOut') localStorage.removeItem(lastPersonKey);
  sessionStorage.setItem(storageKeys.authenticated, 'false');
  sessionStorage.setItem(storageKeys.userId, '0');
  refresh();
}

let sessionLostHandler: (() => void) | undefined;

/**
 * Registers a handler for a lost sign-in, for pages with unsaved work: instead of redirecting to Login, the page lets
 * the same person sign in again. Returns a function that removes it.
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

/** Why the last sign-in ended; a user whose sign-in was lost wants to return to where they were. */
export function lastSignOut(): SignOutReason {
  return reason;
}

/** Subscribes to sign-ins, sign-outs and token changes. */
export function onSignInChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the sign-in belongs to a tab that was restored long after its page was closed; its owner may be gone. */
function wasAbsent(): boolean {
  const aliveAt = Number(sessionStorage.getItem(aliveKey));
  const absent = Date.now() - aliveAt;
  const clockJump = Math.max(clockJumpMilliseconds, readSignIn()?.lifeMilliseconds ?? 0);
  return aliveAt > 0 && absent > maxAwayMilliseconds && absent < clockJump;
}

/** Earlier versions stored the sign-in and question drafts where they survive closing the browser. */
function removeFormerEntries(): void {
  const former: readonly string[] = [...Object.values(storageKeys), 'questionPlace'];
  for (const key of Object.keys(localStorage))
    if (former.includes(key) || key.startsWith('questionDraft.')) localStorage.removeItem(key);
}

/** Reads the tab's sign-in and starts its heartbeat; call once at startup. */
export function startSignInState(): void {
  removeFormerEntries();
  if (authenticatedFlag() === 'true' && (wasAbsent() || readSignIn() === undefined)) forgetSignIn('lost');
  else refresh();
  const beat = () => {
    if (current !== undefined) sessionStorage.setItem(aliveKey, String(Date.now()));
  };
  beat();
  const beating = setInterval(beat, beatMilliseconds);
  // A page that the browser kept for its back button starts anew when its sign-in may have ended.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || (!wasAbsent() && readSignIn()?.id === current?.id)) return;
    clearInterval(beating);
    window.removeEventListener('pagehide', beat);
    window.location.reload();
  });
  window.addEventListener('pagehide', beat);
}

export function useSignIn(): SignIn | undefined {
  return useSyncExternalStore(onSignInChange, signedIn);
}

/** The rights of the signed-in user, as a hook. */
export function useActor(): Actor | undefined {
  return useSignIn()?.actor;
}
