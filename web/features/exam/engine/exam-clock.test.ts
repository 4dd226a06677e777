import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockText } from '#web/base/clock-text.ts';
import {
  type ExamClock,
  isShort,
  type ServerTiming,
  secondsLeft,
  updateClock,
  warningBetween,
} from './exam-clock.ts';

/** The server's response, with network latency both ways. */
const answer = (deadline: number, sentAt: number, there: number, back: number): ServerTiming => ({
  remainingSeconds: Math.max(0, Math.round((deadline - sentAt - there) / 1000)),
  sentAt,
  receivedAt: sentAt + there + back,
});
const learnAll = (answers: readonly ServerTiming[]) =>
  answers.reduce<ExamClock | undefined>(updateClock, undefined) as ExamClock;

const way = fc.integer({ min: 0, max: 400 });
const asking = fc.record({ pause: fc.integer({ min: 10, max: 60_000 }), there: way, back: way });

describe('[SAFE-5] the countdown', () => {
  it('[SAFE-5] stays within a second of the server’s deadline, whatever the latency', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3_600_000, max: 10_000_000 }),
        fc.array(asking, { minLength: 1, maxLength: 40 }),
        (deadline, askings) => {
          let at = 0;
          let clock: ExamClock | undefined;
          for (const { pause, there, back } of askings) {
            at += pause;
            clock = updateClock(clock, answer(deadline, at, there, back));
            expect(Math.abs(clock.deadline - deadline)).toBeLessThanOrEqual(1000);
          }
        },
      ),
    );
  });

  it('[EXAM-4] never jumps: consistent responses move the shown end by less than a second in total', () => {
    fc.assert(
      fc.property(fc.array(asking, { minLength: 2, maxLength: 40 }), (askings) => {
        let at = 0;
        let clock: ExamClock | undefined;
        const ends: number[] = [];
        for (const { pause, there, back } of askings) {
          at += pause;
          clock = updateClock(clock, answer(5_000_000, at, there, back));
          ends.push(clock.deadline);
        }
        const first = ends[0] ?? 0;
        for (const end of ends) expect(Math.abs(end - first)).toBeLessThan(1000);
      }),
    );
  });

  it('[SAFE-5] corrects a clock that stopped while the computer slept, on the next response', () => {
    const before = learnAll([answer(3_600_000, 0, 20, 20)]);
    // The computer slept for ten minutes, and the page's clock did not advance.
    const after = updateClock(before, answer(3_600_000 - 600_000, 1000, 20, 20));
    expect(Math.abs(after.deadline - 3_000_000)).toBeLessThanOrEqual(1000);
  });

  it('[EXAM-11] shows credited time with the next response', () => {
    const before = learnAll([answer(600_000, 0, 5, 5), answer(600_000, 10_000, 5, 5)]);
    const after = updateClock(before, answer(600_000 + 15 * 60_000, 20_000, 5, 5));
    expect(Math.abs(after.deadline - 1_500_000)).toBeLessThanOrEqual(1000);
  });

  it('[EXAM-7] ends when no time is left, even when the server reports it late', () => {
    const clock = learnAll([{ remainingSeconds: 0, sentAt: 5000, receivedAt: 5040 }]);
    expect(secondsLeft(clock, 6000)).toBe(0);
    const running = learnAll([answer(9000, 0, 5, 5)]);
    expect(
      secondsLeft(updateClock(running, { remainingSeconds: 0, sentAt: 5000, receivedAt: 5010 }), 5600),
    ).toBe(0);
  });

  it('[EXAM-4] shows the last second until it is over', () => {
    const clock = learnAll([{ remainingSeconds: 2, sentAt: 0, receivedAt: 0 }]);
    expect([0, 999, 1000, 1999, 2000, 9000].map((now) => secondsLeft(clock, now))).toEqual([
      2, 2, 1, 1, 0, 0,
    ]);
  });
});

describe('[EXAM-4] time format and warnings', () => {
  it('[EXAM-4] shows minutes and seconds, and hours when there are any', () => {
    expect([0, 59, 60, 2832, 3600, 7384].map((seconds) => clockText(seconds))).toEqual([
      '00:00',
      '00:59',
      '01:00',
      '47:12',
      '1:00:00',
      '2:03:04',
    ]);
  });

  it('[EXAM-4] warns once at ten, five and one minute, and highlights the time from five minutes on', () => {
    expect(warningBetween(601, 600)).toBe(10);
    expect(warningBetween(600, 599)).toBeUndefined();
    expect(warningBetween(301, 300)).toBe(5);
    expect(warningBetween(61, 60)).toBe(1);
    expect(warningBetween(700, 200)).toBe(5);
    expect(warningBetween(2, 0)).toBeUndefined();
    expect([301, 300].map(isShort)).toEqual([false, true]);
  });
});
