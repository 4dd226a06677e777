import type { SignIn } from '#web/base/sign-in-state.ts';

/** Encrypts a person's data in this browser with a key that the server gives only to their sign-ins. */
export type Vault = {
  readonly seal: (value: unknown) => Promise<Uint8Array<ArrayBuffer>>;
  /** The decrypted value; undefined when it cannot be read with this person's key. */
  readonly unseal: <T>(sealed: Uint8Array<ArrayBuffer>) => Promise<T | undefined>;
};

/** The owner id of a person's data; it is random and does not identify them. */
export const ownerOf = ({ profile }: SignIn): string => profile.storageOwner;

const cipher = 'AES-GCM';
const ivBytes = 12;
/** Sealed data is padded to a multiple of this, so that its length does not reveal the number of ticks. */
const grain = 256;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Opens a person's vault; undefined where the page has no secure context, without which there is no encryption. */
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
