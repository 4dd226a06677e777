import { openExamStorage } from './exam-storage.ts';
import { uploadRecordings } from './recording/recording-upload.ts';
import { sendLeftovers } from './send-leftovers.ts';

/** How long something must have lain untouched before a page that is not its exam's takes care of it. */
const untouchedMilliseconds = 2 * 60_000;

/**
 * Sends what exams left in this browser: somebody whose computer failed near the end may come back to any page. Only what
 * is their own is sent, and nothing that a page of an exam may still be working on.
 */
export async function clearLeftovers(userId: number): Promise<void> {
  const storage = await openExamStorage();
  const untouched = Date.now() - untouchedMilliseconds;
  const saves = (await storage.savesOf(userId)).filter(
    ({ clientTime }) => Date.parse(clientTime) < untouched,
  );
  for (const examId of new Set(saves.map((save) => save.examId)))
    sendLeftovers(
      storage,
      saves.filter((save) => save.examId === examId),
    );
  await uploadRecordings(userId, ({ at }) => at < untouched);
}
