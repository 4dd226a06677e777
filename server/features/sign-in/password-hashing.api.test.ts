import { describe, expect, it } from 'vitest';
import { hashPassword, passwordMatches } from './password-hashing.ts';

describe('the hash of a password', () => {
  it('[SAFE-11] is argon2id, tells the password from others, and is never the same twice', async () => {
    const [one, other] = await Promise.all([hashPassword('open sesame!'), hashPassword('open sesame!')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await passwordMatches('a@exam.test', one, 'open sesame!')).toBe(true);
    expect(await passwordMatches('a@exam.test', one, 'open sesame')).toBe(false);
  });

  it('[SAFE-11] that does not exist matches nothing, not even what stands in for it', async () => {
    expect(await passwordMatches('a@exam.test', null, 'nobody has this password')).toBe(false);
  });

  it('[AUTH-7] hammering one account does not keep others waiting', async () => {
    const hash = await hashPassword('open sesame!');
    const order: string[] = [];
    const attempt = async (email: string) => {
      await passwordMatches(email, hash, 'a guess');
      order.push(email);
    };
    const guesses = Array.from({ length: 30 }, () => attempt('victim@exam.test'));
    await Promise.all([...guesses, attempt('somebody.else@exam.test')]);
    expect(order.indexOf('somebody.else@exam.test')).toBeLessThan(10);
  });
});
