import { describe, expect, it } from 'vitest';
import { behindOf, clocksOf, type MarkedEvent, marksOf, recordedMoment } from './recording-marks.ts';

const event = (given: Partial<MarkedEvent>): MarkedEvent => ({
  kind: 'saved',
  at: 0,
  position: null,
  ticks: null,
  signIn: 'one',
  clientAt: null,
  ...given,
});

describe('[REC-5] marks of a recording', () => {
  it('[REC-5] are placed where they were made, by the database’s clock', () => {
    const marks = marksOf([
      event({ kind: 'begun', at: 100_000 }),
      event({ at: 110_200, clientAt: 50_000, position: 1, ticks: 3 }),
      event({ at: 120_100, clientAt: 60_000, position: 2 }),
    ]);
    expect(marks.map(({ kind, at, position }) => [kind, at, position])).toEqual([
      ['begun', 100_000, null],
      ['answer', 110_100, 1],
      ['answer', 120_100, 2],
    ]);
  });

  it('[REC-5] show a lost connection where the delayed answer was made', () => {
    const marks = marksOf([
      event({ at: 110_000, clientAt: 110_000 }),
      event({ at: 134_999, clientAt: 120_000 }),
      event({ at: 160_000, clientAt: 140_000, position: 4 }),
      event({ kind: 'late', at: 190_000, clientAt: 189_000 }),
    ]);
    expect(marks.map(({ kind, at }) => [kind, at])).toEqual([
      ['answer', 110_000],
      ['answer', 120_000],
      ['loss', 140_000],
      ['answer', 140_000],
      ['late', 189_000],
    ]);
  });

  it('[REC-5] use the clock of each computer after a takeover', () => {
    const marks = marksOf([
      event({ at: 1000, clientAt: 500 }),
      event({ kind: 'loaded', at: 60_000, signIn: 'two' }),
      event({ at: 70_000, clientAt: 10_000, signIn: 'two' }),
      event({ at: 95_000, clientAt: 20_000, signIn: 'two' }),
    ]);
    expect(marks.map(({ kind, at }) => [kind, at])).toEqual([
      ['answer', 1000],
      ['takeover', 60_000],
      ['answer', 70_000],
      ['loss', 80_000],
      ['answer', 80_000],
    ]);
  });

  it('[REC-5] translate a moment of the history into one of the recording', () => {
    const marks = [
      { at: 500, serverAt: 1000 },
      { at: 90_000, serverAt: 70_000 },
    ];
    expect([1000, 1200, 70_000, 80_000].map((at) => recordedMoment(marks, at))).toEqual([
      500, 700, 90_000, 100_000,
    ]);
    expect(recordedMoment([], 1234)).toBe(1234);
  });

  it('[REC-2] [SAFE-5] give every part the clock of its computer: as it said, refined by its saves, or by where its saves fall', () => {
    const clocks = clocksOf([
      event({ at: 100_000, clientAt: 100_000 }),
      event({ at: 200_000, clientAt: 200_000 }),
      event({ at: 3_900_000, clientAt: 300_000, signIn: 'hour behind' }),
      event({ at: 3_960_000, clientAt: 150_000, signIn: 'hour behind' }),
    ]);
    const part = { from: 90_000, to: 210_000 };
    expect(behindOf(part, null, clocks)).toBe(0);
    expect(behindOf({ from: 140_000, to: 310_000 }, null, clocks)).toBe(3_600_000);
    expect(behindOf(part, 3_601_000, clocks)).toBe(3_600_000);
    expect(behindOf(part, 9_000_000, clocks)).toBe(9_000_000);
    expect(behindOf(part, null, new Map())).toBe(0);
  });
});
