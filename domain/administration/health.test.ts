import { describe, expect, it } from 'vitest';
import { backupHours, backupState, diskState, minFree } from './health.ts';

describe('[ADMIN-1] the health of the disk', () => {
  it.each([
    [100, 'good'],
    [15, 'good'],
    [14, 'warning'],
    [5, 'warning'],
    [4, 'bad'],
    [0, 'bad'],
  ])('[ADMIN-1] with %i %% free is %s', (free, state) => {
    expect(diskState({ freeBytes: free, totalBytes: 100 })).toBe(state);
  });

  it('[ADMIN-1] is judged by the share that is free', () => {
    expect(minFree).toEqual({ good: 0.15, warning: 0.05 });
    expect(diskState({ freeBytes: 0, totalBytes: 0 })).toBe('good');
  });
});

describe('[ADMIN-1] the health of the backup', () => {
  it('[ADMIN-1] asks for one a day, and says nothing where none is taken here', () => {
    expect(backupHours).toBe(26);
    expect([null, 0, 25.9, 26, 26.1, 400].map(backupState)).toEqual([
      'off',
      'good',
      'good',
      'good',
      'warning',
      'warning',
    ]);
  });
});
