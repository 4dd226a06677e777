import type { Finding } from './finding.ts';

/** Whether the recorder of an exam arrives in this browser and can pack what it records; nothing is recorded. */
async function recorderIsThere(): Promise<boolean> {
  if (!('MutationObserver' in window && 'CompressionStream' in window)) return false;
  const { record } = await import('@rrweb/record');
  return typeof record === 'function';
}

/** Whether the screen of an exam could be recorded. */
export async function checkRecording(): Promise<Finding> {
  if (await recorderIsThere().catch(() => false))
    return { state: 'good', says: (t) => t('rehearsal.recording_good') };
  return {
    state: 'bad',
    says: (t) => t('rehearsal.recording_bad'),
    remedy: (t) => t('rehearsal.recording_do'),
  };
}
