import { ping } from '#web/api/ping.ts';
import { examPresence, isExamVisible } from '#web/base/exam-presence.ts';
import type { SignIn } from '#web/base/sign-in-state.ts';
import { cleanUp } from '#web/base/storage/private-clean-up.ts';
import { openPrivateDatabase } from '#web/base/storage/private-database.ts';
import { ownerOf } from '#web/base/storage/vault.ts';
import { sendLeftovers } from './engine/send-leftovers.ts';
import { uploadRecordings } from './recording/recording-upload.ts';
import { openExamStorage } from './storage/exam-storage.ts';

/** How long something must have lain untouched before a page that is not its exam's takes care of it. */
export const untouchedMilliseconds = 2 * 60_000;

/**
 * Sends what exams left in this browser: somebody whose computer failed near the end may come back to any page. Only what
 * is their own is sent, and nothing that a page of an exam may still be working on. Answers whether something is left.
 */
export async function clearLeftovers(signIn: SignIn): Promise<boolean> {
  const { userId } = signIn.actor;
  const storage = await openExamStorage(signIn);
  const untouched = Date.now() - untouchedMilliseconds;
  const all = await storage.savesOf(userId);
  // A clock that was put back makes a save come from the future; nobody works on that one.
  const saves = all.filter(
    ({ clientTime }) => Date.parse(clientTime) < untouched || Date.parse(clientTime) > Date.now(),
  );
  for (const examId of new Set(saves.map((save) => save.examId)))
    sendLeftovers(
      storage,
      saves.filter((save) => save.examId === examId),
    );
  // While an official exam runs here, only its own recording would be taken.
  const isUploaded =
    !isExamVisible(false, examPresence.get()) && (await uploadRecordings(userId, ({ at }) => at < untouched));
  return all.length > 0 || !isUploaded;
}

/** Removes what others left here and nobody came back for; only the server's clock tells how long ago that was. */
export async function removeForgotten(signIn: SignIn): Promise<void> {
  const now = (await ping())?.serverTime;
  if (now !== undefined) await cleanUp(await openPrivateDatabase(), ownerOf(signIn), now);
}
