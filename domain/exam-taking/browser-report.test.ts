import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedReport } from './browser-report.ts';

describe('[EXAM-5] what a browser reports with a save', () => {
  it('[EXAM-5] is kept: account, moment and duration', () => {
    const report = { user: 7, clientTime: '2026-06-01T10:00:00.000Z', timeElapsed: 1234 };
    expect(storedReport(report)).toEqual(report);
    expect(storedReport({ user: { id: 7, name: 'Ana' } })).toEqual({ user: 7 });
    expect(storedReport({ clientTime: 0, timeElapsed: -1.4 })).toEqual({
      clientTime: '1970-01-01T00:00:00.000Z',
      timeElapsed: -1,
    });
  });

  it.each([
    {},
    { user: 'Ana Pop', clientTime: 'Ana Pop', timeElapsed: 'Ana Pop' },
    { user: '0799888777' },
    { user: 6_040_501_129_879, timeElapsed: 6_040_501_129_879 },
    { user: { name: 'Ana', id: 'Ana' } },
    { user: null, clientTime: null, timeElapsed: null },
    { user: true, clientTime: Number.NaN, timeElapsed: Number.POSITIVE_INFINITY },
    { clientTime: 1e18 },
  ])('[SAFE-14] drops %j', (report) => {
    expect(storedReport(report)).toBeUndefined();
  });

  it('[SAFE-14] never contains a text that was reported', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (user, clientTime, timeElapsed) => {
        expect(JSON.stringify(storedReport({ user, clientTime, timeElapsed }) ?? {})).toMatch(
          /^\{("user":\d{1,10})?,?("clientTime":"[-+\dT:.]+Z")?,?("timeElapsed":-?\d{1,11})?\}$/,
        );
      }),
    );
  });
});
