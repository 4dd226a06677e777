import { hash, verify } from '@node-rs/argon2';
import { hashOptions } from './password-hash.ts';

export type HashWork =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly password: string; readonly storedHash: string };
export type HashRequest = HashWork & { readonly id: number };
export type HashResponse = { readonly id: number } & (
  | { readonly result: string | boolean }
  | { readonly error: string }
);

/** Hashes in libuv's pool, whose size the parent sets, so that this process can read further requests meanwhile. */
async function respond(request: HashRequest): Promise<HashResponse> {
  const { id, password } = request;
  try {
    const result =
      request.kind === 'hash'
        ? await hash(password, hashOptions)
        : await verify(request.storedHash, password);
    return { id, result };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
}

process.on('message', async (request: HashRequest) => {
  const response = await respond(request);
  if (process.connected) process.send?.(response);
});
// The parent has stopped or was killed.
process.on('disconnect', () => process.exit());
