import { describe, expect, it } from 'vitest';
import { offerEnd, positionOf } from './waiting-list.ts';

const hour = 3_600_000;
// 08:00 in Bucharest, so that twelve hours later is not yet night.
const now = Date.parse('2026-02-02T06:00:00Z');
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

describe('[APPT-10] the end of an offer', () => {
  const late = (from: string, closesAt = '2026-02-20T00:00:00+02:00') => {
    const end = offerEnd(Date.parse(from), {
      closesAt: Date.parse(closesAt),
      bookableUntil: Date.parse(from) + 40 * hour,
    });
    return end === undefined ? undefined : new Date(end).toISOString();
  };

  it('[APPT-10] is never at night, from 22:00 to 08:00 in Bucharest, but at 10:00 in the morning after it', () => {
    expect(late('2026-02-02T19:59:00+02:00')).toBe('2026-02-02T19:59:00.000Z');
    expect(late('2026-02-02T20:00:00+02:00')).toBe('2026-02-03T08:00:00.000Z');
    expect(late('2026-02-02T23:30:00+02:00')).toBe('2026-02-03T08:00:00.000Z');
    expect(late('2026-02-03T05:59:00+02:00')).toBe('2026-02-03T08:00:00.000Z');
    expect(late('2026-02-03T06:00:00+02:00')).toBe('2026-02-03T06:00:00.000Z');
    // The nights in which the clock changes.
    expect(late('2026-03-28T21:00:00+02:00', '2026-04-20T00:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
    expect(late('2026-10-24T21:00:00+03:00', '2026-11-20T00:00:00Z')).toBe('2026-10-25T08:00:00.000Z');
  });

  it('[APPT-10] is the end of booking, also at night', () => {
    expect(late('2026-02-02T22:00:00+02:00', '2026-02-02T23:00:00+02:00')).toBe('2026-02-02T21:00:00.000Z');
  });

  it('[APPT-10] leaves an hour after the exams of the student that begin before it', () => {
    const ends = { closesAt: in_(40), bookableUntil: in_(300) };
    const exam = (from: number, to: number) => ({ startsAt: in_(from), endsAt: in_(to) });
    expect(offerEnd(now, ends, [exam(1, 3)])).toBe(in_(4));
    expect(offerEnd(now, ends, [exam(-1, 0.5)])).toBe(in_(2));
    expect(offerEnd(now, ends, [exam(2, 5)])).toBe(in_(2));
    expect(offerEnd(now, ends, [exam(1, 3), exam(3.5, 6)])).toBe(in_(7));
    expect(offerEnd(now, { ...ends, closesAt: in_(3) }, [exam(1, 3)])).toBe(in_(3));
    // At 20:30 an offer of two hours lasts until the morning: an exam from 9:00 to 11:00 begins before that.
    expect(offerEnd(in_(12.5), ends, [exam(25, 27)])).toBe(in_(28));
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
