import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  authenticatedFlag,
  claimsOf,
  forgetSignIn,
  lastArrival,
  replaceProfile,
  replaceToken,
  setLeftoverOwners,
  signedIn,
  signIn,
  startSignInState,
  storageKeys,
} from './sign-in-state.ts';
import { loginData, tokenWith } from './testing/sign-in.ts';

beforeEach(() => {
  forgetSignIn('signedOut');
  localStorage.clear();
  sessionStorage.clear();
});

it("[AUTH-5] has the flag 'false' until a user signs in", () => {
  expect(authenticatedFlag()).toBe('false');
  expect(signedIn()).toBeUndefined();
});

it("[AUTH-5] stores 'true', the user's id and the token on sign-in", () => {
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

it("[AUTH-5] sets 'false' and userId 0 and removes token and profile on sign-out", () => {
  signIn(loginData());
  forgetSignIn('signedOut');
  expect(sessionStorage.getItem('authenticated')).toBe('false');
  expect(sessionStorage.getItem('userId')).toBe('0');
  expect(sessionStorage.getItem(storageKeys.token)).toBeNull();
  expect(sessionStorage.getItem(storageKeys.profile)).toBeNull();
  expect(signedIn()).toBeUndefined();
});

it('[AUTH-2] never stores the set-password token', () => {
  signIn(loginData({}, { setPasswordToken: 'secret-link-token' }));
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('secret-link-token');
});

it('[AUTH-3] reads claims with letters of any language and rejects invalid tokens', () => {
  expect(claimsOf(tokenWith({ Email: 'ștefan@exam.test' }))?.Email).toBe('ștefan@exam.test');
  expect(claimsOf('nonsense')).toBeUndefined();
  expect(claimsOf('a.b.c')).toBeUndefined();
  expect(claimsOf('')).toBeUndefined();
});

it('[AUTH-3] reads a token’s lifetime from the token, even when the computer’s clock is years off', () => {
  signIn(loginData({ iat: 1_000_000, exp: 1_000_000 + 3600 }));
  expect(signedIn()?.lifeMilliseconds).toBe(3_600_000);
});

it('[AUTH-3] replaces the token on renewal and keeps the profile', () => {
  signIn(loginData());
  replaceToken(tokenWith({ role: 'Secretar', Year: 3 }));
  expect(signedIn()?.actor.roles).toEqual(['Secretar']);
  expect(signedIn()?.profile.name).toBe('Ștefan Țurcanu');
});

it('[AUTH-2] replaces the profile with that of another enrolment', () => {
  signIn(loginData());
  const {
    accessToken: _,
    setPasswordToken: __,
    ...profile
  } = loginData({}, { collegeName: 'Farmacie', pkStudent: 4 });
  replaceProfile(profile);
  expect(signedIn()?.profile.collegeName).toBe('Farmacie');
});

it("[AUTH-5] resets a flag 'true' without a readable token at startup", () => {
  sessionStorage.setItem('authenticated', 'true');
  sessionStorage.setItem(storageKeys.token, 'broken');
  startSignInState();
  expect(authenticatedFlag()).toBe('false');
});

describe('[SAFE-19] what the next person at a shared computer finds', () => {
  afterEach(() => vi.restoreAllMocks());
  const tabOf = () => JSON.stringify({ ...sessionStorage });
  const browserOf = () => JSON.stringify({ ...localStorage });

  it('[SAFE-19] stores a sign-in for the tab and nowhere else', () => {
    const data = loginData({ Email: 'ana@exam.test' }, { name: 'Ana Pop' });
    signIn(data);
    expect(tabOf()).toContain(data.accessToken);
    for (const secret of [data.accessToken, data.storageKey, 'Ana Pop', 'ana@exam.test'])
      expect(browserOf()).not.toContain(secret);
  });

  it('[SAFE-19] leaves nothing personal in the tab after sign-out', () => {
    const data = loginData({}, { name: 'Ana Pop' });
    signIn(data);
    sessionStorage.setItem('routeParams', '{"groupId":"12"}');
    forgetSignIn('signedOut');
    expect({ ...sessionStorage }).toEqual({
      authenticated: 'false',
      userId: '0',
      lastPerson: data.storageOwner,
    });
    expect({ ...localStorage }).toEqual({});
  });

  it('[SAFE-19] removes the previous user’s data from the tab when another user signs in', () => {
    signIn(loginData({ sub: '7' }));
    sessionStorage.setItem('note.flags.5', '[1,2]');
    signIn(loginData({ sub: '8' }));
    expect(sessionStorage.getItem('note.flags.5')).toBeNull();
    expect(signedIn()?.actor.userId).toBe(8);
  });

  it('[SAFE-19] drops the sign-in of a tab that is restored later, and keeps it on reload', () => {
    signIn(loginData());
    sessionStorage.setItem('aliveAt', String(Date.now() - 60_000));
    startSignInState();
    expect(authenticatedFlag()).toBe('true');
    sessionStorage.setItem('aliveAt', String(Date.now() - 10 * 60_000));
    startSignInState();
    expect(authenticatedFlag()).toBe('false');
    expect(tabOf()).not.toContain('authorization');
  });

  const backButton = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  it('[SAFE-19] keeps a page that the back button shows again shortly after', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    signIn(loginData());
    startSignInState();
    backButton();
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ['ten minutes later', () => sessionStorage.setItem('aliveAt', String(Date.now() - 10 * 60_000))],
    ['after a sign-out in the tab', () => sessionStorage.clear()],
    [
      'after somebody else signed in',
      () => sessionStorage.setItem(storageKeys.token, tokenWith({ jti: 'other' })),
    ],
  ])('[SAFE-19] starts a page anew that the back button shows again %s', (_, meanwhile) => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    signIn(loginData());
    startSignInState();
    meanwhile();
    const aliveAt = sessionStorage.getItem('aliveAt');
    backButton();
    expect(reload).toHaveBeenCalled();
    // The page that ends does not count as present any more.
    window.dispatchEvent(new Event('pagehide'));
    expect(sessionStorage.getItem('aliveAt')).toBe(aliveAt);
  });

  it('[SAFE-19] drops the sign-in of a tab restored the next day, where tokens live for days', () => {
    const now = Math.floor(Date.now() / 1000);
    signIn(loginData({ iat: now - 20 * 3600, exp: now + 6 * 86_400 }));
    sessionStorage.setItem('aliveAt', String(Date.now() - 20 * 3_600_000));
    startSignInState();
    expect(authenticatedFlag()).toBe('false');
  });

  it('[SAFE-5] keeps the sign-in when the clock jumps by years', () => {
    signIn(loginData());
    sessionStorage.setItem('aliveAt', String(Date.now() - 10 * 365 * 86_400_000));
    startSignInState();
    expect(authenticatedFlag()).toBe('true');
  });

  it('[SAFE-19] removes what earlier versions stored for the whole browser', () => {
    for (const key of ['authorization', 'profile', 'authenticated', 'questionDraft.7.new', 'questionPlace'])
      localStorage.setItem(key, 'of somebody');
    localStorage.setItem('language', 'ro');
    startSignInState();
    expect({ ...localStorage }).toEqual({ language: 'ro' });
  });
});

