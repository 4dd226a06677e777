import { describe, expect, it } from 'vitest';
import { type Finding, type Findings, outlookOf } from './finding.ts';
import { judgeClock } from './judge-clock.ts';
import { judgeConnection } from './judge-connection.ts';
import { judgeKey } from './judge-key.ts';

const t = ((key: string, params: object = {}) => `${key} ${JSON.stringify(params)}`) as never;
const words = (finding: Finding | undefined) => (finding && 'says' in finding ? finding.says(t) : '');

describe('[SIM-2] the connection', () => {
  it('[SIM-2] is green when every request is answered quickly and evenly', () => {
    const finding = judgeConnection([20, 30, 25, 40, 22]);
    expect(finding.state).toBe('good');
    expect(words(finding)).toContain('{"median":25,"jitter":12}');
  });

  it('[SIM-2] is judged by the median, so that a single slow request does not matter', () => {
    expect(judgeConnection([20, 20, 600, 20, 20, 20, 20]).state).toBe('good');
  });

  it.each([
    ['a call without an answer', [20, undefined, 20, 20]],
    ['calls that all take long', [700, 720, 710, 705]],
    ['calls that take now long, now short', [10, 600, 10, 600]],
  ])('[SIM-2] is red after %s', (_, samples) => {
    expect(judgeConnection(samples)).toMatchObject({ state: 'bad', remedy: expect.anything() });
  });
});

describe('[SIM-2] the clock', () => {
  const server = Date.parse('2026-02-03T10:00:00Z');
  it.each([
    [0, 'good', 'clock_good'],
    [9000, 'good', 'clock_good'],
    [30_000, 'note', 'clock_ahead'],
    [-120_000, 'note', 'clock_behind'],
    [10 * 365 * 86_400_000, 'note', 'daysBy'],
  ])('[SIM-2] %d ms off is information only: %s', (by, state, says) => {
    const finding = judgeClock(server + by, server);
    expect(finding.state).toBe(state);
    expect(words(finding)).toContain(says);
  });

  it('[SIM-2] needs no action when the clocks cannot be compared', () => {
    expect(judgeClock(server, undefined).state).toBe('note');
  });
});

describe('[SIM-2] the keyboard', () => {
  it.each(['a', 'J', 'ă', 'é'])('[SIM-2] %s is a letter that can tick', (key) => {
    expect(judgeKey({ key, code: '' })?.state).toBe('good');
  });
  it.each(['ф', 'λ'])('[SIM-2] %s is from a layout whose letters cannot tick', (key) => {
    expect(judgeKey({ key, code: '' })?.state).toBe('bad');
  });
  it('[SIM-2] ф at the position of A ticks A, as in the exam', () => {
    expect(judgeKey({ key: 'ф', code: 'KeyA' })?.state).toBe('good');
  });
  it.each(['1', ' ', 'Enter', 'Shift', 'ArrowLeft'])('[SIM-2] %s gives no finding', (key) => {
    expect(judgeKey({ key, code: '' })).toBeUndefined();
  });
});

describe('[SIM-2] all checks together', () => {
  const says = () => '';
  const good: Finding = { state: 'good', says };
  const all: Findings = {
    browser: good,
    connection: good,
    clock: { state: 'note', says },
    keyboard: good,
    storage: good,
    recording: good,
  };
  it('[SIM-2] are good when nothing is red, whatever the informational findings', () => {
    expect(outlookOf(all)).toEqual({ status: 'good' });
  });
  it('[SIM-2] report problems before anything else', () => {
    const bad: Finding = { state: 'bad', says, remedy: says };
    expect(outlookOf({ ...all, storage: bad, browser: { state: 'running' }, recording: bad })).toEqual({
      status: 'bad',
      count: 2,
    });
  });
  it('[SIM-2] wait for a letter key to be pressed', () => {
    expect(outlookOf({ ...all, keyboard: { state: 'waiting', says } })).toEqual({ status: 'waiting' });
  });
});
