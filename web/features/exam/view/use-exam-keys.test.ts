import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { pressKey, useExamKeys } from './use-exam-keys.ts';

const press = (key: string, more: { code?: string; shiftKey?: boolean } = {}) => {
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const tickAt = vi.fn((index: number) => {
    if (index < 5) done.push(`tick ${index}`);
    return index < 5;
  });
  const steps = {
    next: note('next'),
    back: note('back'),
    skip: note('skip'),
    flag: note('flag'),
    finish: note('finish'),
    review: note('review'),
    jump: note('jump'),
    tickAt,
  };
  const handled = pressKey(steps, { key, code: more.code ?? '', shiftKey: more.shiftKey ?? false });
  return [handled, ...done];
};

describe('[EXAM-4] the keyboard shortcuts of the exam', () => {
  it('[EXAM-4] ticks answers by letter, in either case', () => {
    expect(press('a')).toEqual([true, 'tick 0']);
    expect(press('E', { shiftKey: true })).toEqual([true, 'tick 4']);
  });

  it('[EXAM-4] reads a keyboard with other letters by key position', () => {
    expect(press('ф', { code: 'KeyA' })).toEqual([true, 'tick 0']);
  });

  it('[EXAM-4] moves with arrows, skips with Shift, flags for review with the full stop', () => {
    expect(press('ArrowRight')).toEqual([true, 'next']);
    expect(press('ArrowLeft')).toEqual([true, 'back']);
    expect(press('ArrowRight', { shiftKey: true })).toEqual([true, 'skip']);
    expect(press('.')).toEqual([true, 'flag']);
  });

  it('[EXAM-4] ticks once while a key is held down', () => {
    const tickAt = vi.fn(() => true);
    const nothing = () => undefined;
    const steps = {
      next: nothing,
      back: nothing,
      skip: nothing,
      flag: nothing,
      finish: nothing,
      review: nothing,
      jump: nothing,
      tickAt,
    };
    const { unmount } = renderHook(() => useExamKeys(steps));
    for (const repeat of [false, true, true])
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', repeat }));
    unmount();
    expect(tickAt).toHaveBeenCalledOnce();
  });

  it('[EXAM-4] leaves other keys alone', () => {
    for (const key of ['z', 'Enter', ' ', 'ArrowDown', 'Tab', 'F5', '1']) expect(press(key)[0]).toBe(false);
  });
});
