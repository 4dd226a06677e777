import { hash } from '@node-rs/argon2';
import { afterAll, describe, expect, it } from 'vitest';
import { openHashThreads } from './hash-threads.ts';
import { hashAtOnce, meetsMinimum } from './password-hash.ts';

const threads = openHashThreads(2);
afterAll(() => threads.close());

describe('the hash of a password', () => {
  it('[SAFE-11] is argon2id, matches only its password, and is salted', async () => {
    const [one, other] = await Promise.all([threads.hash('open sesame!'), threads.hash('open sesame!')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect(one).not.toBe(other);
    expect(await threads.verify(one, 'open sesame!')).toBe(true);
    expect(await threads.verify(one, 'open sesame')).toBe(false);
  });

  it('[SAFE-11] made with other parameters still verifies', async () => {
    const older = await hash('open sesame!', { memoryCost: 19_456, timeCost: 2 });
    expect([await threads.verify(older, 'open sesame!'), await threads.verify(older, 'x')]).toEqual([
      true,
      false,
    ]);
  });

  it('that is malformed fails only its own check', async () => {
    await expect(threads.verify('no hash at all', 'x')).rejects.toThrow();
    expect(await threads.verify(await hashAtOnce('x'), 'x')).toBe(true);
  });

  it.each([
    ['m=7168,t=5', true],
    ['m=19456,t=2', true],
    ['m=47104,t=1', true],
    ['m=65536,t=3', true],
    ['m=7168,t=4', false],
    ['m=19455,t=2', false],
    ['m=8,t=1', false],
  ])('[SAFE-11] with %s is strong enough: %s', (parameters, enough) => {
    expect(meetsMinimum(`$argon2id$v=19$${parameters},p=1$c2FsdA$aGFzaA`)).toBe(enough);
    expect(meetsMinimum(`$argon2i$v=19$${parameters},p=1$c2FsdA$aGFzaA`)).toBe(false);
  });

  it('[SAFE-18] many at once count as a rush until done; a few do not', async () => {
    const hash = await hashAtOnce('x');
    const check = () => threads.verify(hash, 'x');
    await Promise.all([check(), check()]);
    expect(threads.isRush()).toBe(false);
    let going = true;
    const people = Array.from({ length: 4 }, async () => {
      while (going) await check();
    });
    await expect.poll(threads.isRush).toBe(true);
    going = false;
    await Promise.all(people);
    await expect.poll(threads.isRush).toBe(false);
  });
});
