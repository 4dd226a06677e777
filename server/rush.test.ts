import { describe, expect, it, vi } from 'vitest';
import { isUrgent, openRush } from './rush.ts';

const nobody = { isRush: () => false };

describe('a rush', () => {
  it('[SAFE-18] begins with many exam calls in progress and ends shortly after them', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const rush = openRush(nobody);
      const ends = Array.from({ length: 11 }, () => rush.note());
      expect(rush.isRush()).toBe(false);
      ends.push(rush.note());
      expect(rush.isRush()).toBe(true);
      for (const end of ends) end();
      expect(rush.isRush()).toBe(true);
      vi.advanceTimersByTime(500);
      expect(rush.isRush()).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('[SAFE-18] is more than a busy exam, which is a steady rate of calls', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const rush = openRush(nobody);
      const callsEvery = (milliseconds: number) => {
        for (let call = 0; call < 500; call += 1) {
          rush.note()();
          vi.advanceTimersByTime(milliseconds);
        }
      };
      callsEvery(60);
      expect(rush.areExamsBusy()).toBe(false);
      callsEvery(40);
      expect([rush.areExamsBusy(), rush.isRush()]).toEqual([true, false]);
      vi.advanceTimersByTime(2000);
      expect(rush.areExamsBusy()).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts the end of a call once', () => {
    const rush = openRush(nobody);
    const ends = Array.from({ length: 11 }, () => rush.note());
    ends[0]?.();
    ends[0]?.();
    rush.note();
    expect(rush.isRush()).toBe(false);
    rush.note();
    expect(rush.isRush()).toBe(true);
  });

  it('[SAFE-18] is also when every thread checks passwords', () => {
    expect(openRush({ isRush: () => true }).isRush()).toBe(true);
  });

  it('is made by calls of exams and booking only', () => {
    expect([isUrgent('exam'), isUrgent('booking'), isUrgent('list'), isUrgent('office')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
