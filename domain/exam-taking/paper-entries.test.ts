import { expect, it } from 'vitest';
import { differencesOf, discardRefusal, paperRefusal } from './paper-entries.ts';

it('names the questions on which the two entries differ', () => {
  const reading = (ticks: readonly number[], ...cleared: number[]) => ({ ticks, cleared });
  expect(differencesOf(reading([1, 2, 0], 3), reading([1, 2, 0], 3))).toEqual([]);
  expect(differencesOf(reading([1, 2, 0]), reading([1, 4, 8]))).toEqual([2, 3]);
  expect(differencesOf(reading([1]), reading([1, 0]))).toEqual([2]);
  expect(differencesOf(reading([1, 0, 0]), reading([1, 0, 0], 3))).toEqual([3]);
});

it('[PRINT-1] opens printed papers from the slot until the key, then to administrators with a reason until the contestations end', () => {
  const now = { hasBegun: true, isPrinted: true, isLateEntry: false, isOver: false };
  const secretary = { mayEnterLate: false, hasReason: true };
  const admin = { mayEnterLate: true, hasReason: true };
  expect(paperRefusal(now, { ...secretary, hasReason: false })).toBeUndefined();
  // A sitting after the contestations of its session is entered on its day.
  expect(paperRefusal({ ...now, isOver: true }, secretary)).toBeUndefined();
  expect(paperRefusal({ ...now, hasBegun: false }, admin)).toBe('paper.tooEarly');
  expect(paperRefusal({ ...now, isPrinted: false }, admin)).toBe('paper.notPrinted');
  expect(paperRefusal({ ...now, isLateEntry: true }, secretary)).toBe('paper.keyOpen');
  expect(paperRefusal({ ...now, isLateEntry: true }, { ...admin, hasReason: false })).toBe(
    'paper.reasonNeeded',
  );
  expect(paperRefusal({ ...now, isLateEntry: true }, admin)).toBeUndefined();
  expect(paperRefusal({ ...now, isLateEntry: true, isOver: true }, admin)).toBe('paper.tooLate');
});

it('[PRINT-1] keeps entries that nobody could make again', () => {
  const open = { hasBegun: true, isPrinted: true, isLateEntry: true, isOver: false };
  expect(discardRefusal(open, false)).toBeUndefined();
  expect(discardRefusal({ ...open, hasBegun: false }, false)).toBeUndefined();
  expect(discardRefusal({ ...open, isLateEntry: false, isOver: true }, false)).toBeUndefined();
  expect(discardRefusal({ ...open, isOver: true }, false)).toBe('paper.tooLate');
  expect(discardRefusal(open, true)).toBe('paper.handedIn');
});
