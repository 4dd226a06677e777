import { expect, it } from 'vitest';
import { slowAnswers } from './slow-answers.ts';

const once = { ofAccount: 1, accountsFromAddress: 1 };

/** Answers that are held until the test lets them go. */
function held() {
  const waiting: (() => void)[] = [];
  const slow = slowAnswers(() => new Promise((resolve) => waiting.push(resolve)));
  const wrong = (email: string) =>
    slow.refuse(email, performance.now(), once).catch((error: Error) => error.message);
  return { wrong, letGo: () => waiting.splice(0).map((resolve) => resolve()) };
}

it('[AUTH-7] a fourth answer held back for one account is refused at once, whatever the case of the address', async () => {
  const { wrong, letGo } = held();
  const three = [wrong('a@exam.test'), wrong('A@exam.test'), wrong('a@EXAM.test')];
  expect(await wrong('a@exam.test')).toBe('auth.throttled');
  letGo();
  expect(await Promise.all(three)).toEqual(Array(3).fill('auth.wrongCredentials'));
  const later = wrong('a@exam.test');
  letGo();
  expect(await later).toBe('auth.wrongCredentials');
});

it('[AUTH-7] no more than two hundred answers are held back altogether', async () => {
  const { wrong, letGo } = held();
  const all = Array.from({ length: 200 }, (_, n) => wrong(`person${n}@exam.test`));
  expect(await wrong('one.more@exam.test')).toBe('auth.throttled');
  letGo();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['auth.wrongCredentials']));
});
