import { describe, expect, it } from 'vitest';
import { offerEnd, positionOf } from './waiting-list.ts';

const hour = 3_600_000;
const now = Date.parse('2026-02-02T09:00:00Z');
const in_ = (hours: number) => now + hours * hour;

describe('an offered seat', () => {
  it('[APPT-10] is held for twelve hours while booking stays open for long', () => {
    expect(offerEnd(now, { closesAt: in_(200), bookableUntil: in_(300) })).toBe(in_(12));
  });

  it('[APPT-10] is held for two hours when booking closes within two days', () => {
    expect(offerEnd(now, { closesAt: in_(48), bookableUntil: in_(300) })).toBe(in_(12));
    expect(offerEnd(now, { closesAt: in_(47), bookableUntil: in_(300) })).toBe(in_(2));
    expect(offerEnd(now, { closesAt: in_(300), bookableUntil: in_(30) })).toBe(in_(2));
  });

  it('[APPT-10] is never held beyond the end of booking or of the slot, and not offered in the last minutes', () => {
    expect(offerEnd(now, { closesAt: in_(1), bookableUntil: in_(300) })).toBe(in_(1));
    expect(offerEnd(now, { closesAt: in_(300), bookableUntil: in_(0.5) })).toBe(in_(0.5));
    expect(offerEnd(now, { closesAt: in_(0.2), bookableUntil: in_(300) })).toBeUndefined();
    expect(offerEnd(now, { closesAt: in_(-1), bookableUntil: in_(300) })).toBeUndefined();
  });
});

describe('the position in the queue', () => {
  const day = [
    { id: 1, studentId: 101, roomId: 1, slotId: 7 },
    { id: 2, studentId: 102, roomId: undefined, slotId: undefined },
    { id: 3, studentId: 103, roomId: 1, slotId: 8 },
    { id: 4, studentId: 104, roomId: 1, slotId: 7 },
    { id: 5, studentId: 105, roomId: undefined, slotId: undefined },
    { id: 6, studentId: 106, roomId: 1, slotId: undefined },
    { id: 7, studentId: 107, roomId: 2, slotId: undefined },
    { id: 8, studentId: 108, roomId: 2, slotId: 9 },
  ];

  it('[APPT-10] counts those who came earlier and could take the same seat', () => {
    expect(day.map((place) => positionOf(place, day))).toEqual([1, 2, 2, 3, 5, 6, 3, 4]);
  });

  it('[APPT-10] counts students, not their places, and never the student themselves', () => {
    const place = (id: number, studentId: number, slotId?: number) => ({ id, studentId, roomId: 1, slotId });
    const queue = [place(1, 50, 7), place(2, 50), place(3, 60, 7), place(4, 50, 7)];
    expect(queue.map((one) => positionOf(one, queue))).toEqual([1, 1, 2, 2]);
  });
});
