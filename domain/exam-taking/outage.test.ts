import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditProblem, isOutage, outageMinutes } from './outage.ts';

const minute = 60_000;
const nine = Date.UTC(2026, 0, 26, 9);
const at = (minutes: number) => nine + minutes * minute;
const outage = { from: at(20), until: at(30) };

describe('[SAFE-12] an outage', () => {
  it('[SAFE-12] begins after a minute without a heartbeat', () => {
    expect(isOutage(nine, nine + 60_000)).toBe(false);
    expect(isOutage(nine, nine + 60_001)).toBe(true);
  });

  it.each([
    ['its whole length, in the middle of an exam', { startedAt: at(0), deadline: at(60) }, at(32), 10],
    [
      'the rest of the time, when the deadline fell into it',
      { startedAt: at(0), deadline: at(24) },
      at(30),
      10,
    ],
    ['also the time until the decision', { startedAt: at(0), deadline: at(24) }, at(45), 25],
    [
      'the outage, and the wait since a deadline after it',
      { startedAt: at(0), deadline: at(33) },
      at(40),
      17,
    ],
    ['nothing before the exam began', { startedAt: at(25), deadline: at(60) }, at(32), 5],
    ['a minute for answers still on their way', { startedAt: at(0), deadline: at(20) - 30_000 }, at(30), 11],
    ['nothing when the exam began after it', { startedAt: at(31), deadline: at(60) }, at(32), 0],
  ])('[SAFE-12] credits %s', (_what, exam, now, minutes) => {
    expect(outageMinutes(exam, outage, now)).toBe(minutes);
  });

  it('[SAFE-12] gives back the time of two outages once, whichever is credited first', () => {
    const [first, second] = [outage, { from: at(35), until: at(50) }];
    // Its time ended at 40, in the second outage: ten minutes of the first and five of the second are lost.
    const exam = { startedAt: at(0), deadline: at(40) };
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const once = exam.deadline + outageMinutes(exam, one, at(55)) * minute;
      const moved = { startedAt: at(0), deadline: once, deadlineAtOutageEnd: exam.deadline };
      expect(once + outageMinutes(moved, other, at(56)) * minute).toBe(at(55 + 15));
    }
  });

  it('[SAFE-12] leaves every student at least the time the outage took', () => {
    const minutes = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(minutes, minutes, minutes, (left, length, wait) => {
        const deadline = outage.from + left * minute;
        const until = outage.from + length * minute;
        const now = until + wait * minute;
        const taken = Math.min(left, length);
        const credited =
          deadline + outageMinutes({ startedAt: nine, deadline }, { from: outage.from, until }, now) * minute;
        expect(credited - Math.max(deadline, now)).toBe(taken * minute);
      }),
    );
  });

  it('[SAFE-12] is not credited beyond the maximum extra time, nor into the next appointment', () => {
    const appointment = { endsAt: at(60), extraMinutes: 700, nextStart: undefined };
    expect(creditProblem(appointment, 20)).toBeUndefined();
    expect(creditProblem(appointment, 21)).toBe('tooMuch');
    const next = { endsAt: at(60), extraMinutes: 5, nextStart: at(75) };
    expect(creditProblem(next, 10)).toBeUndefined();
    expect(creditProblem(next, 11)).toBe('elsewhere');
  });
});
