import { expect, it } from 'vitest';
import { delayResponses } from './response-delays.ts';

const once = { ofAccount: 1, accountsFromAddress: 1 };

/** Responses that are delayed until the test releases them. */
function held() {
  const waiting: (() => void)[] = [];
  const pauses: number[] = [];
  const slow = delayResponses((milliseconds) => {
    pauses.push(milliseconds);
    return new Promise((resolve) => waiting.push(resolve));
  });
  const wrong = (email: string) =>
    slow.refuse(email, performance.now(), once, false).catch((error: Error) => error.message);
  return { wrong, pauses, letGo: () => waiting.splice(0).map((resolve) => resolve()) };
}

it('[AUTH-7] throttles a fourth delayed response of one account, whatever the case of the address', async () => {
  const { wrong, letGo, pauses } = held();
  const three = [wrong('a@exam.test'), wrong('A@exam.test'), wrong('a@EXAM.test')];
  const fourth = wrong('a@exam.test');
  letGo();
  expect(await fourth).toBe('auth.throttled');
  expect(pauses.at(-1)).toBe(500);
  expect(await Promise.all(three)).toEqual(Array(3).fill('auth.wrongCredentials'));
  const later = wrong('a@exam.test');
  letGo();
  expect(await later).toBe('auth.wrongCredentials');
});

it('[AUTH-7] delays at most two hundred responses in total', async () => {
  const { wrong, letGo } = held();
  const all = Array.from({ length: 200 }, (_, n) => wrong(`person${n}@exam.test`));
  const oneMore = wrong('one.more@exam.test');
  letGo();
  expect(await oneMore).toBe('auth.throttled');
  expect(new Set(await Promise.all(all))).toEqual(new Set(['auth.wrongCredentials']));
});
