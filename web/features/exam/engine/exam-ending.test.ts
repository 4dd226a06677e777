import { afterEach, describe, expect, it, vi } from 'vitest';
import { wakeablePause } from '#web/base/delay.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { loadedExam } from '#web/features/exam/testing/exam.ts';
import { createEnding } from './exam-ending.ts';
import { openLedger } from './exam-store.ts';

afterEach(() => void vi.unstubAllGlobals());

/** An exam whose time is over on this page; the server, once asked, says how much there is really. */
function over(remainingSeconds: number) {
  const wire = stubWire({ 'PUT examFinish': { body: {} } });
  const ledger = openLedger();
  const told = (seconds: number) => {
    const now = performance.now();
    ledger.learn({
      answer: undefined,
      told: { remainingSeconds: seconds, askedAt: now, answeredAt: now },
    });
  };
  ledger.happen({ did: 'loaded', exam: loadedExam([{}, {}]), waiting: [], flags: [] });
  told(0);
  const ending = createEnding({
    ledger,
    patience: wakeablePause(),
    drained: async () => undefined,
    askTheServer: async () => told(remainingSeconds),
    load: async () => undefined,
    fail: () => undefined,
  });
  return { ledger, ending, wire };
}

describe('[EXAM-10] an exam whose time is over', () => {
  it('[EXAM-10] is handed in when the server says so too', async () => {
    const { ledger, ending, wire } = over(0);
    await ending.end('time');
    expect(wire.calls()).toEqual(['PUT examFinish']);
    expect(ledger.flow.get().is).toBe('finishing');
  });

  it('[EXAM-11] is given back when time was credited while the server was away', async () => {
    const { ledger, ending, wire } = over(600);
    await ending.end('time');
    expect(wire.calls()).toEqual([]);
    expect(ledger.flow.get().is).toBe('running');
  });

  it('[EXAM-7] is handed in by whoever asked for it, however much time is left', async () => {
    const { ending, wire } = over(600);
    await ending.end('asked');
    expect(wire.calls()).toEqual(['PUT examFinish']);
  });
});
