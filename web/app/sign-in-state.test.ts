import { beforeEach, expect, it, vi } from 'vitest';
import {
  authenticatedFlag,
  claimsOf,
  forgetSignIn,
  onSignInChange,
  replaceProfile,
  replaceToken,
  signedIn,
  signIn,
  startSignInState,
  storageKeys,
} from './sign-in-state.ts';
import { loginData, tokenWith } from './testing/sign-in.ts';

beforeEach(() => {
  forgetSignIn('asked');
  localStorage.clear();
});

it("[AUTH-5] the flag is the string 'false' until someone signs in", () => {
  expect(authenticatedFlag()).toBe('false');
  expect(signedIn()).toBeUndefined();
});

it("[AUTH-5] signing in stores 'true', the user's id and the token", () => {
  const data = loginData({ sub: '42', role: ['Profesori', 'Admin'], Year: 0, Email: 'a@b.ro' });
  signIn(data);
  expect(localStorage.getItem('authenticated')).toBe('true');
  expect(localStorage.getItem('userId')).toBe('42');
  expect(localStorage.getItem(storageKeys.token)).toBe(data.accessToken);
  expect(signedIn()?.actor).toEqual({
    userId: 42,
    email: 'a@b.ro',
    roles: ['Admin', 'Profesori'],
    dean: false,
    year: 0,
    studentId: undefined,
  });
});

it("[AUTH-5] signing out sets 'false' and userId 0 and drops token and profile", () => {
  signIn(loginData());
  forgetSignIn('asked');
  expect(localStorage.getItem('authenticated')).toBe('false');
  expect(localStorage.getItem('userId')).toBe('0');
  expect(localStorage.getItem(storageKeys.token)).toBeNull();
  expect(localStorage.getItem(storageKeys.profile)).toBeNull();
  expect(signedIn()).toBeUndefined();
});

it('[AUTH-2] never keeps the token that chooses a password', () => {
  signIn(loginData({}, { setPasswordToken: 'secret-link-token' }));
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret-link-token');
});

it('[AUTH-3] reads claims with letters of any language and refuses what is no token', () => {
  expect(claimsOf(tokenWith({ Email: 'ștefan@exam.test' }))?.Email).toBe('ștefan@exam.test');
  expect(claimsOf('nonsense')).toBeUndefined();
  expect(claimsOf('a.b.c')).toBeUndefined();
  expect(claimsOf('')).toBeUndefined();
});

it('[AUTH-3] learns the life of a token from the token, even when this clock is years off', () => {
  signIn(loginData({ iat: 1_000_000, exp: 1_000_000 + 3600 }));
  expect(signedIn()?.lifeMilliseconds).toBe(3_600_000);
});

it('[AUTH-3] a renewed token replaces the old one and keeps the profile', () => {
  signIn(loginData());
  replaceToken(tokenWith({ role: 'Secretar', Year: 3 }));
  expect(signedIn()?.actor.roles).toEqual(['Secretar']);
  expect(signedIn()?.profile.name).toBe('Ștefan Țurcanu');
});

it('[AUTH-2] another enrolment brings its own details', () => {
  signIn(loginData());
  const {
    accessToken: _,
    setPasswordToken: __,
    ...profile
  } = loginData({}, { collegeName: 'Farmacie', pkStudent: 4 });
  replaceProfile(profile);
  expect(signedIn()?.profile.collegeName).toBe('Farmacie');
});

it('[AUTH-5] a sign-out in another tab is followed here', () => {
  startSignInState();
  signIn(loginData());
  const changed = vi.fn();
  const stop = onSignInChange(changed);
  localStorage.setItem('authenticated', 'false');
  window.dispatchEvent(new StorageEvent('storage', { key: 'authenticated', newValue: 'false' }));
  expect(changed).toHaveBeenCalled();
  expect(signedIn()).toBeUndefined();
  stop();
});

it("[AUTH-5] a flag 'true' without a readable token is no sign-in and is set right at the start", () => {
  localStorage.setItem('authenticated', 'true');
  localStorage.setItem(storageKeys.token, 'broken');
  startSignInState();
  expect(authenticatedFlag()).toBe('false');
});
