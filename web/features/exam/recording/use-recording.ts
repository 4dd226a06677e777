import { useEffect, useState } from 'react';
import { chunk } from '#web/base/chunk.ts';
import { delay } from '#web/base/delay.ts';
import { lateUpload } from '#web/base/late-upload.ts';
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

/** The recording of a sitting, which its student may stop and start again (REC-1). */
export type Recording = {
  readonly state: 'off' | 'recording' | 'stopped';
  readonly start: () => void;
  readonly stop: () => void;
};

/** The sitting whose recording this tab's user stopped. */
const stoppedKey = 'recordingStopped';

/**
 * Records the exam while it runs and uploads the recording in the background when it is over. A recording failure never
 * blocks the exam. Each start begins a new part.
 */
export function useRecording({ userId, groupId, phase }: Recorded): Recording {
  const [isRecording, setRecording] = useState(false);
  const [isStopped, setStopped] = useState(() => sessionStorage.getItem(stoppedKey) === String(groupId));
  const isEnabled = phase === 'running' && !isStopped;

  useEffect(() => {
    if (!isEnabled) return;
    let recorder: Recorder | undefined;
    let isUnmounted = false;
    const start = async () => {
      const [{ startRecorder }] = await Promise.all([recorderChunk.load(), lastStop]);
      const signIn = signedIn();
      if (isUnmounted || signIn?.actor.userId !== userId) return;
      recorder = await startRecorder(signIn, groupId);
      if (isUnmounted) return void recorder.stop();
      setRecording(true);
    };
    void start().catch(() => undefined);
    return () => {
      isUnmounted = true;
      setRecording(false);
      if (recorder) lastStop = recorder.stop(sessionStorage.getItem(stoppedKey) === String(groupId));
    };
  }, [isEnabled, userId, groupId]);

  useEffect(() => {
    if (phase === 'before') return;
    // Loaded while the exam runs: an upgrade may delete it before the exam is over.
    const loading = uploadChunk.load();
    if (phase === 'running') return void loading.catch(() => undefined);
    // Continues after the page has navigated to the results.
    const uploading = Promise.all([loading, lastStop]).then(
      ([{ uploadInTime }]) => uploadInTime(userId),
      () => undefined,
    );
    // A stuck upload is not waited for.
    lateUpload.ended = Promise.race([uploading, delay(30_000)]);
  }, [phase, userId]);

  return {
    state: phase !== 'running' ? 'off' : isStopped ? 'stopped' : isRecording ? 'recording' : 'off',
    start: () => {
      sessionStorage.removeItem(stoppedKey);
      setStopped(false);
    },
    stop: () => {
      sessionStorage.setItem(stoppedKey, String(groupId));
      setStopped(true);
    },
  };
}
