import { nameOfPart } from '#domain/exam-taking/recording-name.ts';
import { upload } from '#web/api/upload.ts';
import { ApiError } from '#web/base/api-error.ts';
import { signedIn } from '#web/base/sign-in-state.ts';
import {
  type DatedPart,
  openRecordingStorage,
  type RecordingStorage,
  type StoredPart,
} from './recording-storage.ts';

/** Compresses with gzip where the browser can; the server accepts both. */
async function packed(events: Blob, name: string): Promise<File> {
  if (typeof CompressionStream === 'undefined') return new File([events], name);
  const stream = events.stream().pipeThrough(new CompressionStream('gzip'));
  return new File([await new Response(stream).blob()], name);
}

/** A part the server will never accept is not sent again. */
const isPermanent = (failure: unknown) =>
  failure instanceof ApiError &&
  [
    'resource.notFound',
    'recording.unreadable',
    'recording.full',
    'request.tooLarge',
    'request.malformed',
  ].includes(failure.code);

async function uploadPart(storage: RecordingStorage, part: StoredPart): Promise<boolean> {
  try {
    const file = await packed(await storage.read(part), nameOfPart(part));
    // The server puts parts of several computers in order by it.
    const clientTime = new Date().toISOString();
    await upload(`uploadExamRecording?clientTime=${clientTime}`, file);
  } catch (failure) {
    if (!isPermanent(failure)) return false;
  }
  await storage.remove(part);
  return true;
}

/**
 * Uploads the wanted recordings of a user that this browser still holds; returns whether none of them are left. Failed
 * uploads stay for a later attempt. Users upload only their own recordings.
 */
export async function uploadRecordings(
  userId: number,
  isIncluded: (part: DatedPart) => boolean = () => true,
): Promise<boolean> {
  const isHere = () => signedIn()?.actor.userId === userId;
  const signIn = signedIn();
  if (!signIn || !isHere()) return false;
  const storage = await openRecordingStorage(signIn);
  let isDone = true;
  for (const part of (await storage.parts()).filter(isIncluded)) {
    if (!isHere()) return false;
    isDone = (await uploadPart(storage, part)) && isDone;
  }
  return isDone;
}

/** A whole room uploads together, so retries get random jitter. */
const pauses = [0, 5000, 15_000, 30_000, 60_000, 120_000, 240_000] as const;
const pauseOf = (milliseconds: number) => milliseconds * (0.5 + Math.random());

/** Retries the upload a few times in the background; a later page uploads what is left. */
export async function uploadInTime(userId: number, isIncluded?: (part: DatedPart) => boolean): Promise<void> {
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pauseOf(pause)));
    if (await uploadRecordings(userId, isIncluded).catch(() => false)) return;
  }
}
