import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetSignIn, type SignIn, signedIn, signIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { openNotes } from './private-notes.ts';
import { openVault, ownerOf } from './vault.ts';

afterEach(() => {
  forgetSignIn('signedOut');
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function person(sub: string): SignIn {
  signIn(loginData({ sub, Email: `nr${sub}@exam.test` }));
  const held = signedIn();
  if (!held) throw new Error('nobody is signed in');
  return held;
}
const vaultOf = async (signIn: SignIn) => {
  const vault = await openVault(signIn);
  if (!vault) throw new Error('no encryption here');
  return vault;
};
const ticks = { questionId: 5001, answers: [500_101, 500_103] };

describe('[SAFE-19] a vault', () => {
  it('[SAFE-19] opens for its owner at any later sign-in, and for no other user', async () => {
    const sealed = await (await vaultOf(person('7'))).seal(ticks);
    expect(await (await vaultOf(person('7'))).unseal(sealed)).toEqual(ticks);
    expect(await (await vaultOf(person('8'))).unseal(sealed)).toBeUndefined();
  });

  it('[SAFE-19] reveals neither its content nor the number of ticks', async () => {
    const vault = await vaultOf(person('7'));
    const [some, more] = await Promise.all([
      vault.seal({ ...ticks, text: 'Întrebare' }),
      vault.seal({ ...ticks, answers: [...ticks.answers, 500_104], text: 'Întrebare' }),
    ]);
    expect(new TextDecoder().decode(some)).not.toMatch(/answers|ntrebare|5001/);
    expect(more?.length).toBe(some?.length);
    expect(await vault.seal(ticks)).not.toEqual(await vault.seal(ticks));
  });

  it('[SAFE-19] detects tampering', async () => {
    const vault = await vaultOf(person('7'));
    const sealed = await vault.seal(ticks);
    sealed[20] = (sealed[20] ?? 0) ^ 1;
    expect(await vault.unseal(sealed)).toBeUndefined();
  });

  it('[SAFE-19] is stored under an owner id that does not identify its owner', () => {
    const mark = ownerOf(person('7'));
    expect(mark).toMatch(/^[0-9a-f-]{36}$/);
    expect(mark).not.toContain('nr7@exam.test');
  });

  it('[SAFE-19] is unavailable without a secure context', async () => {
    const held = person('7');
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await openVault(held)).toBeUndefined();
  });
});

describe('[SAFE-19] notes without encryption', () => {
  it('[SAFE-19] last as long as the tab and the sign-in', async () => {
    const held = person('7');
    const notes = await openNotes(held);
    await notes.keep('flags.5', [1, 2]);
    expect(await notes.read('flags.5')).toEqual([1, 2]);
    forgetSignIn('lost');
    expect(await notes.read('flags.5')).toBeUndefined();
    await notes.keep('flags.5', [3]);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('flags.5');
  });
});
