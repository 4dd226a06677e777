import { onSignInChange, signedIn } from './sign-in-state.ts';

/** The name of what exams keep in the browser; only where it exists is there anything to look for. */
const database = 'exam-platform';
/** The page that was asked for comes first. */
const calmMilliseconds = 8000;

async function clear(): Promise<void> {
  const userId = signedIn()?.actor.userId;
  if (userId === undefined || typeof indexedDB?.databases !== 'function') return;
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === database)) return;
  const { clearLeftovers } = await import('#web/features/exam/clear-leftovers.ts');
  await clearLeftovers(userId);
}

/** Looks, a while after the page has come up and after every sign-in, whether an exam left something to send. */
export function startExamLeftovers(): void {
  let timer: ReturnType<typeof setTimeout>;
  let userId: number | undefined;
  const look = () => {
    const now = signedIn()?.actor.userId;
    if (now === userId) return;
    userId = now;
    clearTimeout(timer);
    timer = setTimeout(() => void clear().catch(() => undefined), calmMilliseconds);
  };
  look();
  onSignInChange(look);
}
