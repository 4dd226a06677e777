import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetSignIn, signedIn, signIn } from '#web/base/sign-in-state.ts';
import { loginData, tokenWith } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { isRenewalDue, startRenewal, switchEnrolment } from './renewal.ts';

const hour = 3_600_000;

describe('when a token is renewed', () => {
  const issued = { receivedAt: 1000, lifeMilliseconds: hour } as Parameters<typeof isRenewalDue>[0];

  it('[AUTH-3] after two thirds of its lifetime, if its owner was active since', () => {
    expect(isRenewalDue(issued, 1000 + (hour * 2) / 3, 2000)).toBe(true);
    expect(isRenewalDue(issued, 1000 + (hour * 2) / 3 - 1, 2000)).toBe(false);
  });

  it('[AUTH-3] not without activity', () => {
    expect(isRenewalDue(issued, 1000 + hour, 900)).toBe(false);
  });
});

describe('renewal in the page', () => {
  let stop: () => void = () => undefined;
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    signIn(loginData({ role: 'Secretar' }));
    stop = startRenewal();
  });
  afterEach(() => {
    stop();
    forgetSignIn('signedOut');
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('[AUTH-3] renews silently while the user works', async () => {
    const fresh = tokenWith({ role: 'Secretar' });
    const wire = stubWire({ 'POST renewToken': { body: { accessToken: fresh } } });
    window.dispatchEvent(new Event('keydown'));
    await vi.advanceTimersByTimeAsync(hour / 2);
    expect(wire.calls()).toEqual([]);
    window.dispatchEvent(new Event('pointerdown'));
    await vi.advanceTimersByTimeAsync(hour / 4);
    expect(wire.calls()).toEqual(['POST renewToken']);
    expect(signedIn()?.token).toBe(fresh);
  });

  it('[AUTH-3] does not renew without activity', async () => {
    const wire = stubWire();
    await vi.advanceTimersByTimeAsync(hour);
    expect(wire.calls()).toEqual([]);
  });
});

it('[AUTH-2] switches the college without a password and replaces the profile', async () => {
  localStorage.clear();
  signIn(loginData({ pkStudent: 3 }, { pkStudent: 3, collegeName: 'Medicină' }));
  const {
    accessToken: _,
    setPasswordToken: __,
    ...profile
  } = loginData({}, { pkStudent: 4, collegeName: 'Farmacie' });
  const wire = stubWire({
    'POST renewToken': { body: { accessToken: tokenWith({ pkStudent: 4 }) } },
    'GET profile': { body: profile },
  });
  await switchEnrolment(4);
  expect(wire.sent[0]?.body).toEqual({ pkStudent: 4 });
  expect(signedIn()?.actor.studentId).toBe(4);
  expect(signedIn()?.profile.collegeName).toBe('Farmacie');
  vi.unstubAllGlobals();
});