describe('[AUTH-12] the person who signs in', () => {
  const ana = () => loginData({ sub: '7' });
  const dan = () => loginData({ sub: '8' });

  it('[AUTH-12][SAFE-19] recognizes another user after the browser was killed, by the data left in it', () => {
    setLeftoverOwners([loginData({ sub: '3' }).storageOwner]);
    signIn(loginData({ sub: '3' }));
    expect(lastArrival()).toBe('same');
    localStorage.clear();
    sessionStorage.clear();
    signIn(loginData({ sub: '4' }));
    expect(lastArrival()).toBe('other');
    setLeftoverOwners([]);
  });

  it('[AUTH-12] distinguishes the same person, another one, and the first one', () => {
    signIn(ana());
    expect(lastArrival()).toBe('first');
    forgetSignIn('lost');
    signIn(ana());
    expect(lastArrival()).toBe('same');
    forgetSignIn('lost');
    signIn(dan());
    expect(lastArrival()).toBe('other');
  });

  it('[AUTH-12] recognizes another person in a new tab after a close without sign-out, but not after a sign-out', () => {
    signIn(ana());
    sessionStorage.clear();
    signIn(dan());
    expect(lastArrival()).toBe('other');
    forgetSignIn('signedOut');
    sessionStorage.clear();
    signIn(ana());
    expect(lastArrival()).toBe('first');
  });
});
