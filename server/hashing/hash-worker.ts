import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { lowerPriority } from '#server/thread-priority.ts';
import { hashOptions } from './password-hash.ts';

export type HashRequest =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly password: string; readonly storedHash: string };
export type HashResponse = { readonly result: string | boolean } | { readonly error: string };

/** Below saves and everything else, yet high enough that office work does not starve sign-ins. */
const niceness = 5;

function work(request: HashRequest): HashResponse {
  try {
    return {
      result:
        request.kind === 'hash'
          ? hashSync(request.password, hashOptions)
          : verifySync(request.storedHash, request.password),
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

lowerPriority(niceness);
parentPort?.on('message', (request: HashRequest) => parentPort?.postMessage(work(request)));
