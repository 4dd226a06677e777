import { nameOfPart } from '#domain/exam-taking/recording-name.ts';
import { ApiError } from '#web/api/api-error.ts';
import { upload } from '#web/api/upload.ts';
import { signedIn } from '#web/app/sign-in-state.ts';
import {
  type DatedPart,
  type KeptPart,
  openRecordingStorage,
  type RecordingStorage,
} from './recording-storage.ts';

/** Gzipped where the browser can; the server takes both. */
async function packed(events: Blob, name: string): Promise<File> {
  if (typeof CompressionStream === 'undefined') return new File([events], name);
  const stream = events.stream().pipeThrough(new CompressionStream('gzip'));
  return new File([await new Response(stream).blob()], name);
}

/** A part the server will never take is not offered to it again. */
const isHopeless = (failure: unknown) =>
  failure instanceof ApiError &&
  ['resource.notFound', 'recording.unreadable', 'request.tooLarge', 'request.malformed'].includes(
    failure.code,
  );

async function uploadPart(storage: RecordingStorage, userId: number, part: KeptPart): Promise<boolean> {
  try {
    const file = await packed(await storage.read(userId, part), nameOfPart(part));
    await upload('uploadExamRecording', file);
  } catch (failure) {
    if (!isHopeless(failure)) return false;
  }
  await storage.remove(userId, part);
  return true;
}

/**
 * Uploads what this browser still holds of somebody's recordings, as far as it is wanted; answers whether nothing of that is
 * left. What cannot be uploaded now stays for another time, and nobody uploads what belongs to another.
 */
export async function uploadRecordings(
  userId: number,
  isWanted: (part: DatedPart) => boolean = () => true,
): Promise<boolean> {
  const storage = await openRecordingStorage();
  let isDone = true;
  for (const part of (await storage.parts(userId)).filter(isWanted)) {
    if (signedIn()?.actor.userId !== userId) return false;
    isDone = (await uploadPart(storage, userId, part)) && isDone;
  }
  return isDone;
}

const pauses = [0, 5000, 30_000, 120_000] as const;

/** The same, tried a few times in the background; what is left then waits for another page. */
export async function uploadInTime(userId: number, isWanted?: (part: DatedPart) => boolean): Promise<void> {
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (await uploadRecordings(userId, isWanted).catch(() => false)) return;
  }
}
