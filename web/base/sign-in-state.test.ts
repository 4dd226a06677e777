import { beforeEach, describe, expect, it } from 'vitest';
import {
  authenticatedFlag,
  claimsOf,
  forgetSignIn,
  lastArrival,
  noteLeftBehind,
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
  sessionStorage.clear();
});

it("[AUTH-5] the flag is the string 'false' until someone signs in", () => {
  expect(authenticatedFlag()).toBe('false');
  expect(signedIn()).toBeUndefined();
});

it("[AUTH-5] signing in stores 'true', the user's id and the token", () => {
  const data = loginData({ sub: '42', role: ['Profesori', 'Admin'], Year: 0, Email: 'a@b.ro' });
  signIn(data);
  expect(sessionStorage.getItem('authenticated')).toBe('true');
  expect(sessionStorage.getItem('userId')).toBe('42');
  expect(sessionStorage.getItem(storageKeys.token)).toBe(data.accessToken);
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
  expect(sessionStorage.getItem('authenticated')).toBe('false');
  expect(sessionStorage.getItem('userId')).toBe('0');
  expect(sessionStorage.getItem(storageKeys.token)).toBeNull();
  expect(sessionStorage.getItem(storageKeys.profile)).toBeNull();
  expect(signedIn()).toBeUndefined();
});

it('[AUTH-2] never keeps the token that chooses a password', () => {
  signIn(loginData({}, { setPasswordToken: 'secret-link-token' }));
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('secret-link-token');
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

it("[AUTH-5] a flag 'true' without a readable token is no sign-in and is set right at the start", () => {
  sessionStorage.setItem('authenticated', 'true');
  sessionStorage.setItem(storageKeys.token, 'broken');
  startSignInState();
  expect(authenticatedFlag()).toBe('false');
});

describe('[SAFE-19] what the next person at a shared computer finds', () => {
  const tabOf = () => JSON.stringify({ ...sessionStorage });
  const browserOf = () => JSON.stringify({ ...localStorage });

  it('[SAFE-19] a sign-in is kept for the tab and nowhere else', () => {
    const data = loginData({ Email: 'ana@exam.test' }, { name: 'Ana Pop' });
    signIn(data);
    expect(tabOf()).toContain(data.accessToken);
    for (const secret of [data.accessToken, data.storageKey, 'Ana Pop', 'ana@exam.test'])
      expect(browserOf()).not.toContain(secret);
  });

  it('[SAFE-19] signing out leaves nothing in the tab that says anything', () => {
    const data = loginData({}, { name: 'Ana Pop' });
    signIn(data);
    sessionStorage.setItem('routeParams', '{"groupId":"12"}');
    forgetSignIn('asked');
    expect({ ...sessionStorage }).toEqual({
      authenticated: 'false',
      userId: '0',
      lastPerson: data.storageOwner,
    });
    expect({ ...localStorage }).toEqual({});
  });

  it('[SAFE-19] whoever signs in over somebody else finds nothing of them in the tab', () => {
    signIn(loginData({ sub: '7' }));
    sessionStorage.setItem('note.flags.5', '[1,2]');
    signIn(loginData({ sub: '8' }));
    expect(sessionStorage.getItem('note.flags.5')).toBeNull();
    expect(signedIn()?.actor.userId).toBe(8);
  });

  it('[SAFE-19] a tab that the browser restores later brings no sign-in back, a reload does', () => {
    signIn(loginData());
    sessionStorage.setItem('aliveAt', String(Date.now() - 60_000));
    startSignInState();
    expect(authenticatedFlag()).toBe('true');
    sessionStorage.setItem('aliveAt', String(Date.now() - 10 * 60_000));
    startSignInState();
    expect(authenticatedFlag()).toBe('false');
    expect(tabOf()).not.toContain('authorization');
  });

  it('[SAFE-5] a clock that jumps by years signs nobody out', () => {
    signIn(loginData());
    sessionStorage.setItem('aliveAt', String(Date.now() - 10 * 365 * 86_400_000));
    startSignInState();
    expect(authenticatedFlag()).toBe('true');
  });

  it('[SAFE-19] what earlier versions kept across browsers is removed', () => {
    for (const key of ['authorization', 'profile', 'authenticated', 'questionDraft.7.new', 'questionPlace'])
      localStorage.setItem(key, 'of somebody');
    localStorage.setItem('language', 'ro');
    startSignInState();
    expect({ ...localStorage }).toEqual({ language: 'ro' });
  });
});

describe('[AUTH-12] who signs in', () => {
  const ana = () => loginData({ sub: '7' });
  const dan = () => loginData({ sub: '8' });

  it('[AUTH-12][SAFE-19] a killed browser knows by what was left in it whether somebody else comes', () => {
    noteLeftBehind([loginData({ sub: '3' }).storageOwner]);
    signIn(loginData({ sub: '3' }));
    expect(lastArrival()).toBe('same');
    localStorage.clear();
    sessionStorage.clear();
    signIn(loginData({ sub: '4' }));
    expect(lastArrival()).toBe('other');
    noteLeftBehind([]);
  });

  it('[AUTH-12] the same person, another one, or the first here', () => {
    signIn(ana());
    expect(lastArrival()).toBe('first');
    forgetSignIn('lost');
    signIn(ana());
    expect(lastArrival()).toBe('same');
    forgetSignIn('lost');
    signIn(dan());
    expect(lastArrival()).toBe('other');
  });

  it('[AUTH-12] is known in a new tab when the last one was closed without signing out, not after signing out', () => {
    signIn(ana());
    sessionStorage.clear();
    signIn(dan());
    expect(lastArrival()).toBe('other');
    forgetSignIn('asked');
    sessionStorage.clear();
    signIn(ana());
    expect(lastArrival()).toBe('first');
  });
});
