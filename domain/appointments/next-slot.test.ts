import { describe, expect, it } from 'vitest';
import { isOpenSlot, nextSlot } from './next-slot.ts';

const day = '2027-02-03';
const at = (hour: number, examDate = day) => Date.parse(`${examDate}T00:00:00Z`) + hour * 3_600_000;
const slot = (examRoomSlotId: number, from: number, examDate = day) => ({
  examDate,
  examRoomSlotId,
  startsAt: at(from, examDate),
  endsAt: at(from + 2, examDate),
});

describe('a slot in which a person could get a seat', () => {
  const nothing = { taken: [], others: [], extraMinutes: 0 };
  const seats = { fitting: 1, free: 1, waiting: 0 };
  const other = (from: number, to: number) => ({ startsAt: at(from), endsAt: at(to) });

  it.each([
    ['a fitting seat is free', true, nothing, seats],
    ['no free seat fits', false, nothing, { fitting: 0, free: 3, waiting: 0 }],
    ['as many wait as seats are free', false, nothing, { fitting: 2, free: 2, waiting: 2 }],
    ['those who wait can take the seats that do not fit', true, nothing, { fitting: 1, free: 3, waiting: 2 }],
    ['it is the slot that was full', false, { ...nothing, taken: [slot(1, 8)] }, seats],
    ['the same slot was full on another day', true, { ...nothing, taken: [slot(1, 8, '2027-02-04')] }, seats],
    ['another slot was full', true, { ...nothing, taken: [slot(2, 8)] }, seats],
    ['another exam ends when it begins', true, { ...nothing, others: [other(6, 8)] }, seats],
    ['another exam ends during it', false, { ...nothing, others: [other(6, 8.5)] }, seats],
    ['another exam begins when it ends', true, { ...nothing, others: [other(10, 12)] }, seats],
    [
      'another exam begins in its extra time',
      false,
      { ...nothing, others: [other(10, 12)], extraMinutes: 15 },
      seats,
    ],
  ])('[APPT-2] %s: %s', (_what, isOpen, ownExams, counts) => {
    expect(isOpenSlot(slot(1, 8), ownExams, counts)).toBe(isOpen);
  });
});

describe('the slot named instead of a full one', () => {
  const [early, noon, evening, tomorrow] = [slot(1, 8), slot(2, 12), slot(3, 18), slot(4, 6, '2027-02-04')];

  it.each([
    ['the first later one of the day', [tomorrow, evening, early], evening],
    ['one in another room at the same time', [evening, slot(5, 12)], slot(5, 12)],
    ['one of another day before an earlier one of the same day', [early, tomorrow], tomorrow],
    ['an earlier one of the same day when none is later', [early], early],
    ['none', [], undefined],
  ])('[APPT-2] is %s', (_what, open, expected) => {
    expect(nextSlot(open, noon)).toEqual(expected);
  });
});
