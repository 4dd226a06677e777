import { useEffect, useState } from 'react';
import { chunk } from '#web/base/chunk.ts';
import { signedIn } from '#web/base/sign-in-state.ts';
import type { Recorder } from './recorder.ts';

const recorderChunk = chunk(() => import('./recorder.ts'));
const uploadChunk = chunk(() => import('./recording-upload.ts'));

type Recorded = {
  readonly userId: number;
  readonly groupId: number;
  /** Records while the exam can be answered; uploads once it is over. */
  readonly phase: 'before' | 'running' | 'over';
};

/** Ensures that the last piece is stored before the upload reads the recording. */
let lastStop: Promise<void> = Promise.resolve();

/**
 * Records the exam while it runs and uploads the recording in the background when it is over. Returns whether it is
 * recording. A recording failure never blocks the exam.
 */
export function useRecording({ userId, groupId, phase }: Recorded): boolean {
  const [isRecording, setRecording] = useState(false);

  useEffect(() => {
    if (phase !== 'running') return;
    let recorder: Recorder | undefined;
    let isGone = false;
    const start = async () => {
      const { startRecorder } = await recorderChunk.load();
      const signIn = signedIn();
      if (isGone || signIn?.actor.userId !== userId) return;
      recorder = await startRecorder(signIn, groupId);
      if (isGone) return void recorder.stop();
      setRecording(true);
    };
    void start().catch(() => undefined);
    return () => {
      isGone = true;
      setRecording(false);
      if (recorder) lastStop = recorder.stop();
    };
  }, [phase, userId, groupId]);

  useEffect(() => {
    if (phase !== 'over') return;
    // Continues after the page has navigated to the results.
    void Promise.all([uploadChunk.load(), lastStop]).then(
      ([{ uploadInTime }]) => uploadInTime(userId),
      () => undefined,
    );
  }, [phase, userId]);

  return isRecording;
}
