import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { arrivedInTime, deadlineOf, graceSeconds, lastStart, type Slot, startWindow } from './time.ts';

const minute = 60_000;
const at = (clock: string) => Date.parse(`2026-06-15T${clock}:00Z`);
const slot = (changed: Partial<Slot> = {}): Slot => ({
  startsAt: at('10:00'),
  endsAt: at('12:00'),
  extraMinutes: 0,
  ...changed,
});

describe('when an exam can begin', () => {
  test.each([
    ['09:59', { status: 'tooEarly', startsAt: at('10:00') }],
    ['10:00', { status: 'open' }],
    ['11:59', { status: 'open' }],
    ['12:00', { status: 'tooLate', endedAt: at('12:00') }],
  ] as const)('[EXAM-2] at %s of a slot from 10:00 to 12:00: %j', (clock, expected) =>
    expect(startWindow(slot(), at(clock))).toEqual(expected),
  );

  it('[EXAM-2] there is no window without an appointment', () => {
    expect(startWindow(undefined, at('10:00'))).toEqual({ status: 'none' });
  });

  it('[EXAM-11] extra time extends the end of the slot, not its beginning', () => {
    const longer = slot({ extraMinutes: 30 });
    expect(startWindow(longer, at('12:29'))).toEqual({ status: 'open' });
    expect(startWindow(longer, at('12:30'))).toEqual({ status: 'tooLate', endedAt: at('12:30') });
    expect(startWindow(longer, at('09:59')).status).toBe('tooEarly');
  });
});

describe('when a sitting ends', () => {
  test.each([
    ['10:05', 60, 0, '11:05'],
    ['11:30', 60, 0, '12:00'],
    ['10:05', 60, 20, '11:25'],
    ['11:30', 60, 20, '12:20'],
    ['12:10', 60, 20, '12:20'],
  ])('[EXAM-19] begun at %s for %i minutes with %i extra it ends at %s', (start, minutes, extra, end) =>
    expect(deadlineOf(at(start), minutes * 60, slot({ extraMinutes: extra }))).toBe(at(end)),
  );

  it('[SIM-1] a simulation has its full duration', () => {
    expect(deadlineOf(at('11:30'), 3600)).toBe(at('12:30'));
  });

  it('[EXAM-19] a student who may begin has time left, and never more than duration and extra time', () => {
    const minutes = fc.integer({ min: 1, max: 600 });
    fc.assert(
      fc.property(minutes, minutes, minutes, fc.nat(120), (length, duration, after, extraMinutes) => {
        const appointment = slot({ endsAt: at('10:00') + length * minute, extraMinutes });
        const now = appointment.startsAt + after * minute;
        fc.pre(startWindow(appointment, now).status === 'open');
        const left = deadlineOf(now, duration * 60, appointment) - now;
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThanOrEqual((duration + extraMinutes) * minute);
        expect(now + left).toBeLessThanOrEqual(lastStart(appointment));
      }),
    );
  });
});

describe('after the deadline', () => {
  const deadline = at('12:00');

  it('[EXAM-8] saves count until a minute after the deadline, not later', () => {
    expect(graceSeconds).toBe(60);
    expect(arrivedInTime(deadline + 60_000, deadline)).toBe(true);
    expect(arrivedInTime(deadline + 60_001, deadline)).toBe(false);
  });
});
