import { expect, it } from 'vitest';
import { withFileThread } from './file-thread.ts';

it('[SAFE-10] two files are processed at a time, so that a slow one does not block another person', async () => {
  let end = (_: string) => {};
  const slow = new Promise<string>((resolve) => {
    end = resolve;
  });
  const first = withFileThread(1, () => slow);
  await withFileThread(2, async () => end('after the second'));
  expect(await first).toBe('after the second');
});
