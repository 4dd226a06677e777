import type { Finding } from './finding.ts';

/** Checks that the exam's recorder loads in this browser and can compress; records nothing. */
async function canLoadRecorder(): Promise<boolean> {
  if (!('MutationObserver' in window && 'CompressionStream' in window)) return false;
  const { record } = await import('@rrweb/record');
  return typeof record === 'function';
}

/** Whether an exam's screen could be recorded. */
export async function checkRecording(): Promise<Finding> {
  if (await canLoadRecorder().catch(() => false))
    return { state: 'good', says: (t) => t('rehearsal.recording_good') };
  return {
    state: 'bad',
    says: (t) => t('rehearsal.recording_bad'),
    remedy: (t) => t('rehearsal.recording_do'),
  };
}
