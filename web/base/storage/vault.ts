import type { SignIn } from '#web/base/sign-in-state.ts';

/** What one person leaves in this browser, readable only with the key that the server gives to a sign-in of theirs. */
export type Vault = {
  readonly seal: (value: unknown) => Promise<Uint8Array<ArrayBuffer>>;
  /** What was sealed; undefined when it cannot be read with this person's key. */
  readonly unseal: <T>(sealed: Uint8Array<ArrayBuffer>) => Promise<T | undefined>;
};

/** The mark under which a person's things are filed; it is random and tells nobody who it is. */
export const ownerOf = ({ profile }: SignIn): string => profile.storageOwner;

const cipher = 'AES-GCM';
const ivBytes = 12;
/** Sealed things are as long as the next multiple of this, so that their length does not tell how much was ticked. */
const grain = 256;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Opens somebody's vault; undefined where the page has no secure context and the browser offers no encryption. */
export async function openVault({ profile }: SignIn): Promise<Vault | undefined> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return undefined;
  const key = await subtle.importKey('raw', bytesOf(profile.storageKey), cipher, false, [
    'encrypt',
    'decrypt',
  ]);
  return {
    seal: async (value) => {
      const text = JSON.stringify(value);
      const plain = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / grain) * grain));
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const sealed = new Uint8Array(await subtle.encrypt({ name: cipher, iv }, key, plain));
      const whole = new Uint8Array(ivBytes + sealed.length);
      whole.set(iv);
      whole.set(sealed, ivBytes);
      return whole;
    },
    unseal: async <T>(sealed: Uint8Array<ArrayBuffer>) => {
      try {
        const iv = sealed.subarray(0, ivBytes);
        const plain = await subtle.decrypt({ name: cipher, iv }, key, sealed.subarray(ivBytes));
        return JSON.parse(new TextDecoder().decode(plain)) as T;
      } catch {
        return undefined;
      }
    },
  };
}
