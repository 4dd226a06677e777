import { afterEach, expect, it, vi } from 'vitest';
import { confirm, pendingConfirm } from './confirm.ts';

afterEach(() => void vi.unstubAllGlobals());

it('[UX-16] falls back to the browser’s confirm when there is no host yet', async () => {
  const browserConfirm = vi.fn((_text?: string) => true);
  vi.stubGlobal('confirm', browserConfirm);
  const question = { title: 'Hand in', message: 'Two answers are missing.', confirmLabel: 'Hand in' };
  expect(await confirm(question)).toBe(true);
  expect(browserConfirm).toHaveBeenCalledWith(expect.stringContaining('Two answers are missing.'));
  expect(pendingConfirm.get()).toBeUndefined();
});
