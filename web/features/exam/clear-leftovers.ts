import { ping } from '#web/api/ping.ts';
import { examPresence, isExamVisible } from '#web/base/exam-presence.ts';
import type { SignIn } from '#web/base/sign-in-state.ts';
import { cleanUp } from '#web/base/storage/private-clean-up.ts';
import { openPrivateDatabase } from '#web/base/storage/private-database.ts';
import { ownerOf } from '#web/base/storage/vault.ts';
import { sendLeftovers } from './engine/send-leftovers.ts';
import { uploadRecordings } from './recording/recording-upload.ts';
import { openExamStorage } from './storage/exam-storage.ts';

/** How old a leftover must be before a page other than its exam's handles it. */
const untouchedMilliseconds = 2 * 60_000;

/**
 * Sends what exams left in this browser: a student whose computer failed near the end may return to any page. Sends
 * only the user's own data, and skips anything a page of an exam may still be working on. Returns whether something is
 * left.
 */
export async function clearLeftovers(signIn: SignIn): Promise<boolean> {
  const { userId } = signIn.actor;
  const storage = await openExamStorage(signIn);
  const untouched = Date.now() - untouchedMilliseconds;
  const all = await storage.savesOf(userId);
  // A clock that was set back dates a save in the future; no page is working on it.
  const saves = all.filter(
    ({ clientTime }) => Date.parse(clientTime) < untouched || Date.parse(clientTime) > Date.now(),
  );
  for (const examId of new Set(saves.map((save) => save.examId)))
    sendLeftovers(
      storage,
      saves.filter((save) => save.examId === examId),
    );
  // While an official exam runs here, the server accepts only its own recording.
  const isUploaded =
    !isExamVisible(false, examPresence.get()) && (await uploadRecordings(userId, ({ at }) => at < untouched));
  return all.length > 0 || !isUploaded;
}

/** Removes leftovers whose owners did not return. Only the server's clock tells how old they are. */
export async function removeForgotten(signIn: SignIn): Promise<void> {
  const now = (await ping())?.serverTime;
  if (now !== undefined) await cleanUp(await openPrivateDatabase(), ownerOf(signIn), now);
}
