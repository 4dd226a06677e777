export const healthStates = ['good', 'warning', 'bad', 'off'] as const;
export type Health = (typeof healthStates)[number];

/** The share of the disk that must be free. */
export const minFree = { good: 0.15, warning: 0.05 };

/** Whether a disk has enough room; one of unknown size counts as good. */
export function diskState({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): Health {
  const free = totalBytes === 0 ? 1 : freeBytes / totalBytes;
  if (free < minFree.warning) return 'bad';
  return free < minFree.good ? 'warning' : 'good';
}

/** A backup is expected every day, and may take two hours. */
export const backupHours = 26;

/** Whether the newest backup is recent enough; operators with tools of their own take none here. */
export function backupState(ageHours: number | null): Health {
  if (ageHours === null) return 'off';
  return ageHours > backupHours ? 'warning' : 'good';
}
