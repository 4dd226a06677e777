import { delay } from './delay.ts';

let uploading: Promise<unknown> = Promise.resolve();

/** Notes an upload that continues after its screen. */
export function noteLateUpload(work: Promise<unknown>): void {
  uploading = work.catch(() => undefined);
}

/** Resolves when the noted upload has ended; a stuck one is not waited for longer than half a minute. */
export const lateUploadEnded = (): Promise<unknown> => Promise.race([uploading, delay(30_000)]);
