import type { SignIn } from '#web/base/sign-in-state.ts';
import {
  bufferLimits,
  createRecordingBuffer,
  type RecordedEvent,
  stoppedOnRequest,
} from './recording-buffer.ts';
import { openRecordingStorage } from './recording-storage.ts';

export type Recorder = {
  /** Stops, and resolves when the whole recording is stored; a stop on request is marked in it. */
  readonly stop: (onRequest?: boolean) => Promise<void>;
};

type StartRecording = (options: {
  readonly emit: (event: RecordedEvent) => void;
  readonly maskAllInputs: boolean;
  readonly recordCanvas: boolean;
  readonly blockClass: string;
  readonly checkoutEveryNth: number;
  readonly sampling: { readonly mousemove: number; readonly scroll: number; readonly input: 'last' };
}) => (() => void) | undefined;

/** How often the recording is moved from memory to storage. */
const cutMilliseconds = 10_000;

/**
 * The number of events between two snapshots of the whole page. The player seeks from a snapshot, so a recording of hours
 * opens and seeks quickly (REC-5). Snapshots of an exam page take about a tenth of the recording.
 */
const eventsPerKeyframe = 3000;

const whenIdle = (work: () => void) =>
  typeof requestIdleCallback === 'function'
    ? requestIdleCallback(work, { timeout: 2000 })
    : setTimeout(work, 0);

/**
 * Records the page from now on: clicks, moves and changes. Inputs are masked, canvas and the on-screen keyboard are
 * left out (REC-1, REC-4). The recording is written to the browser's storage in pieces, while the page is idle. Parts
 * from an earlier page of the sitting count towards the limits.
 */
export async function startRecorder(signIn: SignIn, groupId: number): Promise<Recorder> {
  const [{ record }, storage] = await Promise.all([
    import('@rrweb/record') as unknown as Promise<{ record: StartRecording }>,
    openRecordingStorage(signIn),
  ]);
  const earlier = (await storage.parts()).filter((stored) => stored.groupId === groupId);
  const part = Math.max(0, ...earlier.map((stored) => stored.part)) + 1;
  const buffer = createRecordingBuffer(
    bufferLimits,
    earlier.reduce((sum, { bytes }) => sum + bytes, 0),
  );

  /** Appends pieces one at a time, in the order they were recorded. */
  let writing: Promise<void> = Promise.resolve();
  const keep = () => {
    const json = buffer.flush();
    if (json !== undefined)
      writing = writing
        .then(() => storage.append({ groupId, part, json, at: Date.now() }))
        .catch(() => undefined);
    return writing;
  };
  const stopRecording = record({
    emit: buffer.add,
    maskAllInputs: true,
    recordCanvas: false,
    blockClass: 'rr-block',
    checkoutEveryNth: eventsPerKeyframe,
    sampling: { mousemove: 100, scroll: 150, input: 'last' },
  });
  const timer = setInterval(() => whenIdle(() => void keep()), cutMilliseconds);
  const keepNow = () => {
    if (document.visibilityState === 'hidden') void keep();
  };
  document.addEventListener('visibilitychange', keepNow);
  await keep();

  return {
    stop: async (onRequest = false) => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', keepNow);
      stopRecording?.();
      if (onRequest) buffer.add(stoppedOnRequest(Date.now()));
      await keep();
    },
  };
}
